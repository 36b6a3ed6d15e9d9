import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexOptions;

/** The fields of documents as fields.tsv lists them, and how their texts become words. */
final class Fields {
  static final Analyzer STEMS = analyzer(true);
  static final Analyzer WORDS = analyzer(false);

  record Spec(String name, String kind, float weight) {}

  final List<Spec> all = new ArrayList<>();
  /** What each further field adds to the best one, as a share of its own worth. */
  final float further;

  Fields(Path file) throws IOException {
    float share = 0;
    for (String line : Files.readAllLines(file)) {
      String[] cells = line.split("\t");
      if (cells[0].isEmpty()) share = Float.parseFloat(cells[2]);
      else all.add(new Spec(cells[0], cells[1], Float.parseFloat(cells[2])));
    }
    further = share;
  }

  /** English as ours has it: accents folded, possessives and endings off, no stop words. */
  private static Analyzer analyzer(boolean stemmed) {
    return new Analyzer() {
      @Override
      protected TokenStreamComponents createComponents(String field) {
        Tokenizer tokenizer = new StandardTokenizer();
        TokenStream words = new EnglishPossessiveFilter(new ASCIIFoldingFilter(new LowerCaseFilter(tokenizer)));
        return new TokenStreamComponents(tokenizer, stemmed ? new PorterStemFilter(words) : words);
      }
    };
  }

  static List<String> analyse(Analyzer analyzer, String text) throws IOException {
    List<String> words = new ArrayList<>();
    try (TokenStream tokens = analyzer.tokenStream("", new StringReader(text))) {
      CharTermAttribute term = tokens.getAttribute(CharTermAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) words.add(term.toString());
      tokens.end();
    }
    return words;
  }

  /** Ours knows neither how often a word stands in a field nor, but for titles, how long that is. */
  static final FieldType TITLE = fieldType(IndexOptions.DOCS_AND_FREQS, false);
  static final FieldType TEXT = fieldType(IndexOptions.DOCS, true);

  private static FieldType fieldType(IndexOptions options, boolean omitNorms) {
    FieldType type = new FieldType();
    type.setTokenized(true);
    type.setIndexOptions(options);
    type.setOmitNorms(omitNorms);
    type.freeze();
    return type;
  }
}

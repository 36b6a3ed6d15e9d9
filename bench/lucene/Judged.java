import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;

/**
 * Lucene on judged queries, as a shop sets it up: the language's own analyzer, BM25, any of the words; once over each of
 * some fields that have the texts of several, and once over all fields, a word being worth its best one and a share of the
 * others. Reads documents.tsv (a line of field names, then the products, key first) and queries.tsv, a text a line; writes
 * lists.tsv, for each text and way a line: way, number of the text, keys.
 */
public final class Judged {
  private static final String KEY = "*key";
  private static final String FIELDS = "fields";

  private final List<String> names;
  /** By way, the fields whose texts are in one. */
  private final Map<String, Set<String>> joined;
  private final float further;
  private final Analyzer analyzer;

  private Judged(String[] names, Map<String, Set<String>> joined, String language, float further) {
    this.names = List.of(names);
    this.joined = joined;
    this.further = further;
    analyzer = analyzerOf(language);
  }

  /** Arguments: folder, language, most keys of a list, share of further fields, and of each way WAY=FIELD,FIELD. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    int limit = Integer.parseInt(args[2]);
    Map<String, Set<String>> joined = new LinkedHashMap<>();
    for (int i = 4; i < args.length; i++) {
      String[] way = args[i].split("=");
      joined.put(way[0], Set.of(way[1].split(",")));
    }
    StringBuilder out = new StringBuilder();
    try (BufferedReader in = Files.newBufferedReader(folder.resolve("documents.tsv"));
        ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
      Judged judged = new Judged(in.readLine().split("\t"), joined, args[1], Float.parseFloat(args[3]));
      judged.write(in, directory);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        int number = 0;
        for (String query : Files.readAllLines(folder.resolve("queries.tsv"))) {
          List<String> words = judged.words(query);
          for (String way : joined.keySet()) print(out, way, number, searcher, inOne(way, words), limit);
          print(out, FIELDS, number, searcher, judged.inFields(words), limit);
          number++;
        }
      }
    }
    Files.write(folder.resolve("lists.tsv"), out.toString().getBytes(StandardCharsets.UTF_8));
  }

  private void write(BufferedReader in, ByteBuffersDirectory directory) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] cells = line.split("\t", -1);
        Document document = new Document();
        document.add(new StoredField(KEY, cells[0]));
        for (int i = 0; i < names.size(); i++) {
          String value = cells[i + 1];
          if (value.isEmpty()) continue;
          document.add(new TextField(names.get(i), value, Field.Store.NO));
          for (Map.Entry<String, Set<String>> way : joined.entrySet()) {
            if (way.getValue().contains(names.get(i))) document.add(new TextField(one(way.getKey()), value, Field.Store.NO));
          }
        }
        writer.addDocument(document);
      }
    }
  }

  private static void print(StringBuilder out, String way, int number, IndexSearcher searcher, Query query, int limit)
      throws IOException {
    out.append(way).append('\t').append(number);
    for (ScoreDoc hit : searcher.search(query, limit).scoreDocs) out.append('\t').append(searcher.doc(hit.doc).get(KEY));
    out.append('\n');
  }

  private List<String> words(String text) throws IOException {
    Set<String> words = new LinkedHashSet<>();
    try (TokenStream tokens = analyzer.tokenStream("", new StringReader(text))) {
      CharTermAttribute term = tokens.getAttribute(CharTermAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) words.add(term.toString());
      tokens.end();
    }
    return new ArrayList<>(words);
  }

  private static Query inOne(String way, List<String> words) {
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (String word : words) any.add(new TermQuery(new Term(one(way), word)), Occur.SHOULD);
    return any.build();
  }

  private static String one(String way) {
    return "*" + way;
  }

  private Query inFields(List<String> words) {
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (String word : words) {
      List<Query> anywhere = new ArrayList<>();
      for (String name : names) anywhere.add(new TermQuery(new Term(name, word)));
      any.add(new DisjunctionMaxQuery(anywhere, further), Occur.SHOULD);
    }
    return any.build();
  }

  private static Analyzer analyzerOf(String language) {
    return switch (language) {
      case "da" -> new DanishAnalyzer();
      case "de" -> new GermanAnalyzer();
      case "en" -> new EnglishAnalyzer();
      case "es" -> new SpanishAnalyzer();
      case "fi" -> new FinnishAnalyzer();
      case "fr" -> new FrenchAnalyzer();
      case "it" -> new ItalianAnalyzer();
      case "nl" -> new DutchAnalyzer();
      case "nb", "no" -> new NorwegianAnalyzer();
      case "pt" -> new PortugueseAnalyzer();
      case "sv" -> new SwedishAnalyzer();
      default -> new StandardAnalyzer();
    };
  }
}

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.index.*;
import org.apache.lucene.search.*;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.BytesRef;

/**
 * The yardstick: the same documents in Lucene, asked the same. Reads commands from standard input, one a line, and
 * answers each with one line of JSON: `index NAME CARDS` with cards stored or as columns, `open NAME`,
 * `totals COUNT`, `measure KIND SECONDS [MOST]`, `once KIND`, which asks each text once. What it reads from its folder is described in fields.ts,
 * documents.ts and requests.ts. Everything happens on one thread.
 */
public final class Yardstick {
  private static final String CARD = "card";
  private static final int PAGE = 60;
  private static final int FEW = 8;
  /** Lucene's own default: counts are exact up to here, and beyond it only as far as the best hits need. */
  private static final int COUNTED = 1000;

  /** A line of requests-KIND-STREAM.tsv. */
  private record Request(String text, int skip, String color) {}

  private final Path folder;
  private final Fields fields;
  private final Answer answer = new Answer();
  private final CardVisitor cards = new CardVisitor();
  private IndexSearcher searcher;
  private LeafReader leaf;
  private boolean columns;
  private final List<Facet> facets = new ArrayList<>();

  private Yardstick(Path folder) throws IOException {
    this.folder = folder;
    fields = new Fields(folder.resolve("fields.tsv"));
  }

  public static void main(String[] args) throws IOException {
    Yardstick yardstick = new Yardstick(Path.of(args[0]));
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ");
      System.out.println(switch (words[0]) {
        case "index" -> yardstick.index(words[1], words[2].equals("columns"));
        case "open" -> yardstick.open(words[1]);
        case "totals" -> yardstick.totals(Integer.parseInt(words[1]));
        case "measure" -> {
          int most = words.length > 3 ? Integer.parseInt(words[3]) : Integer.MAX_VALUE;
          yield yardstick.measure(words[1], yardstick.requests(words[1], "all"), Double.parseDouble(words[2]), most);
        }
        case "once" -> {
          List<Request> requests = yardstick.requests(words[1], "once");
          yield yardstick.measure(words[1], requests, Double.POSITIVE_INFINITY, requests.size());
        }
        default -> throw new IllegalArgumentException("unknown command: " + line);
      });
      System.out.flush();
    }
  }

  private String index(String name, boolean columns) throws IOException {
    long started = System.nanoTime();
    long cpu = cpuNanos();
    int products = Documents.write(folder, name, columns, fields.all);
    double seconds = (System.nanoTime() - started) / 1e9;
    return json("products", products, "seconds", seconds, "cpuSeconds", (cpuNanos() - cpu) / 1e9);
  }

  private String open(String name) throws IOException {
    DirectoryReader reader = DirectoryReader.open(new MMapDirectory(folder.resolve(name)));
    leaf = reader.leaves().get(0).reader();
    columns = leaf.getBinaryDocValues(CARD) != null;
    searcher = new IndexSearcher(reader);
    // Neither side answers from what it has answered before.
    searcher.setQueryCache(null);
    for (Fields.Spec field : fields.all) {
      if (field.kind().equals("facet")) facets.add(new Facet(field.name(), DocValues.getSorted(leaf, field.name())));
    }
    return json("products", reader.numDocs(), "segments", reader.leaves().size());
  }

  /** Answers one request after the other for so long, or so many, into a buffer that is reused. */
  private String measure(String kind, List<Request> requests, double seconds, int most) throws IOException {
    double[] micros = new double[1 << 16];
    long cpu = cpuNanos();
    long started = System.nanoTime();
    long now = started;
    long bytes = 0;
    int count = 0;
    for (; count < most && now - started < seconds * 1e9; count++) {
      Request request = requests.get(count % requests.size());
      answer.length = 0;
      if (kind.equals("page")) page(request);
      else few(request, kind.equals("prefix"));
      bytes += answer.length;
      long after = System.nanoTime();
      if (count == micros.length) micros = Arrays.copyOf(micros, count * 2);
      micros[count] = (after - now) / 1e3;
      now = after;
    }
    Arrays.sort(micros, 0, count);
    return json(
        "perSecond", count / ((now - started) / 1e9),
        "cpuMicros", (cpuNanos() - cpu) / 1e3 / count,
        "p50", micros[count / 2] / 1e3,
        "p99", micros[(int) (count * 0.99)] / 1e3,
        "bytes", (double) bytes / count);
  }

  /** How many hits each of the first searches has. */
  private String totals(int count) throws IOException {
    List<Integer> totals = new ArrayList<>();
    for (Request request : requests("page", "all").subList(0, count)) totals.add(searcher.count(query(request, false)));
    return json("totals", totals);
  }

  private List<Request> requests(String kind, String stream) throws IOException {
    List<Request> requests = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve("requests-" + kind + "-" + stream + ".tsv"))) {
      String[] cells = line.split("\t", -1);
      requests.add(new Request(cells[0], Integer.parseInt(cells[1]), cells[2]));
    }
    return requests;
  }

  /** Sixty hits with their cards, and all values of four facets with exact counts, most frequent first. */
  private void page(Request request) throws IOException {
    TopScoreDocCollector best = TopScoreDocCollector.create(request.skip + PAGE, Integer.MAX_VALUE);
    for (Facet facet : facets) facet.start(leaf);
    searcher.search(query(request, false), new Collector() {
      @Override
      public LeafCollector getLeafCollector(LeafReaderContext context) throws IOException {
        return new CountingCollector(best.getLeafCollector(context), facets.toArray(Facet[]::new));
      }

      @Override
      public ScoreMode scoreMode() {
        return ScoreMode.COMPLETE;
      }
    });
    answer.ascii("{\"facets\":[");
    for (Facet facet : facets) facet.write(answer);
    hits(best, request.skip);
  }

  /** Eight hits with their cards. */
  private void few(Request request, boolean typing) throws IOException {
    TopScoreDocCollector best = TopScoreDocCollector.create(request.skip + FEW, COUNTED);
    searcher.search(query(request, typing), best);
    answer.ascii("{");
    hits(best, request.skip);
  }

  private void hits(TopScoreDocCollector best, int skip) throws IOException {
    answer.ascii("\"productGroups\":[");
    ScoreDoc[] hits = best.topDocs(skip).scoreDocs;
    if (columns) cardsOfColumn(hits);
    else for (ScoreDoc hit : hits) leaf.document(hit.doc, cards);
    answer.ascii("],\"totalHits\":");
    answer.number(best.getTotalHits());
    answer.ascii("}");
  }

  /** Columns are read forwards, so the cards come in the order of their documents. */
  private void cardsOfColumn(ScoreDoc[] hits) throws IOException {
    Arrays.sort(hits, (a, b) -> Integer.compare(a.doc, b.doc));
    BinaryDocValues column = leaf.getBinaryDocValues(CARD);
    for (ScoreDoc hit : hits) {
      if (!column.advanceExact(hit.doc)) throw new IOException("document " + hit.doc + " has no card");
      BytesRef card = column.binaryValue();
      answer.bytes(card.bytes, card.offset, card.length);
      answer.ascii(",");
    }
  }

  /** All words, each worth the most that a field gives it and a share of what the others give. */
  private Query query(Request request, boolean typing) throws IOException {
    List<String> stems = Fields.analyse(Fields.STEMS, request.text);
    List<String> words = typing ? Fields.analyse(Fields.WORDS, request.text) : stems;
    if (stems.isEmpty()) return new MatchNoDocsQuery("no words");
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    for (int i = 0; i < stems.size(); i++) {
      List<Query> anywhere = new ArrayList<>();
      for (Fields.Spec field : fields.all) {
        if (field.weight() == 0) continue;
        anywhere.add(new BoostQuery(new TermQuery(new Term(field.name(), stems.get(i))), field.weight()));
        if (!typing || i < stems.size() - 1) continue;
        anywhere.add(new BoostQuery(new PrefixQuery(new Term(field.name(), words.get(i))), field.weight()));
      }
      all.add(new DisjunctionMaxQuery(anywhere, fields.further), Occur.MUST);
    }
    if (!request.color.isEmpty()) all.add(new TermQuery(new Term("colorId", request.color)), Occur.FILTER);
    return all.build();
  }

  private static final class CountingCollector extends FilterLeafCollector {
    private final Facet[] facets;

    CountingCollector(LeafCollector best, Facet[] facets) {
      super(best);
      this.facets = facets;
    }

    @Override
    public void collect(int doc) throws IOException {
      for (Facet facet : facets) facet.count(doc);
      in.collect(doc);
    }
  }

  /** Copies the card of a document into the answer and reads no further. */
  private final class CardVisitor extends StoredFieldVisitor {
    @Override
    public void binaryField(FieldInfo field, byte[] value) {
      answer.bytes(value, 0, value.length);
      answer.ascii(",");
    }

    @Override
    public Status needsField(FieldInfo field) {
      return Status.YES;
    }
  }

  /** Of all threads, the collector's and the compiler's too. */
  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** Names and values in turn; values are numbers or lists of numbers. */
  private static String json(Object... members) {
    StringBuilder out = new StringBuilder("{");
    for (int i = 0; i < members.length; i += 2) {
      Object value = members[i + 1];
      String text = value instanceof Double ? String.format(Locale.ROOT, "%.6f", value) : value.toString();
      out.append(i == 0 ? "\"" : ",\"").append(members[i]).append("\":").append(text);
    }
    return out.append("}").toString();
  }
}

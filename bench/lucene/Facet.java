import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedDocValues;

/**
 * The values of an attribute. Most products share all that they carry with others, so a document has one ordinal, of
 * all its values together; these are counted, and handed out to values afterwards.
 */
final class Facet {
  private final String name;
  private final int[] counts;
  /** By ordinal, and the beginnings of the values in the answer. */
  private final int[][] valuesOf;
  private final List<byte[]> encoded = new ArrayList<>();
  private final int[] sums;
  private final long[] order;
  private SortedDocValues ordinals;

  Facet(String name, SortedDocValues sets) throws IOException {
    this.name = name;
    counts = new int[sets.getValueCount()];
    valuesOf = new int[counts.length][];
    List<String> known = new ArrayList<>();
    Map<String, Integer> place = new HashMap<>();
    for (int ordinal = 0; ordinal < counts.length; ordinal++) {
      String[] values = sets.lookupOrd(ordinal).utf8ToString().split("\n");
      valuesOf[ordinal] = new int[values.length];
      for (int i = 0; i < values.length; i++) {
        valuesOf[ordinal][i] = place.computeIfAbsent(values[i], value -> {
          known.add(value);
          return known.size() - 1;
        });
      }
    }
    for (String value : known) {
      String quoted = "\"" + value.replace("\"", "\\\"") + "\"";
      String json = "{\"id\":" + quoted + ",\"label\":" + quoted + ",\"selected\":false,\"count\":";
      encoded.add(json.getBytes(StandardCharsets.UTF_8));
    }
    sums = new int[known.size()];
    order = new long[known.size()];
  }

  void start(LeafReader reader) throws IOException {
    Arrays.fill(counts, 0);
    ordinals = DocValues.getSorted(reader, name);
  }

  void count(int doc) throws IOException {
    if (ordinals.advanceExact(doc)) counts[ordinals.ordValue()]++;
  }

  void write(Answer answer) {
    Arrays.fill(sums, 0);
    for (int ordinal = 0; ordinal < counts.length; ordinal++) {
      if (counts[ordinal] > 0) for (int value : valuesOf[ordinal]) sums[value] += counts[ordinal];
    }
    int found = 0;
    for (int value = 0; value < sums.length; value++) {
      if (sums[value] > 0) order[found++] = ((long) -sums[value] << 32) | value;
    }
    Arrays.sort(order, 0, found);
    answer.ascii("{\"id\":\"").ascii(name).ascii("\",\"values\":[");
    for (int i = 0; i < found; i++) {
      byte[] json = encoded.get((int) order[i]);
      answer.bytes(json, 0, json.length);
      answer.number(sums[(int) order[i]]);
      answer.ascii("},");
    }
    answer.ascii("]},");
  }
}

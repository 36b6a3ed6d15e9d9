import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.document.*;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.BytesRef;

/** Reads documents.bin and writes the index. */
final class Documents {
  /** All of a large catalog, so that it is written once and as one segment. */
  private static final int RAM_BUFFER_MB = 1024;
  private static final int BUFFER = 1 << 20;
  private static final int END_OF_DOCUMENT = 255;

  private Documents() {}

  /**
   * Writes all documents to disk as one segment. Cards are stored fields, which are compressed in
   * blocks, or columns, which are not. Returns the number of documents.
   */
  static int write(Path folder, String name, boolean columns, List<Fields.Spec> fields) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig(Fields.STEMS);
    config.setOpenMode(OpenMode.CREATE).setRAMBufferSizeMB(RAM_BUFFER_MB).setUseCompoundFile(false);
    int written = 0;
    try (MMapDirectory directory = new MMapDirectory(folder.resolve(name));
        IndexWriter writer = new IndexWriter(directory, config);
        DataInputStream in = new DataInputStream(
            new BufferedInputStream(Files.newInputStream(folder.resolve("documents.bin")), BUFFER))) {
      for (Document next = read(in, columns, fields); next != null; next = read(in, columns, fields)) {
        writer.addDocument(next);
        written++;
      }
      writer.forceMerge(1);
      writer.commit();
    }
    return written;
  }

  private static Document read(DataInputStream in, boolean columns, List<Fields.Spec> fields) throws IOException {
    int at = in.read();
    if (at < 0) return null;
    Document document = new Document();
    for (; at != END_OF_DOCUMENT; at = in.read()) {
      byte[] bytes = in.readNBytes(in.readInt());
      Fields.Spec field = fields.get(at);
      document.add(switch (field.kind()) {
        case "title" -> new Field(field.name(), text(bytes), Fields.TITLE);
        case "text" -> new Field(field.name(), text(bytes), Fields.TEXT);
        case "filter" -> new StringField(field.name(), text(bytes), Field.Store.NO);
        case "facet" -> new SortedDocValuesField(field.name(), new BytesRef(bytes));
        case "card" -> columns
            ? new BinaryDocValuesField(field.name(), new BytesRef(bytes))
            : new StoredField(field.name(), bytes);
        default -> throw new IllegalArgumentException("unknown kind of field: " + field.kind());
      });
    }
    return document;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}

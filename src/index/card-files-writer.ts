/**
 * Writes the cards of a new view into several files. A file is finished when it has reached a sixteenth of the total
 * size of those before: updates leave ever less of a file in use, and can rewrite a single file at a bounded cost,
 * however large the catalog is, while a view has few files.
 */
import type { EncodedRecord } from './card-record.js';
import { CardFileWriter, type RecordRange } from './cards.js';
import type { PartFile } from './part.js';

const SMALLEST_BYTES = 8 << 20;
const SHARE = 1 / 16;

export class CardFilesWriter {
  /** The finished files. */
  private readonly files: PartFile[] = [];
  private before = 0;
  private writer: CardFileWriter;

  /**
   * @param dir the folder of parts
   * @param name part of the temporary file's name; unique among the views that are being written
   */
  constructor(
    private readonly dir: string,
    private readonly name: string,
  ) {
    this.writer = new CardFileWriter(dir, name);
  }

  /**
   * Appends the record of one group.
   * @returns its location; `file` is the index among the files
   */
  add(record: EncodedRecord): RecordRange & { file: number } {
    if (this.writer.size >= Math.max(SMALLEST_BYTES, this.before * SHARE)) {
      this.before += this.writer.size;
      this.files.push(this.writer.finish());
      this.writer = new CardFileWriter(this.dir, this.name);
    }
    return { file: this.files.length, ...this.writer.addRecord(record) };
  }

  /** @returns all files by index */
  finish(): PartFile[] {
    return [...this.files, this.writer.finish()];
  }

  /** Removes the file that is being written. Finished ones stay until unreferenced files are removed. */
  abort(): void {
    this.writer.abort();
  }
}

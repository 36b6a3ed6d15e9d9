/**
 * The card files of a view that is built anew: one is finished when it has grown to a sixteenth of what came before, so
 * that updates, which leave ever less of them in use, can write one of them again rather than everything, however large
 * the catalog is, and a view has few of them.
 */
import { CardFileWriter, type CardPlace } from './cards.js';
import type { PartFile } from './part.js';

const SMALLEST_BYTES = 8 << 20;
const SHARE = 1 / 16;

export class CardFilesWriter {
  /** Those that are finished. */
  private readonly files: PartFile[] = [];
  private before = 0;
  private writer: CardFileWriter;

  /** @param name of the view among those that are being written */
  constructor(
    private readonly dir: string,
    private readonly name: string,
  ) {
    this.writer = new CardFileWriter(dir, name);
  }

  /** Appends one group's record; `file` is its number among the files. */
  add(head: string, blocks: readonly Uint8Array[]): CardPlace & { file: number } {
    if (this.writer.size >= Math.max(SMALLEST_BYTES, this.before * SHARE)) {
      this.before += this.writer.size;
      this.files.push(this.writer.finish());
      this.writer = new CardFileWriter(this.dir, this.name);
    }
    return { file: this.files.length, ...this.writer.add(head, blocks) };
  }

  /** All files, in the order of their numbers. */
  finish(): PartFile[] {
    return [...this.files, this.writer.finish()];
  }

  /** Gives up. Files that are finished are left: no snapshot names them. */
  abort(): void {
    this.writer.abort();
  }
}

/** Builds the cards of the views of one locale that are equal but for offers: their card file, and the part `cards`. */
import { groupHead, RecordBuilder } from '../../index/card-record.js';
import { CardFileWriter, CardIndexBuilder } from '../../index/cards.js';
import type { PartFile } from '../../index/part.js';
import type { FlatProduct } from '../input/flat-records.js';
import type { CardEncoder } from './card-encoder.js';

export class CardsBuilder {
  private readonly index = new CardIndexBuilder();
  private readonly record = new RecordBuilder();
  private readonly file: CardFileWriter;

  /**
   * @param dir the folder of parts
   * @param name unique among the views that are being built; part of temporary names
   */
  constructor(
    private readonly encoder: CardEncoder,
    private readonly dir: string,
    name: string,
  ) {
    this.file = new CardFileWriter(dir, name);
  }

  /** Begins the cards of one group. */
  beginGroup(key: string): void {
    this.record.begin(groupHead(key));
  }

  /** Adds the card of the next product. */
  add(product: FlatProduct): void {
    this.record.add(this.encoder.encode(product));
  }

  endGroup(): void {
    this.index.add(0, this.file.addRecord(this.record.finish()));
  }

  /** Finishes the card file, and writes the part. */
  finish(): { part: PartFile; file: PartFile } {
    const file = this.file.finish();
    return { part: this.index.finish([file.file]).write(this.dir), file };
  }

  /** Removes the card file that is being written. */
  abort(): void {
    this.file.abort();
  }
}

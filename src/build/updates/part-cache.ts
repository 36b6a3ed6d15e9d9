/** Opens the parts and card files that an update or a verification reads, each once for all views that share it. */
import fs from 'node:fs';
import path from 'node:path';
import { CardIndex, readRecord } from '../../index/cards.js';
import { Offers } from '../../index/offers.js';
import { type Part, readPart } from '../../index/part.js';
import { Structure } from '../../index/structure.js';

export class PartCache {
  private readonly opened = new Map<string, object>();
  private readonly descriptors = new Map<string, number>();

  constructor(readonly dir: string) {}

  structure(file: string): Structure {
    return this.open(file, part => new Structure(part));
  }

  offers(file: string): Offers {
    return this.open(file, part => new Offers(part));
  }

  cards(file: string): CardIndex {
    return this.open(file, part => new CardIndex(part));
  }

  /** The record of cards of a group. */
  record(cards: CardIndex, group: number): Buffer {
    return readRecord(this.descriptor(cards.files[cards.file[group]]), cards.offset[group], cards.length[group]);
  }

  /** Closes the card files. */
  close(): void {
    for (const fd of this.descriptors.values()) fs.closeSync(fd);
    this.descriptors.clear();
  }

  private open<T extends object>(file: string, read: (part: Part) => T): T {
    let opened = this.opened.get(file) as T | undefined;
    if (!opened) this.opened.set(file, (opened = read(readPart(path.join(this.dir, file)))));
    return opened;
  }

  private descriptor(file: string): number {
    let fd = this.descriptors.get(file);
    if (fd === undefined) this.descriptors.set(file, (fd = fs.openSync(path.join(this.dir, file), 'r')));
    return fd;
  }
}

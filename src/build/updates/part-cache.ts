/** Opens the parts that an update or a verification reads, each once for all views that share it. */
import path from 'node:path';
import { Offers } from '../../index/offers.js';
import { type Part, readPart } from '../../index/part.js';
import { Structure } from '../../index/structure.js';

export class PartCache {
  private readonly opened = new Map<string, object>();

  constructor(readonly dir: string) {}

  structure(file: string): Structure {
    return this.open(file, part => new Structure(part));
  }

  offers(file: string): Offers {
    return this.open(file, part => new Offers(part));
  }

  private open<T extends object>(file: string, read: (part: Part) => T): T {
    let opened = this.opened.get(file) as T | undefined;
    if (!opened) this.opened.set(file, (opened = read(readPart(path.join(this.dir, file)))));
    return opened;
  }
}

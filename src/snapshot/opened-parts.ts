/**
 * A thread's opened parts, by file. Snapshots that share a file share its opened part and all data derived from it:
 * after an update of prices, that is nearly everything. Files are named by the hash of their content, so a name always
 * stands for the same bytes.
 *
 * References are counted. Weak references would not work: a query thread runs in one job that never ends, and until the
 * end of a job weak references keep their targets alive.
 */
import type { Part } from '../index/part.js';

/**
 * What is derived from some parts alone is known by their key: it is the same object in all snapshots of a thread that
 * have these parts, as long as one of them is open.
 */
export class PartsKey {
  /** Whether no open snapshot has it: what is known by it is not asked for again. */
  isReleased = false;
}

const opened = new Map<string, { part: object; users: number }>();

/** The parts that one snapshot has opened. */
export class OpenedParts {
  private readonly files = new Set<string>();

  /** @param part of a file */
  constructor(private readonly part: (file: string) => Part) {}

  /** @param open must be the same function for all parts of a kind, because the result is shared. */
  get<T extends object>(file: string, open: (part: Part) => T): T {
    return this.shared(file, () => open(this.part(file)));
  }

  /** As `get`, of a part that is read together with another. @param other file of that */
  getWith<T extends object>(file: string, other: string, open: (part: Part) => T): T {
    return this.shared(`${file} with ${other}`, () => open(this.part(file)));
  }

  /** @param names of parts, and of what else is derived from with them */
  key(...names: string[]): PartsKey {
    return this.shared(names.join('|'), () => new PartsKey());
  }

  private shared<T extends object>(name: string, make: () => T): T {
    let entry = opened.get(name);
    if (entry === undefined) opened.set(name, (entry = { part: make(), users: 0 }));
    this.use(name, entry);
    return entry.part as T;
  }

  /** Releases the snapshot's references; parts without references are dropped. */
  close(): void {
    for (const file of this.files) {
      const entry = opened.get(file)!;
      if (--entry.users > 0) continue;
      opened.delete(file);
      if (entry.part instanceof PartsKey) entry.part.isReleased = true;
    }
    this.files.clear();
  }

  private use(name: string, entry: { users: number }): void {
    if (this.files.has(name)) return;
    this.files.add(name);
    entry.users++;
  }
}

/**
 * Parts as one thread has opened them, by file. Snapshots that share a file share what is opened of it, and with it all
 * that is derived from it and kept beside it: after an update of prices, that is nearly everything. Files are named by
 * their content, so a name can never stand for something else.
 *
 * Users are counted: query threads run in one job that never ends, in which weak references hold as strong ones do.
 */
import { Part } from '../index/part.js';

const opened = new Map<string, { part: object; users: number }>();

/** The parts that one snapshot has opened. */
export class OpenedParts {
  private readonly files = new Set<string>();

  constructor(private readonly parts: ReadonlyMap<string, SharedArrayBuffer>) {}

  /** @param open one function for all parts of a kind */
  get<T extends object>(file: string, open: (part: Part) => T): T {
    let entry = opened.get(file);
    if (entry === undefined) opened.set(file, (entry = { part: open(new Part(this.parts.get(file)!)), users: 0 }));
    if (!this.files.has(file)) {
      this.files.add(file);
      entry.users++;
    }
    return entry.part as T;
  }

  /** Nothing of it is used any more. */
  close(): void {
    for (const file of this.files) {
      const entry = opened.get(file)!;
      if (--entry.users === 0) opened.delete(file);
    }
    this.files.clear();
  }
}

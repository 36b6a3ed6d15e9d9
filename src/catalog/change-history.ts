/**
 * What each transaction of the catalog store has changed, by generation, so that a snapshot of an earlier generation
 * can be brought up to date without building all of it. Bounded: transactions of long ago are forgotten.
 *
 * Key: the generation as ten digits; value: a record of `Entry`. A version that does not keep the history leaves gaps,
 * across which nothing is known.
 */
import type { Database, RootDatabase } from 'lmdb';
import { decodeRecord, encodeRecord } from './record-codec.js';

/** Keys of the product groups that were added, changed or removed, and whether content was. */
export interface GroupChanges {
  keys: readonly string[];
  content: boolean;
}

interface Entry extends GroupChanges {
  /** Whether anything else has changed too. */
  other: boolean;
  /** Number of keys in this entry and all before it. */
  keysSoFar: number;
}

const DIGITS = 10;
/** Most keys that are remembered; together they take some megabytes. */
const MOST_KEYS = 300_000;
/** Most transactions that are remembered. */
const MOST_ENTRIES = 10_000;

export class ChangeHistory {
  private constructor(private readonly database: Database<Buffer, string>) {}

  /** The history in a store. */
  static in(root: RootDatabase<unknown, string>): ChangeHistory {
    return new ChangeHistory(root.openDB<Buffer, string>('changes', { encoding: 'binary' }));
  }

  /**
   * Adds a transaction; those that are too long ago are removed.
   * @param changes undefined: changes that concern more than some groups and content, across which nothing is known
   */
  add(generation: number, changes: GroupChanges | undefined): void {
    const before = this.entry(generation - 1);
    const { keys, content } = changes ?? { keys: [], content: false };
    const keysSoFar = (before?.keysSoFar ?? 0) + keys.length;
    const entry: Entry = { keys, content, other: changes === undefined, keysSoFar };
    this.database.putSync(keyOf(generation), encodeRecord(entry));
    const useless = before === undefined || entry.other;
    for (const key of this.oldest(generation, keysSoFar, useless)) this.database.removeSync(key);
  }

  /** The entries before a generation that are too long ago. @param useless whether all of them are */
  private oldest(generation: number, keysSoFar: number, useless: boolean): string[] {
    const keys: string[] = [];
    for (const key of this.database.getKeys({ end: keyOf(generation) })) {
      const tooMany = keysSoFar - this.entry(Number(key))!.keysSoFar > MOST_KEYS;
      if (!useless && !tooMany && generation - Number(key) < MOST_ENTRIES) break;
      keys.push(key);
    }
    return keys;
  }

  /** What has changed after a generation, until and with another; undefined where that is not known. */
  between(after: number, until: number): GroupChanges | undefined {
    const keys = new Set<string>();
    let content = false;
    for (let generation = after + 1; generation <= until; generation++) {
      const entry = this.entry(generation);
      if (entry === undefined || entry.other) return undefined;
      for (const key of entry.keys) keys.add(key);
      content ||= entry.content;
    }
    return { keys: [...keys].sort(), content };
  }

  clear(): void {
    this.database.clearSync();
  }

  private entry(generation: number): Entry | undefined {
    const bytes = this.database.getBinary(keyOf(generation));
    return bytes && decodeRecord<Entry>(bytes);
  }
}

function keyOf(generation: number): string {
  return String(generation).padStart(DIGITS, '0');
}

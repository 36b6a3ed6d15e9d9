/**
 * Reads visitors for queries: entries older than the retention are left out, whether the sweep has removed them or not.
 * A thread keeps one reader, which looks each visitor up in the file, and sees the last commit.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { LmdbLookup } from '../../kernel/lmdb-lookup.js';
import { Fault } from '../../kernel/lmdb-pages.js';
import { TwoGenerationCache } from '../../kernel/two-generation-cache.js';
import { AnnouncedFile } from './announced-file.js';
import type { Remembered, Visitor, VisitorSource } from './visitor.js';
import { decodeVisitor, isEmpty, type StoredVisitor } from './visitor-codec.js';
import { visitorKey } from './visitor-key.js';
import { STORE_FILE } from './watched-file.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

export interface VisitorReaderOptions {
  dir: string;
  /** Retention, in days. */
  visitorDays: number;
  /** See `AnnouncedFile`; without it, the file that is there is read. */
  announced?: SharedArrayBuffer | undefined;
}

/** Visitors of each generation of those known. */
const MOST_KNOWN = 512;

interface KnownVisitor {
  /** As stored. */
  bytes: Buffer;
  /** The last commit when it was read. */
  transaction: bigint;
  /** Oldest minute of what was kept of it. */
  oldest: number;
  visitor: Visitor | undefined;
}

export class VisitorReader implements VisitorSource {
  /** Undefined while there is none that can be read. */
  private store: LmdbLookup | undefined;
  private readonly path: string;
  private readonly file: AnnouncedFile;
  /** The announcement that was followed last. */
  private followed = 0;
  private oldest = 0;
  /** Those read last, by key: most customers ask several times in a row. */
  private known = new TwoGenerationCache<KnownVisitor>(MOST_KNOWN);

  constructor(private readonly options: VisitorReaderOptions) {
    this.path = join(options.dir, STORE_FILE);
    this.file = new AnnouncedFile(options.announced);
    this.refresh(Date.now());
  }

  /**
   * Follows the file of the writer, with retention as of `nowMs`. Of a store that is damaged nothing is read until
   * another has taken its place, or its writer has found it sound.
   */
  refresh(nowMs: number): void {
    this.oldest = oldestKept(nowMs, this.options.visitorDays);
    const { file } = this;
    if (this.options.announced === undefined) this.announceFound();
    if (file.isDoubted) this.close();
    else if (file.number !== this.followed || this.store === undefined) this.follow();
  }

  private follow(): void {
    const { number, inode } = this.file;
    if (number === 0) return;
    const found = this.open();
    // What stands in its place is no store. Until that is put right, a file that was open is read.
    if (found?.inode !== inode) {
      found?.close();
      return;
    }
    this.close();
    this.store = found;
    this.followed = number;
  }

  private open(): LmdbLookup | undefined {
    try {
      return new LmdbLookup(this.path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  private announceFound(): void {
    const found = statSync(this.path, { throwIfNoEntry: false, bigint: true });
    if (found !== undefined && found.ino !== this.file.inode) this.file.announce(found.ino);
  }

  get(market: string, customerKey: string): Visitor | undefined {
    const key = visitorKey(market, customerKey);
    const name = key.toString('latin1');
    return this.reading(store => {
      const { transaction } = store;
      const known = this.known.get(name);
      if (known?.transaction === transaction && known.oldest === this.oldest) return known.visitor;
      const bytes = store.get(key);
      if (bytes === undefined) {
        // Erased, for instance.
        this.known.delete(name);
        return undefined;
      }
      const read = known && known.oldest === this.oldest && known.bytes.equals(bytes) ? known : this.decoded(bytes);
      this.known.set(name, { ...read, transaction });
      return read.visitor;
    });
  }

  close(): void {
    this.store?.close();
    this.store = undefined;
    this.known = new TwoGenerationCache(MOST_KNOWN);
  }

  private decoded(bytes: Buffer): Omit<KnownVisitor, 'transaction'> {
    const { oldest } = this;
    const visitor = decodeVisitor(bytes);
    return { bytes: Buffer.from(bytes), oldest, visitor: visitor && withinRetention(visitor, oldest) };
  }

  private reading(look: (store: LmdbLookup) => Visitor | undefined): Visitor | undefined {
    try {
      return this.store && look(this.store);
    } catch (error) {
      if (!(error instanceof Fault || (error as NodeJS.ErrnoException).code === 'EIO')) throw error;
      // The query is answered without the visitor; the writer inspects the store.
      this.file.doubt();
      this.close();
      return undefined;
    }
  }
}

/** @returns the oldest minute (since 1970) within the retention. */
export function oldestKept(nowMs: number, visitorDays: number): number {
  return Math.floor(nowMs / MINUTE_MS) - visitorDays * DAY_MINUTES;
}

/** A visitor without entries before `oldest` (minutes since 1970); undefined when none is left. */
export function withinRetention(visitor: StoredVisitor, oldest: number): Visitor | undefined {
  if (visitor.lastSeen < oldest) return undefined;
  const { searches, views, favorites, cart, bought, boughtVariants } = visitor;
  const kept: Visitor = {
    searches: since(searches, oldest),
    views: since(views, oldest),
    favorites: since(favorites, oldest),
    cart: since(cart, oldest),
    bought: since(bought, oldest),
    boughtVariants: since(boughtVariants, oldest),
  };
  return isEmpty(kept) ? undefined : kept;
}

/** The entries from `oldest` on; the same list if none is older. */
function since(list: Remembered[], oldest: number): Remembered[] {
  for (const { at } of list) if (at < oldest) return list.filter(entry => entry.at >= oldest);
  return list;
}

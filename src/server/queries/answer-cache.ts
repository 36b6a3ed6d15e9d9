/**
 * Caches recent answers, bounded in bytes and in age, and retains their memory meanwhile. A cache belongs to one
 * snapshot and is dropped with it, so that an answer never outlives the data it was made from. Eviction is CLOCK: an
 * answer that was read since the hand last passed it stays for another round.
 */
import type { StorefrontRequest } from '../../pages/shared/requests.js';
import type { EncodedBody } from '../http/encoding.js';

/** The answer to a query. */
export interface Answer extends EncodedBody {
  totalHits: number;
  autoCorrected: boolean;
  /** Whether the answer may differ for visitors with stored data: it is shared among the others only. */
  personal: boolean;
  /** Whether its deadline cut it short; not cached. */
  degraded: boolean;
  /** Seconds since 1970: campaigns have competed, and it holds for this second alone. 0: they have not. */
  second: number;
}

/** Tickets carry the minute of their issue, so that an answer may not be older than this. */
export const MAX_AGE_MS = 60_000;

/** Estimated memory of an entry beside its body and keys. */
const OVERHEAD_BYTES = 400;
/** Most raw keys of one entry. */
const MAX_ALIASES = 8;

interface Entry {
  key: string;
  answer: Answer;
  aliases: string[];
  bytes: number;
  expiresMs: number;
  used: boolean;
}

/** A raw key, with the request that it parses to. */
interface Alias {
  entry: Entry;
  request: StorefrontRequest;
}

export class AnswerCache {
  /** In the order of insertion, which is the clock's order. */
  private readonly entries = new Map<string, Entry>();
  private readonly byRaw = new Map<string, Alias>();
  private held = 0;

  /** @param maxBytes 0: caches nothing */
  constructor(readonly maxBytes: number) {}

  get bytes(): number {
    return this.held;
  }

  get size(): number {
    return this.entries.size;
  }

  get(key: string, nowMs: number): Answer | undefined {
    return this.fresh(this.entries.get(key), nowMs)?.answer;
  }

  /** @param raw a raw key, see `rawAnswerKey` */
  getRaw(raw: string, nowMs: number): { answer: Answer; request: StorefrontRequest } | undefined {
    const alias = this.byRaw.get(raw);
    if (this.fresh(alias?.entry, nowMs) === undefined) return undefined;
    return { answer: alias!.entry.answer, request: alias!.request };
  }

  put(key: string, answer: Answer, nowMs: number): void {
    const bytes = answer.body.buffer.byteLength + 2 * key.length + OVERHEAD_BYTES;
    // One answer must not evict most others.
    if (bytes > this.maxBytes / 8) return;
    const old = this.entries.get(key);
    if (old !== undefined) this.remove(old);
    this.makeRoom(bytes, nowMs);
    answer.lease.retain();
    const expiresMs = answer.second > 0 ? (answer.second + 1) * 1000 : nowMs + MAX_AGE_MS;
    this.entries.set(key, { key, answer, aliases: [], bytes, expiresMs, used: false });
    this.held += bytes;
  }

  /** Adds a raw key for the answer of `key`, as long as that is cached, with the request that it parses to. */
  alias(key: string, raw: string, request: StorefrontRequest): void {
    const entry = this.entries.get(key);
    if (entry === undefined || entry.aliases.length >= MAX_ALIASES || this.byRaw.has(raw)) return;
    entry.aliases.push(raw);
    const bytes = 2 * raw.length + OVERHEAD_BYTES;
    entry.bytes += bytes;
    this.held += bytes;
    this.byRaw.set(raw, { entry, request });
  }

  clear(): void {
    for (const { answer } of this.entries.values()) answer.lease.release();
    this.entries.clear();
    this.byRaw.clear();
    this.held = 0;
  }

  private fresh(entry: Entry | undefined, nowMs: number): Entry | undefined {
    if (entry === undefined) return undefined;
    if (nowMs >= entry.expiresMs) {
      this.remove(entry);
      return undefined;
    }
    entry.used = true;
    return entry;
  }

  private makeRoom(bytes: number, nowMs: number): void {
    for (const entry of this.entries.values()) {
      if (this.held + bytes <= this.maxBytes) return;
      if (entry.used && nowMs < entry.expiresMs) {
        // Behind the hand of the clock: the iterator meets it again only after all others.
        entry.used = false;
        this.entries.delete(entry.key);
        this.entries.set(entry.key, entry);
      } else {
        this.remove(entry);
      }
    }
  }

  private remove(entry: Entry): void {
    this.entries.delete(entry.key);
    for (const raw of entry.aliases) this.byRaw.delete(raw);
    this.held -= entry.bytes;
    entry.answer.lease.release();
  }
}

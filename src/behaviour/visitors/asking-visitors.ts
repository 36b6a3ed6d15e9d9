/**
 * The visitors who have asked a query, in memory shared by front ends: what a visitor does who has never asked one weighs
 * nothing, because no list was shown to them. A table of buckets with fingerprints, in which the newest visitor of a full
 * bucket takes the place of another: it holds the last half million, and forgets them with the daemon.
 */
const BUCKET = 4;
const BUCKETS = 1 << 17;
const FNV_PRIME = 0x01000193;

export class AskingVisitors {
  private readonly fingerprints: Int32Array;

  /** @param memory that of another thread, to share it */
  constructor(readonly memory = new SharedArrayBuffer(4 * BUCKET * BUCKETS)) {
    this.fingerprints = new Int32Array(memory);
  }

  /** @param visitor the customer's key, or without one that of the session */
  add(market: string, visitor: string): void {
    const { fingerprints } = this;
    const place = placeOf(market, visitor);
    const fingerprint = fingerprintOf(market, visitor);
    for (let at = place; at < place + BUCKET; at++) {
      // Not by Atomics, which take as long as the rest: a word is read whole all the same (ECMAScript, 29.8), and one that
      // another thread writes meanwhile may be missed.
      const found = fingerprints[at];
      if (found === fingerprint) return;
      if (found === 0) {
        Atomics.store(fingerprints, at, fingerprint);
        return;
      }
    }
    Atomics.store(fingerprints, place + ((fingerprint >>> 8) & (BUCKET - 1)), fingerprint);
  }

  /** False: the visitor has not asked a query lately. True: it nearly always has. */
  has(market: string, visitor: string): boolean {
    const place = placeOf(market, visitor);
    const fingerprint = fingerprintOf(market, visitor);
    for (let at = place; at < place + BUCKET; at++) {
      if (Atomics.load(this.fingerprints, at) === fingerprint) return true;
    }
    return false;
  }
}

function placeOf(market: string, visitor: string): number {
  const value = hash(hash(0x811c9dc5, market), visitor);
  return ((value ^ (value >>> 15)) & (BUCKETS - 1)) * BUCKET;
}

/** Never 0, which is a free place. */
function fingerprintOf(market: string, visitor: string): number {
  return hash(hash(0x9747b28c, visitor), market) || 1;
}

/** FNV-1a from a seed. */
function hash(seed: number, text: string): number {
  let value = seed;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), FNV_PRIME);
  return value;
}

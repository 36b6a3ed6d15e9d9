/**
 * The visitors who have reached the frequency cap of a campaign today, in memory shared by threads: Bloom filters of the
 * visitors, and of the pairs of visitor and campaign. Where none is found, which is nearly always, an answer can be shared.
 * A false positive keeps one campaign from one visitor until the filters are made again.
 *
 *   words of 32 bits
 *   0  4  key of the hashes of customer keys, random
 *   4  1  the generation that is read, 0 or 1
 *   5  …  first generation: visitors, pairs; second generation likewise
 */
import { randomFillSync } from 'node:crypto';
import { BloomFilter } from '../../kernel/bloom-filter.js';
import { SipHash } from '../../kernel/siphash.js';

const KEY_WORDS = 4;
const GENERATION = KEY_WORDS;
const HEADER_WORDS = KEY_WORDS + 1;
/** 10 bits for each of 400,000. */
const VISITOR_WORDS = 1 << 17;
const PAIR_WORDS = 1 << 18;
const GENERATION_WORDS = VISITOR_WORDS + PAIR_WORDS;
const HASHES = 7;

/** The campaigns whose cap a visitor has reached. */
export type CappedCampaigns = Pick<ReadonlySet<string>, 'has'>;

interface Filters {
  visitors: BloomFilter;
  pairs: BloomFilter;
}

export class CappedVisitors {
  private readonly words: Int32Array;
  private readonly key: Int32Array;
  private readonly generations: readonly [Filters, Filters];
  private readonly sip = new SipHash();
  private readonly encoder = new TextEncoder();
  private readonly hashed = new Uint8Array(8);
  private readonly hashWords = new Uint32Array(this.hashed.buffer);

  /** @param memory that of another thread, to share it */
  constructor(readonly memory = newMemory()) {
    this.words = new Int32Array(memory, 0, HEADER_WORDS);
    this.key = new Int32Array(memory, 0, KEY_WORDS);
    const filters = (generation: number): Filters => {
      const at = 4 * (HEADER_WORDS + generation * GENERATION_WORDS);
      return {
        visitors: new BloomFilter(new Int32Array(memory, at, VISITOR_WORDS), HASHES),
        pairs: new BloomFilter(new Int32Array(memory, at + 4 * VISITOR_WORDS, PAIR_WORDS), HASHES),
      };
    };
    this.generations = [filters(0), filters(1)];
  }

  /** False: the visitor has reached no cap today. */
  maybe(customerKey: string): boolean {
    return this.current.visitors.mayHave(this.hash(customerKey));
  }

  /** @returns undefined, the usual case: none */
  of(customerKey: string): CappedCampaigns | undefined {
    if (!this.maybe(customerKey)) return undefined;
    const { pairs } = this.current;
    return { has: campaign => pairs.mayHave(this.hash(pair(customerKey, campaign))) };
  }

  /** To be called by one thread alone, like `renew`. */
  add(customerKey: string, campaign: string): void {
    this.addTo(this.current, customerKey, campaign);
  }

  /** Replaces all that was added. Not to be called twice within a second: another thread may still read what is cleared. */
  renew(capped: Iterable<readonly [customerKey: string, campaign: string]>): void {
    const next = 1 - this.words[GENERATION];
    const filters = this.generations[next];
    filters.visitors.clear();
    filters.pairs.clear();
    for (const [customerKey, campaign] of capped) this.addTo(filters, customerKey, campaign);
    Atomics.store(this.words, GENERATION, next);
  }

  private get current(): Filters {
    return this.generations[Atomics.load(this.words, GENERATION)];
  }

  private addTo({ visitors, pairs }: Filters, customerKey: string, campaign: string): void {
    visitors.add(this.hash(customerKey));
    pairs.add(this.hash(pair(customerKey, campaign)));
  }

  /** @returns memory that the next call writes to */
  private hash(text: string): Uint8Array {
    const { sip, hashWords } = this;
    sip.reserve(text.length * 3);
    const { written } = this.encoder.encodeInto(text, sip.message);
    sip.hash(this.key, written);
    hashWords[0] = sip.low;
    hashWords[1] = sip.high;
    return this.hashed;
  }
}

/** Campaign ids have no spaces. */
const pair = (customerKey: string, campaign: string): string => `${campaign} ${customerKey}`;

function newMemory(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(4 * (HEADER_WORDS + 2 * GENERATION_WORDS));
  randomFillSync(new Uint8Array(memory, 0, 4 * KEY_WORDS));
  return memory;
}

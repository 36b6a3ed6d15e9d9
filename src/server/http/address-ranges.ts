/**
 * The range of addresses that a request comes from, as a keyed hash: learning bounds what one range may teach, and stores
 * no address. A range is the first three numbers of an IPv4 address (/24), or of an IPv6 address (/48), which one
 * subscriber has. Its hash is another one each day.
 */
import { createHash } from 'node:crypto';
import { SIP_KEY_BYTES, SipHash } from '../../kernel/siphash.js';
import { TwoGenerationCache } from '../../kernel/two-generation-cache.js';
import { type ClientAddresses, rangeOf } from './client-addresses.js';
import type { Incoming } from './transport.js';

const DAY_MS = 86_400_000;
/** Addresses whose ranges are kept. */
const KEPT = 10_000;

export class AddressRanges {
  private readonly key: Int32Array;
  private readonly sip = new SipHash();
  private known = new TwoGenerationCache<number>(KEPT);
  private day = 0;

  /** @param secret of this data folder */
  constructor(
    secret: string,
    private readonly addresses: ClientAddresses,
  ) {
    const digest = createHash('sha256').update(`ranges of addresses ${secret}`).digest();
    this.key = Int32Array.from({ length: SIP_KEY_BYTES / 4 }, (_, word) => digest.readInt32LE(word * 4));
  }

  /** To be called while the handler of the request runs. @returns 32 bits */
  of(incoming: Incoming, nowMs: number): number {
    const address = this.addresses.of(incoming);
    const day = Math.floor(nowMs / DAY_MS);
    if (day !== this.day) {
      this.day = day;
      this.known = new TwoGenerationCache(KEPT);
    }
    let range = this.known.get(address);
    if (range === undefined) this.known.set(address, (range = this.hash(`${day} ${rangeOf(address)}`)));
    return range;
  }

  private hash(text: string): number {
    const { sip } = this;
    const bytes = Buffer.from(text);
    sip.reserve(bytes.length);
    sip.message.set(bytes);
    sip.hash(this.key, bytes.length);
    return sip.low;
  }
}

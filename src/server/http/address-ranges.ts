/**
 * The range of addresses that a request comes from, as a keyed hash: learning bounds what one range may teach, and stores
 * no address. A range is the first three numbers of an IPv4 address (/24), or of an IPv6 address (/48), which one
 * subscriber has. Its hash is another one each day.
 */
import { createHash } from 'node:crypto';
import { SIP_KEY_BYTES, SipHash } from '../../kernel/siphash.js';
import { TwoGenerationCache } from '../../kernel/two-generation-cache.js';
import type { Incoming } from './transport.js';

const DAY_MS = 86_400_000;
/** Addresses whose ranges are kept. */
const KEPT = 10_000;
const IPV6_GROUPS = 8;
const RANGE_NUMBERS = 3;
/** An address that is longer is none. */
const MAX_ADDRESS = 100;
/** The header that proxies add by their usual settings. */
const FORWARDED_FOR = 'x-forwarded-for';

export class AddressRanges {
  private readonly key: Int32Array;
  private readonly sip = new SipHash();
  private known = new TwoGenerationCache<number>(KEPT);
  private day = 0;

  /**
   * @param secret of this data folder
   * @param header in which a proxy names the client's address; empty: the address of the connection counts
   * @param forwarded called once, where a request has come through a proxy and no header is set
   */
  constructor(
    secret: string,
    private readonly header: string,
    private forwarded?: () => void,
  ) {
    const digest = createHash('sha256').update(`ranges of addresses ${secret}`).digest();
    this.key = Int32Array.from({ length: SIP_KEY_BYTES / 4 }, (_, word) => digest.readInt32LE(word * 4));
  }

  /** To be called while the handler of the request runs. @returns 32 bits */
  of(incoming: Incoming, nowMs: number): number {
    if (this.forwarded && this.header === '' && incoming.header(FORWARDED_FOR) !== '') {
      this.forwarded();
      this.forwarded = undefined;
    }
    const address = this.forwardedFor(incoming) || incoming.address;
    const day = Math.floor(nowMs / DAY_MS);
    if (day !== this.day) {
      this.day = day;
      this.known = new TwoGenerationCache(KEPT);
    }
    let range = this.known.get(address);
    if (range === undefined) this.known.set(address, (range = this.hash(`${day} ${rangeOf(address)}`)));
    return range;
  }

  /** What the nearest proxy says; empty where it says nothing, or is not believed. */
  private forwardedFor(incoming: Incoming): string {
    const { header } = this;
    if (header === '' || incoming.header(header) === '') return '';
    // Some proxies add a line of their own behind those of the client, of which `header` may give the first.
    return lastOf(incoming.headers().findLast(([name]) => name === header)?.[1] ?? '');
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

/** Of a list of addresses the last, which the nearest proxy has added: what is before it may be forged. */
function lastOf(list: string): string {
  const end = list.slice(-MAX_ADDRESS);
  return end.slice(end.lastIndexOf(',') + 1).trim();
}

/** The text that all addresses of a range have in common. */
export function rangeOf(address: string): string {
  const lastDot = address.lastIndexOf('.');
  // An IPv4 address may be written as one of IPv6.
  if (lastDot >= 0) return address.slice(address.lastIndexOf(':', lastDot) + 1, lastDot);
  // With a port, the address stands in brackets.
  const [before = '', behind] = address.replace('[', '').split('::');
  const first = before === '' ? [] : before.split(':');
  const last = behind === undefined || behind === '' ? [] : behind.split(':');
  const zeros = behind === undefined ? 0 : Math.max(0, IPV6_GROUPS - first.length - last.length);
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last];
  return groups
    .slice(0, RANGE_NUMBERS)
    .map(group => Number.parseInt(group, 16))
    .join(':');
}

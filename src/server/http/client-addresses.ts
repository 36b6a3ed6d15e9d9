/**
 * The address of the client that sends a request: that of its connection, or what the proxy before the daemon says in a
 * header that the settings name.
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { TwoGenerationCache } from '../../kernel/two-generation-cache.js';
import type { Incoming } from './transport.js';

/** Addresses that are kept. */
const KEPT = 10_000;
/** An address that is longer is none. */
const MAX_ADDRESS = 100;
const IPV6_GROUPS = 8;
const RANGE_NUMBERS = 3;
/** The header that proxies add by their usual settings. */
const FORWARDED_FOR = 'x-forwarded-for';

/** Of connections from here a proxy is the likely end: private networks (RFC 1918, RFC 4193), this link, this machine. */
const NEAR = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  NEAR.addSubnet(network, bits);
}
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  NEAR.addSubnet(network, bits, 'ipv6');
}

export class ClientAddresses {
  private readonly known = new TwoGenerationCache<{ name: string; near: boolean }>(KEPT);

  /**
   * @param header in which a proxy names the client's address; empty: the address of the connection counts
   * @param forwarded called once, where a request has come through a proxy and no header is set
   */
  constructor(
    private readonly header: string,
    private forwarded?: () => void,
  ) {}

  /** To be called while the handler of the request runs. */
  of(incoming: Incoming): string {
    if (this.forwarded && this.header === '' && incoming.header(FORWARDED_FOR) !== '') {
      this.forwarded();
      this.forwarded = undefined;
    }
    return this.forwardedFor(incoming) || incoming.address;
  }

  /**
   * What tells this client from others: an IPv4 address, or the part of an IPv6 address that one subscriber has.
   * Undefined where a proxy has sent the request, as far as can be told, and does not name the client.
   */
  apart(incoming: Incoming): string | undefined {
    const named = this.forwardedFor(incoming);
    const address = named || incoming.address;
    let client = this.known.get(address);
    if (client === undefined) this.known.set(address, (client = clientOf(address)));
    return named === '' && client.near ? undefined : client.name;
  }

  /** What the nearest proxy says; empty where it says nothing, or is not believed. */
  private forwardedFor(incoming: Incoming): string {
    const { header } = this;
    if (header === '') return '';
    // Some proxies add a line of their own behind those of the client, of which `header` may give the first: an empty one
    // would hide theirs.
    return lastOf(incoming.headers().findLast(([name]) => name === header)?.[1] ?? '');
  }
}

/** Of a list of addresses the last, which the nearest proxy has added: what is before it may be forged. */
function lastOf(list: string): string {
  const end = list.slice(-MAX_ADDRESS);
  return end.slice(end.lastIndexOf(',') + 1).trim();
}

function clientOf(address: string): { name: string; near: boolean } {
  const ipv4 = ipv4Of(address);
  if (ipv4 !== undefined) return { name: ipv4, near: NEAR.check(ipv4) };
  const plain = /^\[([^\]]*)\]/.exec(address)?.[1] ?? address;
  return isIPv6(plain)
    ? { name: rangeOf(plain), near: NEAR.check(plain, 'ipv6') }
    : { name: address, near: address === '' };
}

/** Also of one that is written as IPv6, or with a port. */
function ipv4Of(address: string): string | undefined {
  const dotted = /(?:^|:)(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/.exec(address)?.[1];
  if (dotted !== undefined) return isIPv4(dotted) ? dotted : undefined;
  const [, high, low] = /^(?:0+:){5}ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address) ?? [];
  if (high === undefined) return undefined;
  const bytes = [high, low!].map(pair => Number.parseInt(pair, 16)).flatMap(pair => [pair >> 8, pair & 0xff]);
  return bytes.join('.');
}

/** The text that all addresses of a range have in common: /24 of IPv4, and /48 of IPv6, which one subscriber has. */
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

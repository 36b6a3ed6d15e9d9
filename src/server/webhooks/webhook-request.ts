/**
 * One request to a receiver, signed as Standard Webhooks says (https://www.standardwebhooks.com): HMAC-SHA256 over id, time
 * and body. No redirect is followed, nothing of the reply is read but its status and `Retry-After`, and the address that
 * a name resolves to is looked at in the same step as it is connected to, so that it cannot be another one then.
 */
import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

export interface WebhookMessage {
  id: string;
  /** JSON. */
  body: string;
}

/** What came of a request; `status` is undefined where there was no reply. */
export interface WebhookReply {
  status?: number;
  fault?: string;
  retryAfterMs?: number;
}

const TIMEOUT_MS = 15_000;
const PREFIX = 'whsec_';

/** Addresses that are not of the public internet (RFC 6890). */
const NOT_PUBLIC = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  NOT_PUBLIC.addSubnet(network, bits);
}
for (const [network, bits] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  NOT_PUBLIC.addSubnet(network, bits, 'ipv6');
}

/** An IPv4 address inside of IPv6 is looked at as what it is. */
export function isPublic(address: string): boolean {
  const [, inside] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  const plain = inside ?? address;
  return !NOT_PUBLIC.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/** The signatures of a message by all secrets, in the form of the header. */
export function signatures(secrets: readonly string[], { id, body }: WebhookMessage, seconds: number): string {
  return secrets
    .map(secret => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
    })
    .join(' ');
}

/** Never rejects. */
export function deliver(
  target: { url: string; secrets: readonly string[] },
  message: WebhookMessage,
  privateNetworks: boolean,
  signal: AbortSignal,
): Promise<WebhookReply> {
  const url = new URL(target.url);
  if (!privateNetworks) {
    if (url.protocol !== 'https:') return refused('http is allowed in private networks alone');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isPublic(host)) return refused(`${host} is not public`);
  }
  const seconds = Math.floor(Date.now() / 1000);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(message.body),
    'User-Agent': 'vitrine-webhooks',
    'webhook-id': message.id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures(target.secrets, message, seconds),
  };
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise(resolve => {
    const request = open(url, {
      method: 'POST',
      headers,
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      ...(!privateNetworks && { lookup: publicLookup }),
    });
    request.on('error', error =>
      resolve({ fault: error.name === 'TimeoutError' ? 'no reply within 15 s' : error.message }),
    );
    request.on('response', response => {
      const { statusCode: status = 0, headers } = response;
      const retryAfterMs = retryAfter(headers['retry-after']);
      resolve({ status, ...(retryAfterMs !== undefined && { retryAfterMs }) });
      response.destroy();
    });
    request.end(message.body);
  });
}

function refused(fault: string): Promise<WebhookReply> {
  return Promise.resolve({ fault: `${fault}; see webhooks.privateNetworks` });
}

/** Seconds, or a date, as milliseconds from now. */
function retryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, time - Date.now());
}

const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) {
      callback(error ?? new Error(`${host} has no address`), '', 0);
      return;
    }
    const inside = addresses.find(({ address }) => !isPublic(address));
    if (inside)
      callback(new Error(`${host} is ${inside.address}, which is not public; see webhooks.privateNetworks`), '', 0);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

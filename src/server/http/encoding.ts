/**
 * Chooses the encoding of a reply by the request's Accept-Encoding (RFC 9110, 12.5.3). Answers to queries are offered
 * in zstd (RFC 8878) where this version of Node has it, Brotli, gzip and identity, everything else in gzip and
 * identity.
 */
import zlib from 'node:zlib';
import type { Lease } from './lease.js';

export type Encoding = 'gzip' | 'identity';
/** Encodings of answers alone, which clients have to name: one that takes anything may not be able to decode them. */
export type NamedEncoding = 'zstd' | 'br';
export type AnswerEncoding = NamedEncoding | Encoding;

/** The named encodings on offer, the best first. */
export const NAMED_ENCODINGS: readonly NamedEncoding[] = 'zstdCompressSync' in zlib ? ['zstd', 'br'] : ['br'];

/** The encoded body of a reply. */
export interface EncodedBody {
  /** Its bytes do not change before the end of the lease. */
  body: Uint8Array;
  lease: Lease;
  encoding: AnswerEncoding;
}

/** What a client accepts: the preferred one of the encodings on offer, undefined when it accepts none of them. */
export interface Accepted {
  answer: AnswerEncoding | undefined;
  /** Of replies that are no answers to queries. */
  other: Encoding | undefined;
  /** As `other`, of those alone that the header states, by name or by `*`: identity is not taken for granted. */
  stated: Encoding | undefined;
}

/** Below this, compression costs more than it saves. */
export const MIN_COMPRESSED_BYTES = 1024;

const IDENTITY: Accepted = { answer: 'identity', other: 'identity', stated: undefined };
/** Results by header: clients send few different ones. */
const known = new Map<string, Accepted>();
const MAX_KNOWN = 256;

/** @param header its value; an absent one, which is empty, means identity */
export function acceptedEncodings(header: string): Accepted {
  if (header === '') return IDENTITY;
  let accepted = known.get(header);
  if (accepted === undefined) {
    accepted = negotiate(header, NAMED_ENCODINGS);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(header, accepted);
  }
  return accepted;
}

/** @param named encodings on offer, the best first; of those that weigh the same, the first is chosen */
export function negotiate(header: string, named: readonly NamedEncoding[]): Accepted {
  const weights = new Map<string, number>();
  for (const item of header.split(',')) {
    const [coding, ...parameters] = item.split(';').map(part => part.trim().toLowerCase());
    if (coding) weights.set(coding === 'x-gzip' ? 'gzip' : coding, weight(parameters));
  }
  const any = weights.get('*');
  const gzip = weights.get('gzip') ?? any ?? 0;
  // Identity is acceptable unless it is refused, by name or by `*`.
  const identity = weights.get('identity') ?? (any === 0 ? 0 : undefined);
  const plain = identity === 0 ? undefined : 'identity';
  const other = gzip > 0 && gzip >= (identity ?? 0) ? 'gzip' : plain;
  const stated = other === 'gzip' || (identity ?? any ?? 0) > 0 ? other : undefined;
  let answer: AnswerEncoding | undefined = other;
  let best = Math.max(gzip, identity ?? 0, Number.MIN_VALUE);
  for (const encoding of named.toReversed()) {
    const weight = weights.get(encoding) ?? 0;
    if (weight < best) continue;
    answer = encoding;
    best = weight;
  }
  return { answer, other, stated };
}

function weight(parameters: string[]): number {
  const q = parameters.find(parameter => /^q\s*=/.test(parameter));
  if (q === undefined) return 1;
  const value = Number(q.slice(q.indexOf('=') + 1).trim());
  return value >= 0 && value <= 1 ? value : 0;
}

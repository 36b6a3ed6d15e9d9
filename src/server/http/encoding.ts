/**
 * Chooses the encoding of a reply by the request's Accept-Encoding (RFC 9110, 12.5.3); gzip and identity are offered.
 */
import type { Lease } from './lease.js';

export type Encoding = 'gzip' | 'identity';

/** The encoded body of a reply. */
export interface EncodedBody {
  /** Its bytes do not change before the end of the lease. */
  body: Uint8Array;
  lease: Lease;
  encoding: Encoding;
}

/** Below this, compression costs more than it saves. */
export const MIN_GZIP_BYTES = 1024;

/** Results by header: clients send few different ones. */
const known = new Map<string, Encoding | undefined>();
const MAX_KNOWN = 256;

/**
 * @returns the preferred one of the encodings that the client accepts; undefined when it accepts neither. An absent
 * header means identity.
 */
export function acceptedEncoding(header: string): Encoding | undefined {
  if (header === '') return 'identity';
  const found = known.get(header);
  if (found !== undefined || known.has(header)) return found;
  const accepted = negotiate(header);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(header, accepted);
  return accepted;
}

function negotiate(header: string): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const item of header.split(',')) {
    const [coding, ...parameters] = item.split(';').map(part => part.trim().toLowerCase());
    if (coding) weights.set(coding === 'x-gzip' ? 'gzip' : coding, weight(parameters));
  }
  const any = weights.get('*');
  const gzip = weights.get('gzip') ?? any ?? 0;
  // Identity is acceptable unless it is refused, by name or by `*`.
  const identity = weights.get('identity') ?? (any === 0 ? 0 : undefined);
  if (gzip > 0 && gzip >= (identity ?? 0)) return 'gzip';
  return identity === 0 ? undefined : 'identity';
}

function weight(parameters: string[]): number {
  const q = parameters.find(parameter => /^q\s*=/.test(parameter));
  if (q === undefined) return 1;
  const value = Number(q.slice(q.indexOf('=') + 1).trim());
  return value >= 0 && value <= 1 ? value : 0;
}

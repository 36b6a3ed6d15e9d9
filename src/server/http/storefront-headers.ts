/**
 * The common headers of storefront replies. Those of answers differ only in the encoding and the milliseconds, so their
 * lists are cached: an answer from the cache costs little more than writing its headers.
 */
import type { AnswerEncoding } from './encoding.js';

export const JSON_TYPE = ['Content-Type', 'application/json;charset=utf-8', 'Cache-Control', 'no-store'];
const IDENTITY = [...JSON_TYPE, 'Vary', 'Accept-Encoding'];
const ANSWER: Record<AnswerEncoding, readonly string[]> = {
  identity: IDENTITY,
  gzip: [...IDENTITY, 'Content-Encoding', 'gzip'],
  br: [...IDENTITY, 'Content-Encoding', 'br'],
  zstd: [...IDENTITY, 'Content-Encoding', 'zstd'],
};
/** What pages of other origins may read: their clients repeat what was refused. */
const EXPOSED = 'X-Response-Time, Retry-After';
/** After which time a refused request may be repeated. */
export const RETRY_AFTER = ['Retry-After', '1'];
const REFUSAL = [...IDENTITY, ...RETRY_AFTER];
/** Times up to which lists are cached. */
const KEPT_MS = 1000;

/** Names and values in turn. */
export type HeaderList = readonly string[];

export interface ListedHeaders {
  headers: HeaderList;
  /** Whether the list is cached and will be sent again. */
  lasting: boolean;
}

export class StorefrontHeaders {
  private readonly refusals: HeaderList[] = [];
  private readonly kept: Record<AnswerEncoding, HeaderList[]> = { identity: [], gzip: [], br: [], zstd: [] };

  /** @param corsOrigin the setting of that name */
  constructor(private readonly corsOrigin: readonly string[]) {}

  /** Whether a reply depends on the request's origin. */
  get askOrigin(): boolean {
    return this.corsOrigin[0] !== '*';
  }

  /** Whether an origin is allowed by name, rather than with all others. */
  names(origin: string): boolean {
    return this.corsOrigin[0] !== '*' && this.corsOrigin.includes(origin);
  }

  /**
   * The headers of every reply.
   * @param elapsedMs duration of the request
   * @param origin of the request, where replies depend on it; empty without one
   */
  of(elapsedMs: number, origin: string): string[] {
    const headers = ['X-Response-Time', String(elapsedMs), 'Access-Control-Expose-Headers', EXPOSED];
    headers.push('Server-Timing', `total;dur=${elapsedMs}`);
    const { corsOrigin } = this;
    if (corsOrigin[0] === '*') headers.push('Access-Control-Allow-Origin', '*');
    else if (corsOrigin.includes(origin)) headers.push('Access-Control-Allow-Origin', origin, 'Vary', 'Origin');
    else if (corsOrigin.length > 0) headers.push('Vary', 'Origin');
    return headers;
  }

  /** All headers of the reply to a query that is refused before it is read. */
  ofRefusal(elapsedMs: number, origin: string): ListedHeaders {
    return this.listed(REFUSAL, this.refusals, elapsedMs, origin);
  }

  /** All headers of an answer. */
  ofAnswer(encoding: AnswerEncoding, elapsedMs: number, origin: string): ListedHeaders {
    return this.listed(ANSWER[encoding], this.kept[encoding], elapsedMs, origin);
  }

  private listed(first: HeaderList, kept: HeaderList[], elapsedMs: number, origin: string): ListedHeaders {
    if (origin !== '' || elapsedMs >= KEPT_MS) {
      return { headers: [...first, ...this.of(elapsedMs, origin)], lasting: false };
    }
    return { headers: (kept[elapsedMs] ??= [...first, ...this.of(elapsedMs, '')]), lasting: true };
  }
}

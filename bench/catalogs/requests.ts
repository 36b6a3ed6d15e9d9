/** Streams of requests, in which few search texts are frequent and many are rare (Zipf's law). */
import { type Draws, stream, zipf } from './chance.js';

const MARKET = 'uk';
const LOCALE = 'en-GB';
const COLOURS = ['BLACK', 'WHITE', 'BLUE', 'RED', 'GREY'];

/** The queries that benches send. */
export const QUERY_KINDS = ['search-page', 'autocomplete'] as const;
export type QueryKind = (typeof QUERY_KINDS)[number];
/** `mixed`: three autocompletes for each search page. */
export type StreamKind = QueryKind | 'mixed';

export interface QueryRequest {
  query: QueryKind;
  /** The query string, without `?`. */
  parameters: string;
}

/**
 * A stream of requests; each visitor sends eight in a row.
 * @param texts most frequent first
 * @param count how many requests
 * @param name of the stream: another name, other draws and other visitors
 */
export function requests(kind: StreamKind, texts: readonly string[], count: number, name: string): QueryRequest[] {
  const draws = stream(`bench ${kind} ${name}`);
  const drawText = zipf(texts.length);
  return Array.from({ length: count }, (_, i) => {
    const query = kind === 'mixed' ? (i % 4 === 3 ? 'search-page' : 'autocomplete') : kind;
    const text = texts[drawText(draws)];
    const more = query === 'autocomplete' ? typedSoFar(text, draws) : searched(text, draws);
    const visitor = `customerKey=c-${name}-${i >> 3}&sessionKey=s-${name}-${i >> 3}`;
    return { query, parameters: `market=${MARKET}&locale=${LOCALE}&touchpoint=DESKTOP&${visitor}&${more}` };
  });
}

/** Path and query string of a request to a daemon. */
export function pathOf({ query, parameters }: QueryRequest): string {
  return `/api/storefront/v3/queries/${query}?${parameters}`;
}

function typedSoFar(text: string, draws: Draws): string {
  return `q=${encodeURIComponent(text.slice(0, draws.between(Math.min(2, text.length), text.length)))}`;
}

/** Sixty products and all facets; one request in ten asks for the second page, one in ten has a colour selected. */
function searched(text: string, draws: Draws): string {
  const form = draws.below(100);
  const more = form < 80 ? '' : form < 90 ? '&skip=60' : `&f.color=${draws.pick(COLOURS)}`;
  return `limit=60&q=${encodeURIComponent(text)}${more}`;
}

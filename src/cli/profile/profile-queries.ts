/**
 * The queries of a profile, as requests of one kind: searches of a file or of visitors, or by default phrases that the
 * catalog suggests and its pages. For autocomplete, texts are cut to prefixes, as if they were being typed.
 */
import { parseStorefrontQuery } from '../../api/parse-query.js';
import { type Page, pagePrefix } from '../../catalog/site/page-document.js';
import { Part } from '../../index/part.js';
import { Site } from '../../index/site.js';
import { SuggestedPhrases } from '../../index/suggested-phrases.js';
import type { StorefrontRequest } from '../../pages/shared/requests.js';
import type { SharedSnapshot } from '../../snapshot/index.js';
import type { ViewName } from '../diff/common-views.js';
import { viewOf } from '../diff/common-views.js';

export const PROFILE_KINDS = ['search-page', 'autocomplete', 'landing-page'] as const;
export type ProfileKind = (typeof PROFILE_KINDS)[number];

/** The variable part of a request in one view: a search text, or the id or path of a page. */
export interface ProfileQuery extends ViewName {
  q: string;
}

/** Shortest prefix: shorter ones have no suggestions. */
const SHORTEST_TYPED = 2;

/** For each view, its most frequent phrases, or for landing pages the stored pages of the market. */
export function suggestedQueries(
  { manifest, parts }: SharedSnapshot,
  kind: ProfileKind,
  views: readonly ViewName[],
  most: number,
): ProfileQuery[] {
  const ofEach = Math.max(1, Math.floor(most / views.length));
  return views.flatMap(view => {
    const texts =
      kind === 'landing-page' ? pagesOf(manifest.site, parts, view) : phrasesOf(manifest, parts, view, ofEach);
    return texts.slice(0, ofEach).map(q => ({ ...view, q }));
  });
}

function phrasesOf(
  manifest: SharedSnapshot['manifest'],
  parts: SharedSnapshot['parts'],
  view: ViewName,
  most: number,
): string[] {
  const phrases = new SuggestedPhrases(new Part(parts.get(viewOf(manifest, view)!.parts.phrases)!));
  return Array.from({ length: Math.min(most, phrases.size) }, (_, i) => phrases.at(i));
}

function pagesOf(site: string, parts: SharedSnapshot['parts'], { market }: ViewName): string[] {
  const stored = new Site(new Part(parts.get(site)!)).all<Page>(pagePrefix('page', market));
  return [...stored].map(({ record }) => record.id);
}

/** Prefixes of texts, of each length in turn. */
export function typedPrefixes(queries: readonly ProfileQuery[]): ProfileQuery[] {
  return queries.map((query, i) => {
    const letters = [...query.q];
    const lengths = Math.max(1, letters.length - SHORTEST_TYPED + 1);
    return {
      ...query,
      q: letters
        .slice(0, SHORTEST_TYPED + (i % lengths))
        .join('')
        .trimEnd(),
    };
  });
}

/** @throws Problem when a text is no valid query */
export function requestOf({ market, locale, q }: ProfileQuery, kind: ProfileKind, limit: number): StorefrontRequest {
  const parameters = new URLSearchParams({
    market,
    locale,
    [kind === 'landing-page' ? 'pageReference' : 'q']: q,
    touchpoint: 'DESKTOP',
    userContext: 'ANONYMOUS',
    notify: 'false',
    ...(kind !== 'autocomplete' && { limit: String(limit) }),
  });
  return parseStorefrontQuery(kind, { method: 'GET', rawQuery: parameters.toString() }, { ticketSecret: '' });
}

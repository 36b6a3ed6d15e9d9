/**
 * What is asked while profiling: the searches of a file or of visitors, else texts that the catalog suggests itself, as
 * requests of one kind. For autocomplete texts are cut off somewhere, as they are while they are being typed.
 */
import { parseStorefrontQuery } from '../../api/storefront.js';
import { type Page, pagePrefix } from '../../catalog/site/page-document.js';
import { Part } from '../../index/part.js';
import { Site } from '../../index/site.js';
import { SuggestedPhrases } from '../../index/suggested-phrases.js';
import type { StorefrontRequest } from '../../pages/shared/requests.js';
import type { SharedSnapshot } from '../../snapshot/index.js';
import type { ViewName } from '../diff/views.js';
import { viewOf } from '../diff/views.js';

export const KINDS = ['search-page', 'autocomplete', 'landing-page'] as const;
export type Kind = (typeof KINDS)[number];

/** A text, or a page's id or path; in one view. */
export interface Question extends ViewName {
  q: string;
}

/** Nothing shorter leads anywhere. */
const SHORTEST_TYPED = 2;

/** What the catalog suggests in each of the views: the most frequent phrases, and the pages that are stored. */
export function suggestedQuestions(
  { manifest, parts }: SharedSnapshot,
  kind: Kind,
  views: readonly ViewName[],
  most: number,
): Question[] {
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

/**
 * The beginnings of texts, of every length in turn.
 * @param questions each is cut at another place than the one before
 */
export function typedQuestions(questions: readonly Question[]): Question[] {
  return questions.map((question, i) => {
    const letters = [...question.q];
    const lengths = Math.max(1, letters.length - SHORTEST_TYPED + 1);
    return {
      ...question,
      q: letters
        .slice(0, SHORTEST_TYPED + (i % lengths))
        .join('')
        .trimEnd(),
    };
  });
}

/** @throws Problem when a text cannot be asked for. */
export function requestOf({ market, locale, q }: Question, kind: Kind, limit: number): StorefrontRequest {
  const parameters = new URLSearchParams({
    market,
    locale,
    [kind === 'landing-page' ? 'pageReference' : 'q']: q,
    touchpoint: 'DESKTOP',
    userContext: 'ANONYMOUS',
    notify: 'false',
    ...(kind !== 'autocomplete' && { limit: String(limit) }),
  });
  return parseStorefrontQuery(kind, 'GET', parameters.toString(), undefined, undefined, { ticketSecret: '' });
}

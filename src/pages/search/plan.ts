/**
 * The plan of a search before its text is understood: which products may be listed, and which rules apply to the text.
 */
import type { PhraseEffects } from '../../query/matching/phrase-effects.js';
import type { Scope } from '../../query/matching/text-match.js';
import { allowedBy, scopeOf } from '../shared/context/allowed-products.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { Selection } from '../shared/filters/selection.js';
import type { SearchPageRequest } from '../shared/requests.js';
import type { PhraseRules } from '../shared/search-settings/phrase-rules.js';

export interface SearchPlan {
  request: SearchPageRequest;
  phraseRules: PhraseRules;
  allowed: Selection;
  scope: Scope;
  /** The effects of rules for the text as typed; undefined: none. */
  typedEffects: PhraseEffects | undefined;
  /** Whether a text without hits is replaced by its best correction. */
  autoCorrect: boolean;
}

export function planSearch(request: SearchPageRequest, context: PageContext): SearchPlan {
  const phraseRules = context.viewContext.searchSettings.of(request);
  const allowed = allowedBy(request.rules, context);
  const typedEffects = phraseRules.effects(request.q, context);
  const pinned = (typedEffects?.pins.length ?? 0) > 0;
  return {
    request,
    phraseRules,
    allowed,
    scope: scopeOf(allowed, phraseRules.lexicon, context),
    typedEffects,
    // Pinned products are hits of the text, so that it needs no correction.
    autoCorrect: request.facets.length === 0 && request.origin !== 'UNDO_AUTO_CORRECT' && !pinned,
  };
}

/** What a search is going to do, before any text is looked at: what may be listed, and what rules do for the text. */
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
  /** What rules do for the text as typed; undefined: nothing. */
  typedEffects: PhraseEffects | undefined;
  /** Whether a text that finds nothing gives way to its best correction. */
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
    // A text that products are pinned for finds these.
    autoCorrect: request.facets.length === 0 && request.origin !== 'UNDO_AUTO_CORRECT' && !pinned,
  };
}

/** The search settings of a view in one thread: merged for each locale, with and without previews, on first use. */
import {
  type LocaleSearchSettings,
  type SearchLayer,
  searchKey,
  searchKeysFor,
} from '../../../catalog/site/search-settings-document.js';
import type { Site } from '../../../index/site.js';
import type { RulePlanner } from '../../../query/filters/rule-planner.js';
import { type NamedSettings, PhraseRuleMatcher } from '../../../query/phrases/phrase-rule-matcher.js';
import type { View } from '../../../snapshot/index.js';
import type { RuleProductsCache } from '../filters/rule-products-cache.js';
import type { ProductContext } from '../requests.js';
import { PhraseRules } from './phrase-rules.js';

/** Most merged settings of a view: one for each locale, with and without previews. */
const KEPT_RULES = 16;

export class SearchSettingsIndex {
  private readonly known = new Map<string, PhraseRules>();
  private readonly empty: PhraseRules;

  constructor(
    private readonly site: Site,
    private readonly view: View,
    private readonly rules: RulePlanner,
    private readonly kept: RuleProductsCache,
  ) {
    this.empty = this.rulesOf([]);
  }

  of({ locale, viewId }: Pick<ProductContext, 'locale' | 'viewId'>): PhraseRules {
    const key = `${viewId}|${locale}`;
    let phraseRules = this.known.get(key);
    if (!phraseRules) {
      const layers: SearchLayer[] = viewId === 'PREVIEW' ? ['search-preview', 'search'] : ['search'];
      const merged = searchKeysFor(locale).flatMap(under => this.settingsUnder(under, layers));
      phraseRules = merged.length === 0 ? this.empty : this.rulesOf(merged);
      if (this.known.size >= KEPT_RULES) this.known.delete(this.known.keys().next().value!);
      this.known.set(key, phraseRules);
    }
    return phraseRules;
  }

  /** The settings under a key, from the first layer that has some. */
  private settingsUnder(under: string, layers: readonly SearchLayer[]): NamedSettings[] {
    for (const layer of layers) {
      const name = searchKey(layer, under);
      const settings = this.site.get<LocaleSearchSettings>(name);
      if (settings) return [{ name, settings }];
    }
    return [];
  }

  private rulesOf(merged: readonly NamedSettings[]): PhraseRules {
    return new PhraseRules(new PhraseRuleMatcher(merged, this.view.analyzer), this.view, this.rules, this.kept);
  }
}

/**
 * What a thread keeps about the search settings of a view: for each locale and state of previews, the settings that
 * hold, merged and ready to be asked. Nothing is looked at before somebody searches.
 */
import {
  type LocaleSearchSettings,
  type SearchLayer,
  searchKey,
  searchKeysOf,
} from '../../../catalog/site/search-settings.js';
import type { Site } from '../../../index/site.js';
import type { RulePlanner } from '../../../query/filters/rule-planner.js';
import { type NamedSettings, PhraseRuleMatcher } from '../../../query/phrases/phrase-rule-matcher.js';
import type { View } from '../../../snapshot/index.js';
import type { KeptProducts } from '../filters/rule-products-cache.js';
import type { ProductContext } from '../requests.js';
import { PhraseRules } from './phrase-rules.js';

/** Of a view, which differ by locale and by preview. */
const KEPT_BOOKS = 16;

export class SearchSettingsIndex {
  private readonly books = new Map<string, PhraseRules>();
  private readonly empty: PhraseRules;

  constructor(
    private readonly site: Site,
    private readonly view: View,
    private readonly rules: RulePlanner,
    private readonly kept: KeptProducts,
  ) {
    this.empty = this.bookOf([]);
  }

  of({ locale, viewId }: Pick<ProductContext, 'locale' | 'viewId'>): PhraseRules {
    const key = `${viewId}|${locale}`;
    let book = this.books.get(key);
    if (!book) {
      const layers: SearchLayer[] = viewId === 'PREVIEW' ? ['search-preview', 'search'] : ['search'];
      const merged = searchKeysOf(locale).flatMap(under => this.settingsUnder(under, layers));
      book = merged.length === 0 ? this.empty : this.bookOf(merged);
      if (this.books.size >= KEPT_BOOKS) this.books.delete(this.books.keys().next().value!);
      this.books.set(key, book);
    }
    return book;
  }

  /** Of the first layer that has some. */
  private settingsUnder(under: string, layers: readonly SearchLayer[]): NamedSettings[] {
    for (const layer of layers) {
      const name = searchKey(layer, under);
      const settings = this.site.get<LocaleSearchSettings>(name);
      if (settings) return [{ name, settings }];
    }
    return [];
  }

  private bookOf(merged: readonly NamedSettings[]): PhraseRules {
    return new PhraseRules(new PhraseRuleMatcher(merged, this.view.analyzer), this.view, this.rules, this.kept);
  }
}

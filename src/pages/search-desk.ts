/**
 * What a thread keeps about the search settings of a view: for each locale and state of previews, the settings that
 * hold, merged and ready to be asked. Nothing is looked at before somebody searches.
 */
import {
  type LocaleSearchSettings,
  type SearchLayer,
  searchKey,
  searchKeysOf,
} from '../catalog/site/search-settings.js';
import type { Site } from '../index/site.js';
import { type NamedSettings, PhraseRules } from '../query/phrase-rules.js';
import type { RulePlanner } from '../query/rule-plan.js';
import type { View } from '../snapshot/index.js';
import type { KeptProducts } from './kept-products.js';
import { PhraseBook } from './phrase-book.js';
import type { ProductContext } from './requests.js';

/** Of a view, which differ by locale and by preview. */
const KEPT_BOOKS = 16;

export class SearchDesk {
  private readonly books = new Map<string, PhraseBook>();
  private readonly empty: PhraseBook;

  constructor(
    private readonly site: Site,
    private readonly view: View,
    private readonly rules: RulePlanner,
    private readonly kept: KeptProducts,
  ) {
    this.empty = this.bookOf([]);
  }

  of({ locale, viewId }: Pick<ProductContext, 'locale' | 'viewId'>): PhraseBook {
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

  private bookOf(merged: readonly NamedSettings[]): PhraseBook {
    return new PhraseBook(new PhraseRules(merged, this.view.analyzer), this.view, this.rules, this.kept);
  }
}

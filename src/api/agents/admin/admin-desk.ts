/** What the tools of the shop's agents work with. */
import type { LocaleSearchSettings } from '../../../catalog/site/search-settings-document.js';
import type { Explanation } from '../../../pages/explain/explanation.js';
import type { Access } from '../../access.js';
import type { ShopDesk } from '../agent-tool.js';

export interface ListedSearch {
  q: string;
  locale: string;
  /** Sessions with the search, decayed by age. */
  uses: number;
  /** Of the last time. */
  hits: number;
}

export interface SearchesOrder {
  market: string;
  locale?: string | undefined;
  /** Those alone that found nothing the last time. */
  hitless: boolean;
  limit: number;
}

export type DraftKind = 'search-settings' | 'search-settings-publish' | 'pages' | 'pages-publish';

/** What tools of the shop's agents work with. */
export interface AdminDesk extends ShopDesk {
  /** @param market that the call is about; undefined: all @throws Problem where the key does not suffice */
  require(access: Access, market?: string): Promise<void>;
  explain(order: {
    query: 'search-page';
    parameters: Record<string, string>;
    products: string[];
  }): Promise<Explanation>;
  searches(order: SearchesOrder): Promise<ListedSearch[]>;
  /** The settings of a locale, a language or `*`, as published or as drafted. */
  settings(layer: 'search' | 'search-preview', key: string): LocaleSearchSettings | undefined;
  /** Imports a document. Resolves when it is live. @returns warnings @throws Problem */
  change(kind: DraftKind, body: object): Promise<readonly string[]>;
}

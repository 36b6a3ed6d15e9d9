/**
 * The stored pages of a view in one thread: the directory of their names, the configuration of each, and its products
 * under each offer context. All of it is computed on first use.
 */
import type { RuleExpression } from '../../../catalog/rules/rule-expression.js';
import type { Page } from '../../../catalog/site/page-document.js';
import type { Site } from '../../../index/site.js';
import { type Bitmap, complement, emptyBitmap, fullBitmap, setBit } from '../../../kernel/bitmap.js';
import { anyOf, both, type Filter, passingProducts } from '../../../query/filters/filter.js';
import type { RulePlanner } from '../../../query/filters/rule-planner.js';
import { Matcher } from '../../../query/matching/matcher.js';
import { find } from '../../../query/matching/text-match.js';
import type { QueryContext } from '../../../query/query-context.js';
import type { Slice } from '../../../query/ranking/arrangement.js';
import { understand } from '../../../query/understanding/understand.js';
import type { View } from '../../../snapshot/index.js';
import type { RuleProductsCache } from '../filters/rule-products-cache.js';
import type { Selection } from '../filters/selection.js';
import type { ProductContext, ViewId } from '../requests.js';
import { configurationOf, isDated, type PageConfiguration } from './page-configuration.js';
import { PageDirectory } from './page-directory.js';

/** Most configurations of a view that a thread keeps. */
const KEPT_CONFIGURATIONS = 4096;

type PageLocale = Pick<ProductContext, 'locale' | 'viewId'>;

/** A matcher of this thread for keywords, so that results of the query's own matcher stay valid. */
let keywordMatcher: Matcher | undefined;

export class PageConfigurations {
  private readonly directories = new Map<ViewId, PageDirectory>();
  private readonly configurations = new Map<string, PageConfiguration>();

  constructor(
    private readonly site: Site,
    private readonly view: View,
    private readonly rules: RulePlanner,
    private readonly kept: RuleProductsCache,
  ) {}

  directory(viewId: ViewId): PageDirectory {
    let directory = this.directories.get(viewId);
    if (!directory) this.directories.set(viewId, (directory = new PageDirectory(this.site, this.view.market, viewId)));
    return directory;
  }

  configuration(page: Page, { locale, viewId }: PageLocale): PageConfiguration {
    const key = `${viewId}|${locale}|${page.id}`;
    let configuration = this.configurations.get(key);
    if (!configuration) {
      const { site, view } = this;
      configuration = configurationOf(page, key, locale, { directory: this.directory(viewId), site, view });
      if (this.configurations.size >= KEPT_CONFIGURATIONS) {
        this.configurations.delete(this.configurations.keys().next().value!);
      }
      this.configurations.set(key, configuration);
    }
    return configuration;
  }

  /**
   * The products of a page: those that its rules and the restrictions of pages above select, with those it adds,
   * without those it blocks.
   * @param otherwise rules for a page without any
   */
  products(configuration: PageConfiguration, query: QueryContext, otherwise: RuleExpression = []): Selection {
    const { key, rules, dated } = configuration;
    const own = rules ?? otherwise;
    if (rules === undefined && otherwise.length > 0) return this.select(configuration, own, query);
    return this.kept.get(`page|${key}`, dated, query, () => this.select(configuration, own, query));
  }

  /** The slices of a page with their products. @param sold whether places are sold; otherwise sponsored slices are left out */
  slices({ slices }: PageConfiguration, query: QueryContext, sold: boolean): Slice[] {
    return slices.flatMap(({ id, pins, rules, limit, sponsored }) => {
      if (sponsored) return sold ? [{ id, pins, limit, products: undefined, sponsored }] : [];
      return [{ id, pins, limit, products: rules && this.setProducts(id, rules, query) }];
    });
  }

  private setProducts(id: string, rules: RuleExpression, query: QueryContext): Bitmap {
    const make = () => this.passing(this.rules.expression(rules, query.offers, query.nowMs));
    const { within } = this.kept.get(`set|${id}`, isDated(rules), query, make);
    return within ?? fullBitmap(this.view.structure.productCount);
  }

  private select(
    { limits, keywords, added, blocked }: PageConfiguration,
    rules: RuleExpression,
    query: QueryContext,
  ): Selection {
    const { structure } = this.view;
    const { offers, nowMs } = query;
    const own = rules.length === 0 && keywords.length > 0 ? this.found(keywords, query) : undefined;
    let filter: Filter = own ? { products: own } : this.rules.expression(rules, offers, nowMs);
    if (added.length > 0) filter = anyOf([filter, { products: this.bitmap(added) }], structure);
    // The restrictions of pages above apply to all products of this one, pinned ones included.
    for (const limit of limits) filter = both(filter, this.rules.expression(limit, offers, nowMs));
    if (blocked.length > 0) {
      filter = both(filter, { products: complement(this.bitmap(blocked), structure.productCount) });
    }
    return this.passing(filter);
  }

  private passing(filter: Filter): Selection {
    return { filter, within: passingProducts(filter, this.view.structure) };
  }

  /** Products that some keyword finds: with all its words, within its limits. */
  found(keywords: readonly string[], { offers, nowMs }: QueryContext): Bitmap {
    const { view, rules } = this;
    const products = emptyBitmap(view.structure.productCount);
    if (!keywordMatcher) keywordMatcher = new Matcher();
    for (const keyword of keywords) {
      keywordMatcher.begin();
      const scope = { view, within: undefined, offers, limits: { view, rules, offers, nowMs } };
      const { docs, count } = find(keyword, understand(keyword, view), scope, keywordMatcher).matches;
      for (let i = 0; i < count; i++) setBit(products, docs[i]);
    }
    return products;
  }

  private bitmap(ordinals: readonly number[]): Bitmap {
    const products = emptyBitmap(this.view.structure.productCount);
    for (const ordinal of ordinals) setBit(products, ordinal);
    return products;
  }
}

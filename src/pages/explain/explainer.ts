/**
 * Assembles an explanation: of the text, of every list in turn, and of the products asked about in each of them. Lists
 * are read from the result of the page, so that the explanation is of what is shown.
 */
import { Scorer } from '../../query/explain/scorer.js';
import type { View } from '../../snapshot/index.js';
import { keyLink } from '../autocomplete/exact-key.js';
import type { PageContext } from '../shared/context/page-context.js';
import { type RecommendationLists, startedRecommender } from '../shared/lists/recommendation-lists.js';
import type { StorefrontRequest } from '../shared/requests.js';
import type { FoundContent, FoundList, GivenList } from './explained-lists.js';
import { explainedSales } from './explained-sales.js';
import type { AskedInList, AskedProduct, ExplainedList, Explanation, Reason, TextReading } from './explanation.js';
import { FoundListReading, titleOf } from './found-list.js';
import { RecommendedListReading } from './recommended-list.js';
import { rounded, roundedParts } from './rounding.js';
import { readText } from './text-reading.js';

/** A product asked about; `product` is -1 where the view does not have it. */
interface AskedAbout {
  key: string;
  product: number;
  lists: AskedInList[];
}

export class Explainer {
  private readonly view: View;
  private readonly about: readonly AskedAbout[];
  private readonly lists: ExplainedList[] = [];
  private understanding: TextReading | undefined;
  /** Products asked about that are in an earlier list. */
  private readonly inEarlierLists = new Set<number>();

  /**
   * @param keys of the products asked about
   * @param elsewhere the markets and locales that have a product which this view lacks
   */
  constructor(
    private readonly request: StorefrontRequest,
    private readonly context: PageContext,
    keys: readonly string[],
    private readonly elsewhere: (key: string) => string[],
  ) {
    this.view = context.view;
    const { products } = this.view.structure;
    this.about = [...new Set(keys)].map(key => ({ key, product: products.find(key), lists: [] }));
  }

  found(list: FoundList | undefined): void {
    if (!list) return;
    const { request, context, view } = this;
    this.understanding ??= readText(
      list.text,
      request,
      view,
      context.viewContext.searchSettings.of(request),
      this.redirect(list),
    );
    const whole = this.about.some(({ product }) => product >= 0);
    const reading = new FoundListReading(list, request, context, whole);
    this.lists.push(reading.explained());
    const earlier = new Set(this.inEarlierLists);
    this.ask(product => {
      if (reading.holds(product)) this.inEarlierLists.add(product);
      return reading.asked(product, earlier.has(product));
    });
  }

  foundContent(list: FoundContent | undefined): void {
    const { content } = this.view;
    if (!content || !list) return;
    const { id, text, scoring, count, sort, scores, shown, skip } = list;
    this.understanding ??= readText(text, this.request, content);
    const scorer = new Scorer(scoring, content);
    const hits = Array.from(shown, (item, i) => {
      const parts = scorer.of(item)?.parts;
      return {
        position: skip + i + 1,
        key: content.structure.products.at(item),
        title: content.items.titles.at(item),
        score: rounded(scores[item]),
        ...(parts && { parts: roundedParts(parts) }),
      };
    });
    this.lists.push({ id, kind: 'content', totalHits: count, sort, filters: [], hits });
  }

  /**
   * Makes the recommendation lists again, one after the other: the recommender gives reasons for its last list only.
   */
  recommended({ lists }: RecommendationLists): void {
    if (lists.length === 0) return;
    const recommender = startedRecommender(this.context);
    for (const { request, asked, organic } of lists) {
      recommender.list(asked);
      const reading = new RecommendedListReading({ request, asked, products: organic }, recommender, this.view);
      this.lists.push(reading.explained());
      this.ask(product => reading.asked(product));
    }
  }

  given({ id, products }: GivenList): void {
    const { view } = this;
    const hits = Array.from(products, (product, i) => ({
      position: i + 1,
      key: view.structure.products.at(product),
      ...titleOf(product, view),
    }));
    this.lists.push({ id, kind: 'given', totalHits: hits.length, filters: [], hits });
    this.ask(product => {
      const at = Array.from(products).indexOf(product);
      if (at < 0)
        return {
          list: id,
          reasons: [
            { code: 'NOT_CHOSEN', message: 'only what the request names, or the visitor has looked at, is here' },
          ],
        };
      return { list: id, position: at + 1, reasons: [{ code: 'ON_PAGE', message: `it is number ${at + 1}` }] };
    });
  }

  /** To be called after all lists. @param snapshot its id */
  explanation(snapshot: string): Explanation {
    const { query, market, locale } = this.request;
    const unencoded = this.request.query === 'search-page' ? this.request.unencoded : undefined;
    const sales = explainedSales(this.context);
    return {
      query,
      market,
      locale,
      snapshot,
      ...((this.context.deadline.cut || unencoded) && { degraded: true as const }),
      ...(unencoded && { unencoded }),
      ...(this.understanding && { understanding: this.understanding }),
      lists: this.lists,
      ...(sales && { sales }),
      asked: this.about.map(one => this.answer(one)),
    };
  }

  private ask(about: (product: number) => AskedInList): void {
    for (const { product, lists } of this.about) if (product >= 0) lists.push(about(product));
  }

  private answer({ key, product, lists }: AskedAbout): AskedProduct {
    if (product < 0) return { key, reasons: [this.unknown(key)], lists: [] };
    return { key, ...titleOf(product, this.view), reasons: [], lists };
  }

  private unknown(key: string): Reason {
    const { market, locale } = this.request;
    const others = this.elsewhere(key);
    if (others.length > 0) {
      const message = `${market}, ${locale} does not have it; it is in ${others.join(' and ')}`;
      return { code: 'NOT_IN_VIEW', message };
    }
    const { products, variants, groups, productOf } = this.view.structure;
    const [variant, group, similar] = [variants.find(key), groups.find(key), products.findAnyCase(key)];
    const hint =
      variant >= 0
        ? `; it is a variant of ${products.at(productOf[variant])}`
        : similar >= 0
          ? `; there is ${products.at(similar)}`
          : group >= 0
            ? '; it is a product group'
            : '';
    return { code: 'UNKNOWN_KEY', message: `no product of the catalog has this key${hint}` };
  }

  /** The link that the text leads to. */
  private redirect({ text: { typed } }: FoundList): string | undefined {
    const { request, context } = this;
    const phraseRules = context.viewContext.searchSettings.of(request);
    if (request.query === 'autocomplete') return keyLink(typed, context) ?? phraseRules.redirect(typed);
    return request.query === 'search-page' ? phraseRules.redirect(typed) : undefined;
  }
}

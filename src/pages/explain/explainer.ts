/**
 * Listens while a page is made and puts the explanation together: of the text, of every list as it comes, and of the
 * products asked about in each of them. The page is the real one, so what is explained is what is shown.
 */
import { Scorer } from '../../query/explain/scorer.js';
import type { View } from '../../snapshot/index.js';
import { redirectLink } from '../autocomplete/exact-key.js';
import type { ViewContext } from '../shared/context/view-context.js';
import type { StorefrontRequest } from '../shared/requests.js';
import type {
  ExplainRecorder,
  FoundContent,
  FoundList,
  GivenList,
  RecommendedList,
  TakenText,
} from './explain-recorder.js';
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

export class Explainer implements ExplainRecorder {
  private readonly view: View;
  private readonly about: readonly AskedAbout[];
  private readonly lists: ExplainedList[] = [];
  private understanding: TextReading | undefined;
  /** Products asked about that an earlier list has found. */
  private readonly found = new Set<number>();

  /**
   * @param keys of the products asked about
   * @param elsewhere the markets and locales that have a product, for one that this view does not have
   */
  constructor(
    private readonly request: StorefrontRequest,
    private readonly desk: ViewContext,
    private readonly nowMs: number,
    keys: readonly string[],
    private readonly elsewhere: (key: string) => string[],
  ) {
    this.view = desk.view;
    const { products } = desk.view.structure;
    this.about = [...new Set(keys)].map(key => ({ key, product: products.find(key), lists: [] }));
  }

  foundProducts(list: FoundList): void {
    const { request, desk, nowMs } = this;
    const { search } = desk;
    this.understanding ??= readText(list.text, this.view, search.of(request), this.redirect(list));
    const reading = new FoundListReading(
      list,
      request,
      desk,
      nowMs,
      this.about.some(({ product }) => product >= 0),
    );
    this.lists.push(reading.explained());
    const earlier = new Set(this.found);
    this.ask(product => {
      if (reading.holds(product)) this.found.add(product);
      return reading.asked(product, earlier.has(product));
    });
  }

  foundContent({ id, text, scoring, count, sort, scores, shown, skip }: FoundContent): void {
    const { content } = this.view;
    if (!content) return;
    this.understanding ??= readText(text, content);
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

  recommended(list: RecommendedList): void {
    const reading = new RecommendedListReading(list, this.view);
    this.lists.push(reading.explained());
    this.ask(product => reading.asked(product));
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

  /** Once the page is made. @param snapshot its id */
  explanation(snapshot: string): Explanation {
    const { query, market, locale } = this.request;
    return {
      query,
      market,
      locale,
      snapshot,
      ...(this.understanding && { understanding: this.understanding }),
      lists: this.lists,
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

  /** Where the text leads straight away. */
  private redirect({ text, selection }: { text: TakenText; selection: FoundList['selection'] }): string | undefined {
    const { request, desk, view } = this;
    const book = desk.search.of(request);
    if (request.query === 'autocomplete') {
      return redirectLink(text.typed, view, selection.offers) ?? book.redirect(text.typed);
    }
    return request.query === 'search-page' ? book.redirect(text.typed) : undefined;
  }
}

/** Explains a recommendation list: the reasons for each of its products, and why others are not in it. */
import { formatRules } from '../../catalog/rules/parse-rules.js';
import { hasBit } from '../../kernel/bitmap.js';
import { ALGORITHMS } from '../../recommend/algorithms.js';
import type { Recommender } from '../../recommend/recommender.js';
import type { View } from '../../snapshot/index.js';
import type { RecommendedList } from './explained-lists.js';
import type { AskedInList, ExplainedHit, ExplainedList, Grounds, Reason } from './explanation.js';
import { titleOf } from './found-list.js';
import { rounded } from './rounding.js';

export class RecommendedListReading {
  constructor(
    private readonly list: RecommendedList,
    /** The recommender, whose last list is this one. */
    private readonly recommender: Recommender,
    private readonly view: View,
  ) {}

  explained(): ExplainedList {
    const { request, products, asked } = this.list;
    return {
      id: request.id,
      kind: 'recommended',
      totalHits: products.length,
      algorithm: asked.algorithm,
      filters: request.rules.length === 0 ? [] : [{ kind: 'rules', text: formatRules(request.rules) }],
      hits: Array.from(products, (product, i) => this.hit(product, i)),
    };
  }

  asked(product: number): AskedInList {
    const { request, products } = this.list;
    const at = products.indexOf(product);
    if (at < 0) return { list: request.id, reasons: this.reasons(product) };
    return { list: request.id, position: at + 1, reasons: [{ code: 'ON_PAGE', message: `it is number ${at + 1}` }] };
  }

  private hit(product: number, i: number): ExplainedHit {
    const { list, view } = this;
    const grounds = this.grounds(product, i);
    return {
      position: i + 1,
      key: view.structure.products.at(product),
      ...titleOf(product, view),
      ...(list.asked.pinned.includes(product) && { arranged: 'pinned' }),
      ...(grounds && { grounds }),
    };
  }

  private grounds(product: number, i: number): Grounds | undefined {
    const { recommender } = this;
    const { asked } = this.list;
    const grounds = recommender.reasons(product, asked);
    if (!grounds) return undefined;
    const { popularity, rank: standing, related, styled, fit, taste } = grounds;
    const origin = asked.pinned.includes(product) ? 'pinned' : i < recommender.own ? 'algorithm' : 'fill-up';
    return {
      origin,
      popularity: rounded(popularity),
      standing,
      related: related.map(relation => ({
        kind: relation.kind,
        product: this.view.structure.products.at(relation.product),
        strength: rounded(relation.strength),
      })),
      styled,
      ...(fit !== undefined && { fit: rounded(fit) }),
      ...(taste !== undefined && { taste: rounded(taste) }),
    };
  }

  /** At least one reason why a product is not in the list. */
  private reasons(product: number): Reason[] {
    const { asked, products } = this.list;
    const { structure } = this.view;
    const { algorithm, within, offers, bases, page, blocked } = asked;
    const group = (one: number) => structure.groupOf[one];
    const own = group(product);
    const reasons: Reason[] = [];
    const say = (code: Reason['code'], message: string) => reasons.push({ code, message });
    if (within && !hasBit(within, product)) say('RULED_OUT', 'the rules of the list leave it out');
    if (blocked.includes(product)) say('BLOCKED', 'the list blocks it');
    if (ALGORITHMS[algorithm].outOfStock === 'no' && !hasBit(offers.inStock.products, product)) {
      say('OUT_OF_STOCK', `it is out of stock, which ${algorithm} does not show`);
    }
    const starts = [...(page === undefined ? [] : [page]), ...bases.map(base => base.product)];
    if (starts.some(start => group(start) === own)) say('STARTED_FROM', 'its group is what the list starts from');
    const bought = algorithm === 'PERSONAL' ? (asked.visitor()?.bought ?? []) : [];
    if (bought.some(({ key }) => this.isOf(own, key))) say('ALREADY_BOUGHT', 'the visitor has bought it already');
    const sibling = products.find(other => group(other) === own);
    if (sibling !== undefined) say('GROUP_SHOWN', `${structure.products.at(sibling)} stands for its group`);
    const same = sibling === undefined ? this.shownSame(product) : undefined;
    if (same !== undefined) {
      say('SAME_SHOWN', `${structure.products.at(same)} stands for it: the same product under another key`);
    }
    if (reasons.length === 0) say('NOT_CHOSEN', this.notChosen(product));
    return reasons;
  }

  /** The product of the list that is the same under another key. */
  private shownSame(product: number): number | undefined {
    const { sameProduct } = this.view.numbers;
    const { asked, products } = this.list;
    if (!asked.sameOnce || ALGORITHMS[asked.algorithm].isChosen || !sameProduct) return undefined;
    return products.find(other => sameProduct[other] === sameProduct[product]);
  }

  private notChosen(product: number): string {
    const { asked, products, request } = this.list;
    const full = products.length >= request.limit;
    const standing = this.recommender.reasons(product, asked)?.rank;
    const place = standing === undefined ? '' : `; in the order of the shop it is number ${standing}`;
    const why = full
      ? `the ${products.length} products of the list go before it`
      : `${asked.algorithm} does not lead to it`;
    return `${why}${place}`;
  }

  /** Whether a key is that of a product or variant of a group. */
  private isOf(group: number, key: string): boolean {
    const { products, variants, productOf, groupOf } = this.view.structure;
    const variant = variants.find(key);
    const product = variant >= 0 ? productOf[variant] : products.find(key);
    return product >= 0 && groupOf[product] === group;
  }
}

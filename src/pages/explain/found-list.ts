/**
 * Explains a list of found products: its hits with the parts of their scores or their sort values, and why other
 * products are not in it.
 */

import { type Score, Scorer } from '../../query/explain/scorer.js';
import { type Arrangement, arrange, type SliceRange } from '../../query/ranking/arrangement.js';
import { isSetApart, PERSONAL_WINDOW, personalScore } from '../../query/ranking/personal-order.js';
import { lessened } from '../../query/ranking/same-products.js';
import { lossesIn, orderColumn, type Ranking, rank } from '../../query/ranking/top-hits.js';
import type { View } from '../../snapshot/index.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { StorefrontRequest } from '../shared/requests.js';
import { orderOf } from '../shared/sort-options.js';
import { Absence } from './absence.js';
import type { FoundList } from './explained-lists.js';
import type { AskedInList, ExplainedHit, ExplainedList, Reason, ScorePart } from './explanation.js';
import { ListFilters, type NamedFilter } from './list-filters.js';
import { ownValues } from './own-values.js';
import { rounded, roundedParts } from './rounding.js';

export class FoundListReading {
  private readonly view: View;
  private readonly scorer: Scorer;
  private readonly filters: NamedFilter[];
  /** The list from its beginning, as far as it is needed, with the ranges of its slices. */
  private readonly order: Uint32Array;
  private ranges: SliceRange[] = [];
  private readonly shown: readonly number[];
  /** Those of the beginning of a list in a personal order. */
  private readonly inWindow: ReadonlySet<number>;
  /** What those lose that are the same as others before them. */
  private readonly losses: ReadonlyMap<number, number>;
  /** The value that the list is sorted by. */
  private readonly valueIn: (product: number) => number;

  /** @param whole whether products beyond the page are asked about */
  constructor(
    private readonly list: FoundList,
    request: StorefrontRequest,
    private readonly context: PageContext,
    whole: boolean,
  ) {
    const { scoring, skip, limit, hits, sort } = list;
    const { view, offers } = context;
    this.view = view;
    this.scorer = new Scorer(scoring, view, offers);
    this.filters = new ListFilters(list, request, context).all();
    // One more than is shown, to find out whether the last one is tied with it.
    this.order = this.inOrder(whole ? hits.count : Math.min(hits.count, skip + limit + 1));
    this.shown = [...(list.shown ? Array.from(list.shown) : this.order.subarray(skip, skip + limit))];
    this.losses = list.arrangement ? new Map() : lossesIn(this.ranking(), context);
    this.inWindow = new Set(list.personal ? this.order.subarray(0, PERSONAL_WINDOW) : []);
    const order = orderOf(sort);
    this.valueIn =
      order.by === 'relevance'
        ? product => this.scoreOf(product)
        : orderColumn(order.by, order.descending, view, offers);
  }

  explained(): ExplainedList {
    const { id, sort, hits, relaxed } = this.list;
    return {
      id,
      kind: 'found',
      totalHits: hits.count,
      sort,
      ...(relaxed && { relaxed: [...relaxed] }),
      filters: this.filters.map(({ kind, text }) => ({ kind, text })),
      hits: this.shown.map((product, i) => this.hit(product, i)),
    };
  }

  /** Whether a product is in the list, on the page or not. */
  holds(product: number): boolean {
    return this.positionOf(product) !== undefined || (this.list.hits.found?.docs.includes(product) ?? false);
  }

  /** Where a product is in the list, or why it is not. @param primary whether it is in the list before this one */
  asked(product: number, primary: boolean): AskedInList {
    const { id } = this.list;
    const position = this.positionOf(product);
    const score = this.scorer.of(product);
    return {
      list: id,
      ...(position !== undefined && { position }),
      reasons: this.reasons(product, position, primary),
      ...(score && { score: rounded(position === undefined ? score.points : this.scoreOf(product)) }),
      ...(score && { parts: this.partsOf(score, product) }),
    };
  }

  private hit(product: number, i: number): ExplainedHit {
    const { skip } = this.list;
    const position = skip + i + 1;
    const score = this.scorer.of(product);
    const arranged = this.arrangedAt(product, position);
    const tied = arranged === undefined ? this.tied(product, i) : undefined;
    return {
      position,
      key: this.view.structure.products.at(product),
      ...titleOf(product, this.view),
      score: rounded(this.scoreOf(product)),
      ...(score && { parts: this.partsOf(score, product) }),
      ...this.sortedBy(product),
      ...(arranged !== undefined && { arranged }),
      ...(tied && { tied }),
    };
  }

  /** What a product of the list was ranked by. */
  private scoreOf(product: number): number {
    const { scores, personal } = this.list;
    const isPersonal = personal && this.inWindow.has(product);
    const score = isPersonal ? personalScore(scores[product], personal.of(product)) : scores[product];
    const loss = this.losses.get(product);
    return loss === undefined ? score : lessened(score, loss);
  }

  private partsOf({ parts, points }: Score, product: number): ScorePart[] {
    const { personal } = this.list;
    const isPersonal = personal && this.inWindow.has(product) && !isSetApart(points);
    const own = isPersonal ? personal.parts(product) : [];
    const loss = this.losses.get(product);
    const lost: ScorePart[] = loss === undefined ? [] : [{ kind: 'repeated', points: -loss }];
    return roundedParts([...parts, ...own, ...lost]);
  }

  private positionOf(product: number): number | undefined {
    const shown = this.shown.indexOf(product);
    if (shown >= 0) return this.list.skip + shown + 1;
    const at = this.order.indexOf(product);
    return at < 0 ? undefined : at + 1;
  }

  private inOrder(limit: number): Uint32Array {
    const { arrangement } = this.list;
    const out = new Uint32Array(Math.max(1, limit));
    const ranking = this.ranking();
    if (!arrangement) return out.subarray(0, rank(ranking, limit, this.context, out));
    const { count, ranges } = arrange(ranking, arrangement, { skip: 0, limit }, this.context, out);
    this.ranges = ranges;
    return out.subarray(0, count);
  }

  private ranking(): Ranking {
    const { hits, sort, scores, behind, personal, byVector = false } = this.list;
    const spread = this.context.settings.spreadSameProducts && !byVector;
    return { hits, scored: { scores, behind }, order: orderOf(sort), personal, spread };
  }

  private arrangedAt(product: number, position: number): string | undefined {
    const { arrangement } = this.list;
    if (!arrangement) return undefined;
    const slice = this.ranges.find(({ from, to }) => from < position && position <= to);
    if (slice) return pinnedInSlice(product, slice, arrangement) ? `pinned in slice ${slice.id}` : `slice ${slice.id}`;
    return arrangement.pins.includes(product) ? 'pinned' : undefined;
  }

  /** The neighbours with the same value, so that the order of keys decided. */
  private tied(product: number, i: number): ExplainedHit['tied'] {
    const { order, list } = this;
    const at = list.shown ? order.indexOf(product) : list.skip + i;
    const value = this.valueIn(product);
    const same = (other: number) => other >= 0 && other < order.length && Object.is(this.valueIn(order[other]), value);
    const key = (other: number) => this.view.structure.products.at(order[other]);
    if (!same(at - 1) && !same(at + 1)) return undefined;
    return { ...(same(at - 1) && { before: key(at - 1) }), ...(same(at + 1) && { after: key(at + 1) }) };
  }

  private sortedBy(product: number): Pick<ExplainedHit, 'sortedBy'> {
    const order = orderOf(this.list.sort);
    if (order.by === 'relevance') return {};
    const value = this.valueIn(product);
    if (Number.isNaN(value)) return { sortedBy: { by: order.by } };
    if (order.by === 'price' || order.by === 'discount') return { sortedBy: { by: order.by, value } };
    const [shown] = order.by === 'release_date' ? [new Date(value).toISOString()] : this.own(order.by, product);
    return { sortedBy: { by: order.by, value: shown ?? value } };
  }

  private own(attribute: string, product: number): string[] {
    return ownValues(attribute, product, this.view, this.context.offers);
  }

  private reasons(product: number, position: number | undefined, primary: boolean): Reason[] {
    const { hits } = this.list;
    if (this.shown.includes(product)) return [{ code: 'ON_PAGE', message: `it is number ${position}` }];
    const { structure } = this.view;
    const sibling = this.shown.find(other => structure.groupOf[other] === structure.groupOf[product]);
    if (position !== undefined) {
      const down: Reason = { code: 'FURTHER_DOWN', message: `it is number ${position} of ${hits.count}` };
      if (!this.list.shown || sibling === undefined) return [down];
      const message = `${structure.products.at(sibling)} stands for its group`;
      return [{ code: 'GROUP_SHOWN', message }, down];
    }
    if (hits.found?.docs.includes(product)) {
      const best = this.order.find(other => structure.groupOf[other] === structure.groupOf[product]);
      const message = `its group is listed once, and ${structure.products.at(best!)} stands for it`;
      return [{ code: 'GROUP_SHOWN_ONCE', message }];
    }
    return new Absence(this.list, this.scorer, this.filters, this.view).reasons(product, primary);
  }
}

function pinnedInSlice(product: number, slice: SliceRange, { slices }: Arrangement): boolean {
  return slices.some(({ id, pins }) => id === slice.id && pins.includes(product));
}

export function titleOf(product: number, view: View): { title?: string } {
  const titles = view.attributes.get('title');
  if (titles?.level !== 'product' || titles.start[product] === titles.start[product + 1]) return {};
  const value = titles.of[titles.start[product]];
  return { title: view.labels.get('title')?.labels.at(value) ?? titles.values.at(value) };
}

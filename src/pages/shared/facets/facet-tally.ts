/**
 * Computes the facets of a listing from the counts of `query/facets`: leaves out facets without a choice, sorts values,
 * adds selected ones, and converts bounds. The result is plain data; `FacetsWriter` turns it into JSON.
 */
import { toDisplayUnit } from '../../../index/numbers.js';
import { bitmapWords } from '../../../kernel/bitmap.js';
import { sortOrdinals } from '../../../kernel/ordinal-sort.js';
import type { Steps } from '../../../kernel/steps.js';
import { AssemblyTally, type ListedValues } from '../../../query/facets/assembly-tally.js';
import { FacetCounter, type ValueCounts } from '../../../query/facets/facet-counts.js';
import { countedBy, type FacetedHits, type HitSet } from '../../../query/facets/faceted-hits.js';
import { countHits, countStocked } from '../../../query/facets/hit-count.js';
import { Members } from '../../../query/facets/members.js';
import { type Bounds, ProductBounds, variantBounds } from '../../../query/facets/number-bounds.js';
import { countNumbers } from '../../../query/facets/number-counts.js';
import type { OfferContext } from '../../../query/filters/offer-context.js';
import type { RulePlanner } from '../../../query/filters/rule-planner.js';
import type { QueryContext } from '../../../query/query-context.js';
import type { View } from '../../../snapshot/index.js';
import type { FacetSelection } from '../requests.js';
import {
  type CheckboxFacet,
  type Facet,
  type NumbersFacet,
  type RangeFacet,
  shownBound,
  type ValueFacet,
  type ValueSort,
} from './facet-plan.js';

const DAY_MS = 86_400_000;
/** Where fewer values than one in so many occur, these are sorted rather than picked out of all that are in order. */
const VALUES_PER_FOUND = 8;
/** Where fewer words of a bitmap than one in so many have a hit, hits are counted one by one. */
const WORDS_PER_HIT = 128;
/** Where fewer products than one in so many are hits, no columns are copied to count them: at a start they wait for that. */
const PRODUCTS_PER_HIT = 16;
const NONE: ReadonlySet<number> = new Set();

/** Values of an attribute: `values[from … to)` of the tally, with their counts beside them. */
export interface TalliedValues {
  kind: 'values';
  facet: ValueFacet;
  from: number;
  to: number;
  /** Value ordinals. */
  selected: ReadonlySet<number>;
}

export interface TalliedNumbers {
  kind: 'numbers';
  facet: NumbersFacet;
  /** In the facet's unit and order. */
  values: { value: number; selected: boolean; count: number }[];
  selectedCount: number;
}

/** Bounds in the facet's unit; `min` and `max` are undefined where no hit has a number. */
export interface TalliedRange {
  kind: 'range';
  facet: RangeFacet;
  unit: string | undefined;
  min: number | undefined;
  max: number | undefined;
  minSelected: number | undefined;
  maxSelected: number | undefined;
}

export interface TalliedCheckbox {
  kind: 'checkbox';
  facet: CheckboxFacet;
  selected: boolean;
  count: number;
}

export type TalliedFacet = TalliedValues | TalliedNumbers | TalliedRange | TalliedCheckbox;

/** The facets of one listing, in order. */
export interface TalliedFacets {
  facets: readonly TalliedFacet[];
  /** Value ordinals of all value facets, one facet after the other, each in its order. Scratch of the tally. */
  values: Uint32Array;
  /** Hits with each of `values`. Scratch of the tally. */
  counts: Uint32Array;
}

export interface FacetsInput {
  listing: FacetedHits;
  facets: readonly Facet[];
  /** Facets shown; those with a selection are shown beyond that. */
  maxFacets: number;
  selections: readonly FacetSelection[];
  /** Whether sizes that are out of stock are left out. */
  hidesSizes: boolean;
  rules: RulePlanner;
}

/** Scratch of one thread. What `tally` returns is valid until `tally` is called again. */
export class FacetTally {
  private readonly counter = new FacetCounter();
  /** Counts and orders the values of most facets; undefined: `counter` does for all. */
  private readonly assembly: AssemblyTally | undefined;
  private readonly members = new Members();
  private readonly bounds = new ProductBounds(this.members);
  /** Values of the facet at hand, while they are put in order. */
  private listed = new Uint32Array(1024);
  private values = new Uint32Array(4096);
  private counts = new Uint32Array(4096);
  private used = 0;
  /** Columns of value sets that are counted together. */
  private columns: readonly number[] = [];

  /**
   * @param maxValues of a facet, beside those selected
   * @param assembly whether values are counted and ordered in WebAssembly, where there is any
   */
  constructor(
    private readonly maxValues: number,
    assembly: boolean,
  ) {
    this.assembly = assembly ? AssemblyTally.make() : undefined;
  }

  /** Computes what bounds of numbers are found with. */
  *prepare(view: View, offers: OfferContext): Steps<void> {
    yield* this.bounds.prepare(view, offers);
  }

  /** Facets with something to choose from, and all that are selected; past the deadline, those counted before. */
  tally(input: FacetsInput, query: QueryContext): TalliedFacets {
    const facets: TalliedFacet[] = [];
    this.used = 0;
    this.columns = columnsOf(input);
    for (const facet of input.facets) {
      const selection = input.selections.find(({ id }) => id === facet.id);
      if (facets.length >= input.maxFacets && !selection) continue;
      const tallied = this.facet(facet, selection, input, query);
      if (query.deadline.passed) break;
      if (tallied) facets.push(tallied);
    }
    return { facets, values: this.values, counts: this.counts };
  }

  private facet(
    facet: Facet,
    selection: FacetSelection | undefined,
    input: FacetsInput,
    query: QueryContext,
  ): TalliedFacet | undefined {
    const found = input.listing.hitsWithout(facet.id);
    const hits = facet.type === 'SIZE' && input.hidesSizes ? countedBy(found, query.offers.inStock.variants) : found;
    switch (facet.type) {
      case 'CHECKBOX':
        return this.checkbox(facet, selection, hits, query);
      case 'RANGE':
        return this.range(facet, selection, hits, query);
      case 'NUMBERS':
        return this.numbers(facet, selection, hits, query);
      default: {
        const shared = hits === input.listing.hits ? this.columns : undefined;
        const listed = this.inAssembly(facet, hits, shared, query);
        if (listed && !selection) return this.shown(facet, listed);
        const counted = listed
          ? this.counter.taken(listed, facet.attribute.size)
          : this.counter.count(facet.attribute, hits, query, shared);
        const names = selection?.values ?? [];
        const selected = new Set(names.flatMap(name => input.rules.resolve(facet.attribute.id, name)));
        return this.valuesOf(facet, counted, selected);
      }
    }
  }

  private checkbox(
    facet: CheckboxFacet,
    selection: FacetSelection | undefined,
    hits: HitSet,
    { view, offers }: QueryContext,
  ): TalliedCheckbox | undefined {
    const selected = selection?.checked ?? selection?.values?.[0] === 'true';
    const count = this.countInStock(hits, view, offers);
    return selected || count > 0 ? { kind: 'checkbox', facet, selected, count } : undefined;
  }

  /** Products with a variant in stock, among the variants that count. */
  private countInStock(hits: HitSet, { structure }: View, { inStock }: OfferContext): number {
    const { productCount } = structure;
    const few = hits.count < bitmapWords(productCount);
    if (few || hits.variants) return countStocked(hits, structure, inStock);
    return countHits(this.members.of(hits, productCount), inStock.products, structure);
  }

  private range(
    facet: RangeFacet,
    selection: FacetSelection | undefined,
    hits: HitSet,
    query: QueryContext,
  ): TalliedRange | undefined {
    const bounds = this.boundsOf(facet, hits, query);
    const minSelected = finite(selection?.min);
    const maxSelected = finite(selection?.max);
    const selected = minSelected !== undefined || maxSelected !== undefined;
    if (!selected && (!bounds || bounds.min === bounds.max)) return undefined;
    return {
      kind: 'range',
      facet,
      unit: facet.source === 'column' ? facet.column.unit : undefined,
      min: bounds && shownBound(facet, bounds.min),
      max: bounds && shownBound(facet, bounds.max),
      minSelected,
      maxSelected,
    };
  }

  private boundsOf(facet: RangeFacet, hits: HitSet, query: QueryContext): Bounds | undefined {
    const { view, offers, nowMs } = query;
    const { structure } = view;
    const over = (column: string) => this.bounds.of(column, hits, query);
    switch (facet.source) {
      case 'price':
        if (hits.variants) return variantBounds(offers.sell, hits, structure);
        return join(over('minSell'), over('maxSell'));
      case 'discount':
        if (hits.variants) return variantBounds(offers.discount, hits, structure);
        return join(over('minDiscount'), over('maxDiscount'));
      case 'newness': {
        // What is still to come is not new, and no selection finds it.
        const released = over('release_date');
        return released && { min: days(nowMs - released.max), max: days(nowMs - released.min) };
      }
      case 'column': {
        const { id, values, level } = facet.column;
        return level === 'variant' ? variantBounds(values, hits, structure) : over(id);
      }
    }
  }

  /** Numbers as values to choose from; like values, they stay listed as long as they are selected. */
  private numbers(
    facet: NumbersFacet,
    selection: FacetSelection | undefined,
    hits: HitSet,
    { view, deadline }: QueryContext,
  ): TalliedNumbers | undefined {
    const { column, sort } = facet;
    const selected = new Set(selection?.values?.map(Number).filter(Number.isFinite) ?? []);
    const counts = new Map<number, number>();
    for (const [value, count] of countNumbers(column, hits, view.structure, deadline)) {
      const shown = toDisplayUnit(column, value);
      counts.set(shown, (counts.get(shown) ?? 0) + count);
    }
    const listed = orderNumbers(counts, sort).filter((value, i) => i < this.maxValues || selected.has(value));
    listed.push(...[...selected].filter(value => !counts.has(value)));
    if (listed.length === 0 || (listed.length < 2 && selected.size === 0)) return undefined;
    const values = listed.map(value => ({ value, selected: selected.has(value), count: counts.get(value) ?? 0 }));
    return { kind: 'numbers', facet, values, selectedCount: selected.size };
  }

  /** The values of a facet in order, from WebAssembly; undefined where that does not count what the facet counts. */
  private inAssembly(
    facet: ValueFacet,
    hits: HitSet,
    columns: readonly number[] | undefined,
    { view, deadline }: QueryContext,
  ): ListedValues | undefined {
    const { sets, level } = facet.attribute;
    if (!this.assembly || !sets || hits.found || (hits.variants && level === 'variant')) return undefined;
    // Few hits are quicker to go through than a bitmap.
    const { productCount } = view.structure;
    if (hits.count * WORDS_PER_HIT < bitmapWords(productCount)) return undefined;
    const table = view.attributes.valueSets;
    const counted = columns?.includes(sets.column) ? columns : [sets.column];
    if (hits.count * PRODUCTS_PER_HIT < productCount && !this.assembly.has(table, counted)) return undefined;
    const order = facet.order ?? facet.labels;
    const listed = { table, sets, order, byCount: isByCount(facet) };
    return this.assembly.list(listed, hits, columns, deadline);
  }

  /** As `valuesOf`, of values that are in order. */
  private shown(facet: ValueFacet, { values, counts }: ListedValues): TalliedValues | undefined {
    const shown = Math.min(values.length, this.maxValues);
    if (shown < 2) return undefined;
    const from = this.used;
    this.reserve(shown);
    this.values.set(shown < values.length ? values.subarray(0, shown) : values, from);
    this.counts.set(shown < values.length ? counts.subarray(0, shown) : counts, from);
    this.used = from + shown;
    return { kind: 'values', facet, from, to: this.used, selected: NONE };
  }

  private valuesOf(facet: ValueFacet, counted: ValueCounts, selected: ReadonlySet<number>): TalliedValues | undefined {
    const ordered = this.ordered(facet, counted, selected);
    const { listed, maxValues } = this;
    const from = this.used;
    this.reserve(ordered);
    let to = from;
    for (let i = 0; i < ordered; i++) {
      if (i >= maxValues && !selected.has(listed[i])) continue;
      this.values[to] = listed[i];
      this.counts[to++] = counted.counts[listed[i]];
    }
    const shown = to - from;
    if (shown === 0 || (shown < 2 && selected.size === 0)) return undefined;
    this.used = to;
    return { kind: 'values', facet, from, to, selected };
  }

  /** Puts the values that occur and those selected into `listed` in the facet's order. @returns how many */
  private ordered(facet: ValueFacet, counted: ValueCounts, selected: ReadonlySet<number>): number {
    const { counts, found } = counted;
    // One more than there are is written to, and not kept.
    if (this.listed.length <= found + selected.size) this.listed = new Uint32Array((found + selected.size + 1) * 2);
    const { listed } = this;
    const { rank, byRank } = facet.order ?? facet.labels;
    const absent = Array.from(selected).filter(value => counts[value] === 0);
    let n = 0;
    if (absent.length === 0 && rank.length < found * VALUES_PER_FOUND) {
      for (let i = 0; i < byRank.length; i++) {
        listed[n] = byRank[i];
        n += counts[byRank[i]] === 0 ? 0 : 1;
      }
    } else {
      for (; n < found; n++) listed[n] = counted.values[n];
      for (const value of absent) listed[n++] = value;
      sortOrdinals(listed, n, rank, rank.length - 1);
    }
    if (isByCount(facet)) {
      let most = 0;
      for (let i = 0; i < n; i++) if (counts[listed[i]] > most) most = counts[listed[i]];
      sortOrdinals(listed, n, counts, most, true);
    }
    return n;
  }

  /** Makes room for further values behind those of the facets before. */
  private reserve(further: number): void {
    const needed = this.used + further;
    if (needed <= this.values.length) return;
    const { values, counts, used } = this;
    this.values = new Uint32Array(needed * 2);
    this.counts = new Uint32Array(needed * 2);
    this.values.set(values.subarray(0, used));
    this.counts.set(counts.subarray(0, used));
  }
}

/** Sizes stay in their order. */
function isByCount({ type, sort }: ValueFacet): boolean {
  return type !== 'SIZE' && sort === 'RELEVANCE';
}

/**
 * Of the facets that are shown if all have something to choose from; those behind them are counted as they are needed.
 */
function columnsOf({ facets, maxFacets }: FacetsInput): number[] {
  const columns: number[] = [];
  for (let i = 0; i < Math.min(facets.length, maxFacets); i++) {
    const facet = facets[i];
    const sets = 'attribute' in facet ? facet.attribute.sets : undefined;
    if (sets && !columns.includes(sets.column)) columns.push(sets.column);
  }
  return columns;
}

function orderNumbers(counts: ReadonlyMap<number, number>, sort: ValueSort): number[] {
  const values = [...counts.keys()].sort((a, b) => a - b);
  if (sort === 'RELEVANCE') values.sort((a, b) => counts.get(b)! - counts.get(a)!);
  else if (sort === 'ALPHABETICAL') values.sort((a, b) => (String(a) < String(b) ? -1 : 1));
  return values;
}

function join(low: Bounds | undefined, high: Bounds | undefined): Bounds | undefined {
  return low && high && { min: low.min, max: high.max };
}

function days(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** An infinite bound bounds nothing, and JSON has no word for it. */
function finite(bound: number | undefined): number | undefined {
  return Number.isFinite(bound) ? bound : undefined;
}

/**
 * Writes the facets of a listing as JSON: counts each one over its hit set and joins the encoded beginnings of its
 * values with what differs from query to query.
 */

import { type AttributeLabels, SELECTED, UNSELECTED } from '../../../index/labels.js';
import { displayed } from '../../../index/numbers.js';
import { type Bitmap, hasBit } from '../../../kernel/bitmap.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { sortOrdinals } from '../../../kernel/ordinal-sort.js';
import { FacetCounter, type ValueCounts } from '../../../query/facets/facet-counts.js';
import type { HitSet, Listing } from '../../../query/facets/listing.js';
import { type Bounds, ProductBounds, variantBounds } from '../../../query/facets/number-bounds.js';
import { countNumbers } from '../../../query/facets/number-counts.js';
import type { OfferContext } from '../../../query/filters/offer-context.js';
import type { RulePlanner } from '../../../query/filters/rule-planner.js';
import type { View } from '../../../snapshot/index.js';
import type { FacetSelection } from '../requests.js';
import { type Facet, shownBound, type ValueSort } from './facet-plan.js';

const COMMA = 0x2c;
const BRACE = 0x7d;
const DAY_MS = 86_400_000;
/** Encoded values of a view that are kept beside the response, in bytes. */
const MAX_KEPT_BYTES = 4 << 20;

type ValueFacet = Facet & { type: 'TEXT' | 'COLOR' | 'SIZE' };

export interface FacetInput {
  view: View;
  offers: OfferContext;
  listing: Listing;
  facets: readonly Facet[];
  maxFacets: number;
  selections: readonly FacetSelection[];
  rules: RulePlanner;
  nowMs: number;
}

export class FacetsWriter {
  private readonly counter = new FacetCounter();
  private readonly bounds = new ProductBounds();
  private listed = new Uint32Array(1024);
  /** Where the encoded values of each attribute lie in `out`: absent when they are not kept. */
  private readonly kept = new Map<AttributeLabels, number>();
  private readonly heads = new WeakMap<Facet, string>();

  constructor(
    private readonly out: Bytes,
    private readonly maxValues: number,
  ) {}

  /** Copies the encoded values of a view's facets next to the responses; to be called between responses. */
  keep(facets: readonly Facet[]): void {
    for (const facet of facets) {
      if (!isValueFacet(facet)) continue;
      const bytes = facet.labels.json.all();
      if (bytes.length <= MAX_KEPT_BYTES) this.kept.set(facet.labels, this.out.keep(bytes));
    }
  }

  /** Writes `[…]`: facets with something to choose from, and all that are selected. */
  write(input: FacetInput): void {
    const { out } = this;
    out.ascii('[');
    let shown = 0;
    for (const facet of input.facets) {
      const selection = input.selections.find(({ id }) => id === facet.id);
      if (shown >= input.maxFacets && !selection) continue;
      const before = out.at;
      if (shown > 0) out.ascii(',');
      if (this.facet(input, facet, selection)) shown++;
      else out.at = before;
    }
    out.ascii(']');
  }

  private facet(input: FacetInput, facet: Facet, selection: FacetSelection | undefined): boolean {
    const hits = input.listing.without(facet.id);
    switch (facet.type) {
      case 'CHECKBOX':
        return this.checkbox(input, facet, selection, hits);
      case 'RANGE':
        return this.range(input, facet, selection, hits);
      case 'NUMBERS':
        return this.numbers(input, facet, selection, hits);
      default:
        return this.values(input, facet, selection, hits);
    }
  }

  private head(facet: Facet): void {
    let json = this.heads.get(facet);
    if (json === undefined) {
      const { id, label } = facet;
      const type = facet.type === 'NUMBERS' ? 'TEXT' : facet.type;
      json = JSON.stringify({ id, label, type, facetType: type }).slice(0, -1);
      this.heads.set(facet, json);
    }
    this.out.text(json);
  }

  private checkbox(
    { view, offers }: FacetInput,
    facet: Facet,
    selection: FacetSelection | undefined,
    hits: HitSet,
  ): boolean {
    const selected = selection?.checked ?? selection?.values?.[0] === 'true';
    const count = countInStock(hits, view, offers);
    if (!selected && count === 0) return false;
    this.head(facet);
    this.out.ascii(`,"selected":${selected},"count":${count}}`);
    return true;
  }

  private range(
    input: FacetInput,
    facet: Facet & { type: 'RANGE' },
    selection: FacetSelection | undefined,
    hits: HitSet,
  ): boolean {
    const bounds = this.boundsOf(input, facet, hits);
    const minSelected = finite(selection?.min);
    const maxSelected = finite(selection?.max);
    const selected = minSelected !== undefined || maxSelected !== undefined;
    if (!selected && (!bounds || bounds.min === bounds.max)) return false;
    this.head(facet);
    const unit = facet.source === 'column' ? facet.column.unit : undefined;
    const rest = {
      unit,
      min: bounds && shownBound(facet, bounds.min),
      max: bounds && shownBound(facet, bounds.max),
      minSelected,
      maxSelected,
    };
    const json = JSON.stringify(rest);
    this.out.text(json.length > 2 ? `,${json.slice(1)}` : '}');
    return true;
  }

  private boundsOf(
    { view, offers, nowMs }: FacetInput,
    facet: Facet & { type: 'RANGE' },
    hits: HitSet,
  ): Bounds | undefined {
    const { structure } = view;
    const over = (column: string) => this.bounds.of(column, hits, view, offers, nowMs);
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
    { view: { structure } }: FacetInput,
    facet: Facet & { type: 'NUMBERS' },
    selection: FacetSelection | undefined,
    hits: HitSet,
  ): boolean {
    const { column, sort } = facet;
    const selected = new Set(selection?.values?.map(Number).filter(Number.isFinite) ?? []);
    const counts = new Map<number, number>();
    for (const [value, count] of countNumbers(column, hits, structure)) {
      const shown = displayed(column, value);
      counts.set(shown, (counts.get(shown) ?? 0) + count);
    }
    const listed = orderNumbers(counts, sort).filter((value, i) => i < this.maxValues || selected.has(value));
    listed.push(...[...selected].filter(value => !counts.has(value)));
    if (listed.length === 0 || (listed.length < 2 && selected.size === 0)) return false;
    this.head(facet);
    this.out.ascii(`,"sort":"${sort}","selectedCount":${selected.size},"values":`);
    this.out.json(
      listed.map(value => {
        const name = String(value);
        return { id: name, label: name, selected: selected.has(value), count: counts.get(value) ?? 0 };
      }),
    );
    this.out.ascii('}');
    return true;
  }

  private values(
    { view, rules, listing }: FacetInput,
    facet: ValueFacet,
    selection: FacetSelection | undefined,
    hits: HitSet,
  ): boolean {
    const counted = this.counter.count(facet.attribute, hits, view, hits === listing.hits);
    const selected = new Set(selection?.values?.flatMap(name => rules.resolve(facet.attribute.id, name)) ?? []);
    const listed = this.order(facet, counted, selected);
    if (listed.length === 0 || (listed.length < 2 && selected.size === 0)) return false;
    this.head(facet);
    if (facet.type === 'SIZE') {
      this.out.ascii(`,"selectedCount":${selected.size},"sizeTypes":`);
      this.sizes(facet, listed, counted.counts, selected);
    } else {
      if (facet.type === 'TEXT') this.out.ascii(`,"sort":"${facet.sort}"`);
      this.out.ascii(`,"selectedCount":${selected.size},"values":`);
      this.list(facet, listed, counted.counts, selected);
    }
    this.out.ascii('}');
    return true;
  }

  /** Values that occur, as many as are shown, and those selected; in the facet's order, as ordinals. A view of scratch. */
  private order(facet: ValueFacet, counted: ValueCounts, selected: ReadonlySet<number>): Uint32Array {
    const { counts, found } = counted;
    if (this.listed.length < found + selected.size) this.listed = new Uint32Array((found + selected.size) * 2);
    const { listed } = this;
    let n = 0;
    let most = 0;
    for (; n < found; n++) {
      listed[n] = counted.values[n];
      if (counts[listed[n]] > most) most = counts[listed[n]];
    }
    for (const value of selected) if (counts[value] === 0) listed[n++] = value;
    const { rank } = facet.order ?? facet.labels;
    const byCount = facet.type !== 'SIZE' && facet.sort === 'RELEVANCE';
    sortOrdinals(listed, n, rank, rank.length - 1);
    if (byCount) sortOrdinals(listed, n, counts, most, true);
    let kept = 0;
    for (let i = 0; i < n; i++) if (i < this.maxValues || selected.has(listed[i])) listed[kept++] = listed[i];
    return listed.subarray(0, kept);
  }

  private list(
    { labels }: ValueFacet,
    listed: ArrayLike<number>,
    counts: Uint32Array,
    selected: ReadonlySet<number>,
  ): void {
    const { out } = this;
    const { json } = labels;
    const kept = this.kept.get(labels);
    out.ascii('[');
    for (let i = 0; i < listed.length; i++) {
      const value = listed[i];
      if (i > 0) out.byte(COMMA);
      if (kept === undefined) out.bytes(json.bytesAt(value));
      else out.copy(kept + json.startOf(value), kept + json.startOf(value + 1));
      if (selected.size > 0 && selected.has(value)) {
        out.at -= UNSELECTED.length;
        out.ascii(SELECTED);
      }
      out.integer(counts[value]);
      out.byte(BRACE);
    }
    out.ascii(']');
  }

  /** Sizes by type, then format: both are the first members of a size's id. */
  private sizes(
    facet: ValueFacet,
    listed: ArrayLike<number>,
    counts: Uint32Array,
    selected: ReadonlySet<number>,
  ): void {
    const types = new Map<string, Map<string, number[]>>();
    for (let i = 0; i < listed.length; i++) {
      const [type, format] = facet.attribute.values.at(listed[i]).split(';', 2);
      let formats = types.get(type);
      if (!formats) types.set(type, (formats = new Map()));
      const values = formats.get(format);
      if (values) values.push(listed[i]);
      else formats.set(format, [listed[i]]);
    }
    const { out } = this;
    let separator = '[';
    for (const [type, formats] of [...types].sort(([a], [b]) => (a < b ? -1 : 1))) {
      out.text(`${separator}{"label":${JSON.stringify(type === 'NO_TYPE' ? facet.label : type)},"formats":`);
      let inner = '[';
      for (const [format, values] of [...formats].sort(([a], [b]) => (a < b ? -1 : 1))) {
        out.text(`${inner}{"format":${JSON.stringify(format)},"values":`);
        this.list(facet, values, counts, selected);
        out.ascii('}');
        inner = ',';
      }
      out.ascii(']}');
      separator = ',';
    }
    out.ascii(']');
  }
}

function isValueFacet(facet: Facet): facet is ValueFacet {
  return facet.type === 'TEXT' || facet.type === 'COLOR' || facet.type === 'SIZE';
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

/** Products with a variant in stock, among the variants that count. */
function countInStock(hits: HitSet, { structure }: View, { inStock }: OfferContext): number {
  const { variants } = hits;
  const { docs, single } = hits.found ?? { docs: hits.docs, single: hits };
  const count = hits.found ? docs.length : hits.count;
  let n = 0;
  let lastGroup = -1;
  for (let i = 0; i < count; i++) {
    if (!hasBit(inStock.products, docs[i])) continue;
    if (variants !== undefined && !hasStockedVariant(docs[i], variants, inStock.variants, structure)) continue;
    const group = i < single.count ? -1 : structure.groupOf[docs[i]];
    if (group < 0 || group !== lastGroup) n++;
    lastGroup = group;
  }
  return n;
}

function hasStockedVariant(
  doc: number,
  counted: Bitmap,
  stocked: Bitmap,
  { variantStart }: View['structure'],
): boolean {
  for (let v = variantStart[doc]; v < variantStart[doc + 1]; v++) {
    if (hasBit(counted, v) && hasBit(stocked, v)) return true;
  }
  return false;
}

/**
 * Writes tallied facets as JSON: the encoded beginnings of values, which the snapshot holds, joined with what differs
 * from query to query.
 */
import { type AttributeLabels, SELECTED, UNSELECTED } from '../../../index/value-labels.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { Facet, ValueFacet } from './facet-plan.js';
import type { TalliedFacet, TalliedFacets, TalliedNumbers, TalliedRange, TalliedValues } from './facet-tally.js';

const COMMA = 0x2c;
const BRACE = 0x7d;
/** Encoded values of a view that are kept beside the response, in bytes. */
const MAX_KEPT_BYTES = 4 << 20;

export class FacetsWriter {
  /** Where the encoded values of each attribute lie in `out`: absent when they are not kept. */
  private readonly kept = new Map<AttributeLabels, number>();
  private readonly heads = new WeakMap<Facet, string>();

  /** @param maxKeptBytes of each view */
  constructor(
    private readonly out: Bytes,
    private readonly maxKeptBytes = MAX_KEPT_BYTES,
  ) {}

  /**
   * Copies the encoded values of a view's facets next to the responses, as far as the limit of a view goes; those of
   * the other facets are written from the snapshot. To be called between responses.
   * @returns the bytes kept
   */
  keep(facets: readonly Facet[]): number {
    let total = 0;
    for (const facet of facets) {
      if (!isValueFacet(facet)) continue;
      const bytes = facet.labels.json.all();
      if (total + bytes.length > this.maxKeptBytes) continue;
      total += bytes.length;
      this.kept.set(facet.labels, this.out.keep(bytes));
    }
    return total;
  }

  /** Writes `[…]`. */
  write(tallied: TalliedFacets): void {
    const { out } = this;
    out.ascii('[');
    tallied.facets.forEach((facet, i) => {
      if (i > 0) out.byte(COMMA);
      this.head(facet.facet);
      this.members(facet, tallied);
      out.byte(BRACE);
    });
    out.ascii(']');
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

  private members(facet: TalliedFacet, tallied: TalliedFacets): void {
    switch (facet.kind) {
      case 'checkbox':
        this.out.ascii(`,"selected":${facet.selected},"count":${facet.count}`);
        return;
      case 'range':
        this.range(facet);
        return;
      case 'numbers':
        this.numbers(facet);
        return;
      case 'values':
        this.values(facet, tallied);
    }
  }

  private range({ unit, min, max, minSelected, maxSelected }: TalliedRange): void {
    const members = JSON.stringify({ unit, min, max, minSelected, maxSelected }).slice(1, -1);
    if (members !== '') this.out.text(`,${members}`);
  }

  private numbers({ facet, values, selectedCount }: TalliedNumbers): void {
    this.out.ascii(`,"sort":"${facet.sort}","selectedCount":${selectedCount},"values":`);
    this.out.json(values.map(({ value, ...rest }) => ({ id: String(value), label: String(value), ...rest })));
  }

  private values({ facet, from, to, selected }: TalliedValues, { values, counts }: TalliedFacets): void {
    const { out } = this;
    if (facet.type === 'SIZE') {
      out.ascii(`,"selectedCount":${selected.size},"sizeTypes":`);
      this.sizes(facet, values.subarray(from, to), counts.subarray(from, to), selected);
      return;
    }
    if (facet.type === 'TEXT') out.ascii(`,"sort":"${facet.sort}"`);
    out.ascii(`,"selectedCount":${selected.size},"values":[`);
    const keptAt = this.kept.get(facet.labels);
    for (let i = from; i < to; i++) {
      if (i > from) out.byte(COMMA);
      this.value(facet, keptAt, values[i], counts[i], selected);
    }
    out.ascii(']');
  }

  private value(
    { labels: { json } }: ValueFacet,
    keptAt: number | undefined,
    value: number,
    count: number,
    selected: ReadonlySet<number>,
  ): void {
    const { out } = this;
    if (keptAt === undefined) out.bytes(json.bytesAt(value));
    else out.copy(keptAt + json.startOf(value), keptAt + json.startOf(value + 1));
    if (selected.size > 0 && selected.has(value)) {
      out.at -= UNSELECTED.length;
      out.ascii(SELECTED);
    }
    out.integer(count);
    out.byte(BRACE);
  }

  /** Sizes by type, then format: both are the first members of a size's id. */
  private sizes(facet: ValueFacet, values: Uint32Array, counts: Uint32Array, selected: ReadonlySet<number>): void {
    const types = new Map<string, Map<string, number[]>>();
    for (let i = 0; i < values.length; i++) {
      const [type, format] = facet.attribute.values.at(values[i]).split(';', 2);
      let formats = types.get(type);
      if (!formats) types.set(type, (formats = new Map()));
      const places = formats.get(format);
      if (places) places.push(i);
      else formats.set(format, [i]);
    }
    const { out } = this;
    const keptAt = this.kept.get(facet.labels);
    let separator = '[';
    for (const [type, formats] of [...types].sort(([a], [b]) => (a < b ? -1 : 1))) {
      out.text(`${separator}{"label":${JSON.stringify(type === 'NO_TYPE' ? facet.label : type)},"formats":`);
      let inner = '[';
      for (const [format, places] of [...formats].sort(([a], [b]) => (a < b ? -1 : 1))) {
        out.text(`${inner}{"format":${JSON.stringify(format)},"values":[`);
        places.forEach((place, i) => {
          if (i > 0) out.byte(COMMA);
          this.value(facet, keptAt, values[place], counts[place], selected);
        });
        out.ascii(']}');
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

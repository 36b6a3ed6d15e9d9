/**
 * Writes tallied facets as JSON: the encoded beginnings of values, which the snapshot has, with counts and selections
 * inserted.
 */
import type { Attribute } from '../../../index/attributes.js';
import { type AttributeLabels, SELECTED, UNSELECTED } from '../../../index/value-labels.js';
import { ASSEMBLY_SLACK, type AssemblyFunctions } from '../../../kernel/assembly.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { sortOrdinals } from '../../../kernel/ordinal-sort.js';
import type { Facet, ValueFacet } from './facet-plan.js';
import type { TalliedFacet, TalliedFacets, TalliedNumbers, TalliedRange, TalliedValues } from './facet-tally.js';

const COMMA = 0x2c;
const BRACE = 0x7d;
/** Encoded values of a view that are kept beside the response, in bytes. */
const MAX_KEPT_BYTES = 4 << 20;

/** Comma, decimal digits of a count, and brace. */
const MOST_BEHIND_VALUE = 12;
const WORD_BYTES = 4;

/** Where the encoded values of an attribute, and the offsets among them, lie in `out`. */
interface KeptValues {
  json: number;
  offsets: number;
  /** Their bytes. */
  jsonBytes: number;
  offsetBytes: number;
  /** Bytes of the longest encoded value. */
  longest: number;
}

export class FacetsWriter {
  /** Absent for attributes whose values are not kept. */
  private readonly kept = new Map<AttributeLabels, KeptValues>();
  private readonly heads = new WeakMap<Facet, string>();

  /** @param maxKeptBytes of each view */
  constructor(
    private readonly out: Bytes,
    private readonly maxKeptBytes = MAX_KEPT_BYTES,
  ) {}

  /**
   * Copies the encoded values of a view's facets next to the responses, as far as the limit of a view goes; those of
   * the other facets are written from the snapshot. To be called between responses.
   * @returns the bytes kept, with those that were kept before
   */
  keep(facets: readonly Facet[]): number {
    let total = 0;
    for (const facet of facets) {
      if (!isValueFacet(facet)) continue;
      const { json } = facet.labels;
      if (!json) continue;
      const offsets = asBytes(json.starts());
      const bytes = json.all().length + offsets.length;
      if (total + bytes > this.maxKeptBytes) continue;
      total += bytes;
      if (this.kept.has(facet.labels)) continue;
      const all = json.all();
      const places = { json: this.out.keep(all), offsets: this.out.keep(offsets) };
      const longest = longestOf(json.starts());
      this.kept.set(facet.labels, { ...places, jsonBytes: all.length, offsetBytes: offsets.length, longest });
    }
    return total;
  }

  /** Gives up what is kept. */
  close(): void {
    for (const { json, offsets, jsonBytes, offsetBytes } of this.kept.values()) {
      this.out.release(json, jsonBytes);
      this.out.release(offsets, offsetBytes);
    }
    this.kept.clear();
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
    if (unit !== undefined) this.out.text(`,"unit":${JSON.stringify(unit)}`);
    this.bound(',"min":', min);
    this.bound(',"max":', max);
    this.bound(',"minSelected":', minSelected);
    this.bound(',"maxSelected":', maxSelected);
  }

  private bound(name: string, bound: number | undefined): void {
    if (bound === undefined) return;
    this.out.ascii(name);
    this.out.number(bound);
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
    const kept = this.kept.get(facet.labels);
    if (kept && out.functions && selected.size === 0) {
      this.unselected(kept, out.functions, values.subarray(from, to), counts.subarray(from, to));
    } else {
      for (let i = from; i < to; i++) {
        if (i > from) out.byte(COMMA);
        this.value(facet.labels, kept?.json, values[i], counts[i], selected);
      }
    }
    out.ascii(']');
  }

  /** As `value` for each, with commas between. */
  private unselected(kept: KeptValues, functions: AssemblyFunctions, values: Uint32Array, counts: Uint32Array): void {
    const { out } = this;
    const count = values.length;
    // No more than all there are; adding up their lengths takes as long as writing them.
    const most = Math.min(count * kept.longest, kept.jsonBytes);
    const room = ASSEMBLY_SLACK + most + count * MOST_BEHIND_VALUE;
    // What is written from lies behind the room that is written to.
    out.reserve(room + (2 * count + 1) * WORD_BYTES);
    const first = Math.ceil((out.at + room) / WORD_BYTES);
    out.words.set(values, first);
    out.words.set(counts, first + count);
    const at = first * WORD_BYTES;
    out.at = functions.writeValues(at, at + count * WORD_BYTES, count, kept.json, kept.offsets, out.at);
  }

  private value(
    labels: AttributeLabels,
    keptAt: number | undefined,
    value: number,
    count: number,
    selected: ReadonlySet<number>,
  ): void {
    const { out } = this;
    const { json } = labels;
    if (!json) out.text(labels.jsonOf(value));
    else if (keptAt === undefined) out.bytes(json.bytesAt(value));
    else out.copy(keptAt + json.startOf(value), keptAt + json.startOf(value + 1));
    if (selected.size > 0 && selected.has(value)) {
      out.at -= UNSELECTED.length;
      out.ascii(SELECTED);
    }
    out.integer(count);
    out.byte(BRACE);
  }

  private sizes(facet: ValueFacet, values: Uint32Array, counts: Uint32Array, selected: ReadonlySet<number>): void {
    const { out } = this;
    const keptAt = this.kept.get(facet.labels)?.json;
    const { ofValue, all } = sizeFormats(facet.attribute);
    const byFormat = Uint32Array.from(values.keys());
    sortOrdinals(
      byFormat,
      values.length,
      values.map(value => ofValue[value]),
      all.length,
    );
    let type: string | undefined;
    let format = -1;
    out.ascii('[');
    for (const place of byFormat) {
      const value = values[place];
      if (ofValue[value] === format) out.byte(COMMA);
      else {
        const next = all[ofValue[value]];
        if (format >= 0) out.ascii(next.type === type ? ']},' : ']}]},');
        if (next.type !== type) {
          const label = next.type === NO_TYPE ? facet.label : next.type;
          out.text(`{"label":${JSON.stringify(label)},"formats":[`);
        }
        out.text(`{"format":${JSON.stringify(next.format)},"values":[`);
        type = next.type;
        format = ofValue[value];
      }
      this.value(facet.labels, keptAt, value, counts[place], selected);
    }
    out.ascii(format >= 0 ? ']}]}]' : ']');
  }
}

/** In the ids of sizes that have no type. */
const NO_TYPE = 'NO_TYPE';

interface SizeFormats {
  /** In the order of types, then formats. */
  all: { type: string; format: string }[];
  /** Index in `all`, by value. */
  ofValue: Uint32Array;
}

const formatsOf = new WeakMap<Attribute, SizeFormats>();

/** The formats of sizes by type: both are the first members of a size's id. */
function sizeFormats(attribute: Attribute): SizeFormats {
  let known = formatsOf.get(attribute);
  if (!known) {
    const { size, values } = attribute;
    const parsed = Array.from({ length: size }, (_, value) => {
      const [type, format] = values.at(value).split(';', 2);
      return { type, format };
    });
    const distinct = new Map(parsed.map(one => [`${one.type};${one.format}`, one]));
    const all = [...distinct.values()].sort((a, b) => order(a.type, b.type) || order(a.format, b.format));
    const places = new Map(all.map(({ type, format }, place) => [`${type};${format}`, place]));
    const ofValue = Uint32Array.from(parsed, ({ type, format }) => places.get(`${type};${format}`)!);
    formatsOf.set(attribute, (known = { all, ofValue }));
  }
  return known;
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function asBytes({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The greatest distance of two neighbours. */
function longestOf(starts: Uint32Array): number {
  let longest = 0;
  for (let i = 1; i < starts.length; i++) longest = Math.max(longest, starts[i] - starts[i - 1]);
  return longest;
}

function isValueFacet(facet: Facet): facet is ValueFacet {
  return facet.type === 'TEXT' || facet.type === 'COLOR' || facet.type === 'SIZE';
}

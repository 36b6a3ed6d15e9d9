/**
 * Part `labels`: labels of the attribute values of a view by value ordinal, their natural order, the names (labels and
 * ids, folded) by which rules and selections refer to values, and the beginning of the JSON of each facet value.
 *
 *   ID.labels (strings)      label of each value; absent where the only name of every value is its id
 *   ID.rank u32[K]           position of each value in the order of labels
 *   ID.names (strings), ID.named u32   folded names in byte order, and the value of each; no names where there are no
 *                            labels: they are the folded ids
 *   ID.json (strings)        `{"id":"…","label":"…","selected":false,"count":` of each value, its id as `valueId` has it;
 *                            absent where there are more than `MOST_WITH_JSON`
 *
 * Ids stand in the part `attributes` alone: of a million titles, they and their labels are a hundred bytes a product.
 */

import { compareBytes, orderByBytes } from '../kernel/byte-order.js';
import { growableU32 } from '../kernel/growable.js';
import { NaturalKeys } from '../kernel/natural-order.js';
import { quoteJson } from '../kernel/quote-json.js';
import { valueId } from '../kernel/value-id.js';
import { type Part, PartWriter } from './part.js';
import type { PagedSection } from './part-reader.js';
import { Strings, writeStrings } from './strings.js';

/** End of a value's JSON; for a selected value, a response replaces it by `SELECTED`. */
export const UNSELECTED = 'false,"count":';
export const SELECTED = 'true,"count":';

/**
 * Most values of an attribute whose JSON is stored. Of more, a page lists few, whose JSON is made then: of an article
 * number a product, it would take more memory than all titles.
 */
export const MOST_WITH_JSON = 1 << 15;

export interface ValueNames {
  id: string;
  label: string;
  /** A further member of the facet value's JSON, for colours: these are few, and their JSON is stored. */
  color?: string;
  /** Names beyond id and label, such as a size without its type. */
  aliases?: string[];
}

/** Folds a name for comparison in rules: trimmed, NFC, in lower case. */
export function foldName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

/**
 * @param attributes in the order of the attributes part, their values by ordinal
 * @param unlisted ids of attributes that are never facets: they get no JSON and are ordered alphabetically
 * @param locale of the view, `*` for any
 */
export function writeValueLabels(
  attributes: readonly { id: string; values: readonly ValueNames[] }[],
  unlisted: ReadonlySet<string>,
  locale: string,
): PartWriter {
  const writer = new ValueLabelsWriter(unlisted, locale);
  for (const { id, values } of attributes) writer.add(id, values);
  return writer.part;
}

/** What the part says beside its sections. */
export interface LabelsMeta {
  /** Of the attributes, in their order. */
  ids: string[];
  /** Of those that are never facets. */
  unlisted: string[];
}

/** Writes the labels of one attribute after the other. */
export class ValueLabelsWriter {
  readonly part: PartWriter;
  private readonly meta: LabelsMeta = { ids: [], unlisted: [] };

  /** @param spillDir see `PartWriter` */
  constructor(
    private readonly unlisted: ReadonlySet<string>,
    private readonly locale: string,
    spillDir?: string,
  ) {
    this.part = new PartWriter('labels', this.meta, spillDir);
  }

  /** Adds the next attribute. @param values by ordinal */
  add(id: string, values: readonly ValueNames[]): void {
    const { part, meta, locale } = this;
    const isListed = !this.unlisted.has(id);
    meta.ids.push(id);
    if (!isListed) meta.unlisted.push(id);
    const labels = values.map(({ label }) => label);
    const rank = ranksOf(values, isListed ? natural(labels) : alphabetical(labels, locale));
    const names: string[] = [];
    const owners = growableU32();
    values.forEach((value, ordinal) => {
      for (const name of namesOf(value)) {
        names.push(name);
        owners.push(ordinal);
      }
    });
    const byName = orderByBytes(names);
    part.add(`${id}.rank`, rank);
    if (values.some(({ id, label, aliases }) => label !== id || aliases !== undefined)) {
      writeStrings(part, `${id}.labels`, labels);
      writeStrings(
        part,
        `${id}.names`,
        Array.from(byName, i => names[i]),
      );
    }
    part.add(
      `${id}.named`,
      byName.map(i => owners.get(i)),
    );
    if (isListed && values.length <= MOST_WITH_JSON) {
      writeStrings(part, `${id}.json`, values.map(valueJson));
    }
  }
}

/** The position of each value; of those that are equal, in the order of their ids. */
function ranksOf(values: readonly ValueNames[], compare: Compare): Uint32Array {
  const order = [...values.keys()].sort((a, b) => compare(a, b) || compareBytes(values[a].id, values[b].id));
  const rank = new Uint32Array(values.length);
  order.forEach((value, position) => {
    rank[value] = position;
  });
  return rank;
}

/** The folded names of a value, each once. */
function namesOf({ id, label, aliases }: ValueNames): Iterable<string> {
  const folded = foldName(id);
  if (label === id && aliases === undefined) return [folded];
  return new Set([folded, foldName(label), ...(aliases ?? []).map(foldName)]);
}

type Compare = (a: number, b: number) => number;

function natural(labels: readonly string[]): Compare {
  const keys = new NaturalKeys(labels);
  return (a, b) => keys.compare(a, b);
}

function alphabetical(labels: readonly string[], locale: string): Compare {
  const compare = alphabeticalOrder(locale);
  return (a, b) => compare(labels[a], labels[b]);
}

/** The collation of the locale, numbers ordered by value. */
export function alphabeticalOrder(locale: string): (a: string, b: string) => number {
  return new Intl.Collator(locale === '*' ? 'en' : locale, { numeric: true }).compare;
}

function valueJson({ id, label, color }: ValueNames): string {
  const colored = color === undefined ? '' : `,"color":${quoteJson(color)}`;
  return `{"id":${quoteJson(valueId(id))},"label":${quoteJson(label)}${colored},"selected":${UNSELECTED}`;
}

export class ValueLabels {
  private readonly byId = new Map<string, AttributeLabels>();

  /** @param attributes whose values have the labels */
  constructor(part: Part, attributes: { get(id: string): { values: Strings } | undefined }) {
    const { ids, unlisted } = part.meta as LabelsMeta;
    for (const id of ids) {
      const { values } = attributes.get(id)!;
      this.byId.set(id, new AttributeLabels(part, id, values, !unlisted.includes(id)));
    }
  }

  get(id: string): AttributeLabels | undefined {
    return this.byId.get(id);
  }
}

export class AttributeLabels {
  readonly labels: Strings;
  /** The folded names in byte order, where values have others than their ids; the labels are stored beside them. */
  readonly names: Strings | undefined;
  /** The beginning of the JSON of each value; undefined where it is made when a page lists the value, see `jsonOf`. */
  readonly json: Strings | undefined;
  private readonly ranks: PagedSection<Uint32Array>;
  private readonly ofNames: PagedSection<Uint32Array>;
  private ranked: Uint32Array | undefined;

  constructor(
    part: Part,
    id: string,
    private readonly values: Strings,
    /** Whether it may be a facet. */
    readonly isListed: boolean,
  ) {
    const stored = (name: string) =>
      part.has(`${id}.${name}.offsets`) ? new Strings(part, `${id}.${name}`) : undefined;
    this.labels = stored('labels') ?? values;
    this.names = stored('names');
    this.json = stored('json');
    this.ranks = part.pagedU32(`${id}.rank`);
    this.ofNames = part.pagedU32(`${id}.named`);
  }

  /** The beginning of the JSON of a value where none is stored. */
  jsonOf(value: number): string {
    return valueJson({ id: this.values.at(value), label: this.labels.at(value) });
  }

  /** The position of each value among all, in the order that shoppers see. */
  get rank(): Uint32Array {
    return this.ranks.whole;
  }

  /** The value of each name. */
  get named(): Uint32Array {
    return this.ofNames.whole;
  }

  /** Adds the labels to another part. */
  copyTo(part: PartWriter, id: string): void {
    const { labels, names, json, rank, named } = this;
    if (names) labels.copyTo(part, `${id}.labels`);
    part.add(`${id}.rank`, rank).add(`${id}.named`, named);
    names?.copyTo(part, `${id}.names`);
    json?.copyTo(part, `${id}.json`);
  }

  /** The value at each rank; computed at the first access. */
  get byRank(): Uint32Array {
    if (!this.ranked) {
      const { rank } = this;
      this.ranked = new Uint32Array(rank.length);
      for (let value = 0; value < rank.length; value++) this.ranked[rank[value]] = value;
    }
    return this.ranked;
  }

  /** Ordinals of the values with a name (id, label or alias, in any case). */
  resolve(name: string): number[] {
    const folded = foldName(name);
    let low = 0;
    let high = this.named.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareBytes(this.nameAt(middle), folded) < 0) low = middle + 1;
      else high = middle;
    }
    const found = [];
    for (; low < this.named.length && this.nameAt(low) === folded; low++) found.push(this.named[low]);
    return found;
  }

  /** Below 0 where the name at a place comes before `name`, 0 where they are equal. */
  compareName(index: number, name: string): number {
    if (this.names) return this.names.compareText(name, index, false);
    const label = this.named[index];
    // Most labels are folded by their letters' case alone, which needs no decoding.
    return this.labels.isPlain(label)
      ? this.labels.compareText(name, label, true)
      : compareBytes(foldName(this.labels.at(label)), name);
  }

  /** The name at a place in byte order. */
  nameAt(index: number): string {
    return this.names?.at(index) ?? foldName(this.labels.at(this.named[index]));
  }
}

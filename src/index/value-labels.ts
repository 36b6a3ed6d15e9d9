/**
 * Part `labels`: labels of the attribute values of a view by value ordinal, their natural order, the names (labels and
 * ids, folded) by which rules and selections refer to values, and the beginning of the JSON of each facet value.
 *
 *   ID.labels (strings)      label of each value
 *   ID.rank u32[K]           position of each value in the order of labels
 *   ID.names (strings), ID.named u32   folded names in byte order, and the value of each; no names where the only name of
 *                            every value is its label: they are the folded labels
 *   ID.json (strings)        `{"id":"…","label":"…","selected":false,"count":` of each value, its id as `valueId` has it
 */

import { compareBytes, orderByBytes } from '../kernel/byte-order.js';
import { growableU32 } from '../kernel/growable.js';
import { NaturalKeys } from '../kernel/natural-order.js';
import { quoteJson } from '../kernel/quote-json.js';
import { valueId } from '../kernel/value-id.js';
import { type Part, PartWriter } from './part.js';
import type { PagedSection } from './part-reader.js';
import { Strings, writeStrings, writeStringsOf } from './strings.js';

/** End of a value's JSON; for a selected value, a response replaces it by `SELECTED`. */
export const UNSELECTED = 'false,"count":';
export const SELECTED = 'true,"count":';

export interface ValueNames {
  id: string;
  label: string;
  /** Further members of the facet value's JSON, for colours. */
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

/** Writes the labels of one attribute after the other. */
export class ValueLabelsWriter {
  readonly part: PartWriter;
  private readonly ids: string[] = [];

  /** @param spillDir see `PartWriter` */
  constructor(
    private readonly unlisted: ReadonlySet<string>,
    private readonly locale: string,
    spillDir?: string,
  ) {
    this.part = new PartWriter('labels', { ids: this.ids }, spillDir);
  }

  /** Adds the next attribute. @param values by ordinal */
  add(id: string, values: readonly ValueNames[]): void {
    const { part, unlisted, locale } = this;
    this.ids.push(id);
    const labels = values.map(({ label }) => label);
    const rank = ranksOf(values, unlisted.has(id) ? alphabetical(labels, locale) : natural(labels));
    const names: string[] = [];
    const owners = growableU32();
    values.forEach((value, ordinal) => {
      for (const name of namesOf(value)) {
        names.push(name);
        owners.push(ordinal);
      }
    });
    const byName = orderByBytes(names);
    writeStrings(part, `${id}.labels`, labels);
    part.add(`${id}.rank`, rank);
    if (values.some(({ id, label, aliases }) => label !== id || aliases !== undefined)) {
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
    writeStringsOf(part, `${id}.json`, unlisted.has(id) ? 0 : values.length, value => valueJson(values[value]));
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

  constructor(part: Part) {
    for (const id of (part.meta as { ids: string[] }).ids) this.byId.set(id, new AttributeLabels(part, id));
  }

  get(id: string): AttributeLabels | undefined {
    return this.byId.get(id);
  }
}

export class AttributeLabels {
  readonly labels: Strings;
  readonly json: Strings;
  /** The folded names in byte order; undefined where they are the folded labels. */
  readonly names: Strings | undefined;
  private readonly ranks: PagedSection<Uint32Array>;
  private readonly ofNames: PagedSection<Uint32Array>;
  private ranked: Uint32Array | undefined;

  constructor(part: Part, id: string) {
    this.labels = new Strings(part, `${id}.labels`);
    this.json = new Strings(part, `${id}.json`);
    this.ranks = part.pagedU32(`${id}.rank`);
    this.names = part.has(`${id}.names.offsets`) ? new Strings(part, `${id}.names`) : undefined;
    this.ofNames = part.pagedU32(`${id}.named`);
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
    const { labels, json, rank, names, named } = this;
    labels.copyTo(part, `${id}.labels`);
    part.add(`${id}.rank`, rank).add(`${id}.named`, named);
    names?.copyTo(part, `${id}.names`);
    json.copyTo(part, `${id}.json`);
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

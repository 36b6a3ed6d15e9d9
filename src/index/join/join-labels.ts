/** Joins the labels of the values that the union of two segments has. */
import { placed } from '../../kernel/array-blocks.js';
import { compareNatural, naturalKey } from '../../kernel/natural-order.js';
import { PartWriter } from '../part.js';
import { writeStrings } from '../strings.js';
import {
  type AttributeLabels,
  alphabeticalOrder,
  type LabelsMeta,
  MOST_WITH_JSON,
  type ValueLabels,
} from '../value-labels.js';
import { joinStrings } from './join-strings.js';
import type { JoinedAttribute } from './joined-attribute.js';
import { BASE, type MergedOrder, mergePlaces, OVERLAY, translated } from './merged-order.js';

/** @param locale of the view, `*` for any */
export function joinLabels(
  base: ValueLabels,
  overlay: ValueLabels,
  attributes: readonly JoinedAttribute[],
  locale: string,
): PartWriter {
  const isListed = (id: string) => base.get(id)?.isListed === true || overlay.get(id)?.isListed === true;
  const ids = attributes.map(({ id }) => id);
  const part = new PartWriter('labels', { ids, unlisted: ids.filter(id => !isListed(id)) } satisfies LabelsMeta);
  for (const attribute of attributes) {
    const { id, values } = attribute;
    const own = base.get(id);
    const added = overlay.get(id);
    if (attribute.isBase) {
      own!.copyTo(part, id);
      continue;
    }
    part.add(`${id}.rank`, joinRanks(own, added, attribute, isListed(id) ? undefined : locale));
    addNames(part, own, added, attribute);
    if (isListed(id) && values.size <= MOST_WITH_JSON) addJson(part, own, added, attribute);
  }
  return part;
}

function addJson(
  part: PartWriter,
  base: AttributeLabels | undefined,
  overlay: AttributeLabels | undefined,
  { id, values }: JoinedAttribute,
): void {
  const own = base ?? overlay!;
  const added = overlay ?? base!;
  if (own.json && added.json) {
    joinStrings(part, `${id}.json`, values, own.json, added.json);
    return;
  }
  // The base had more values.
  const jsons: string[] = [];
  for (const { segment, from, to } of values.runs) {
    const labels = segment === BASE ? own : added;
    for (let value = from; value < to; value++) jsons.push(labels.json?.at(value) ?? labels.jsonOf(value));
  }
  writeStrings(part, `${id}.json`, jsons);
}

/** @param locale by whose alphabet the values are ordered; undefined: by their natural order */
function joinRanks(
  base: AttributeLabels | undefined,
  overlay: AttributeLabels | undefined,
  { values, valueMaps }: JoinedAttribute,
  locale: string | undefined,
): Uint32Array {
  const compare = locale === undefined ? naturalOrder(base, overlay) : collation(base, overlay, locale);
  const own = base?.byRank ?? NONE;
  const added = overlay?.byRank ?? NONE;
  const lists = [translated(own, valueMaps[BASE]), translated(added, ownMap(values, added.length))] as const;
  // Of equal labels, the first by ordinal comes first: values are in the order of their ids.
  const places = mergePlaces(...lists, (a, b) => compare(own[a], added[b]));
  const byRank = places.gather(...lists);
  const rank = placed(Uint32Array, values.size);
  for (let i = 0; i < byRank.length; i++) rank[byRank[i]] = i;
  return rank;
}

/** The ordinals in the union of the values that only the overlay has. */
function ownMap(values: MergedOrder, size: number): Uint32Array {
  return values.mapOf(OVERLAY, size);
}

const NONE = new Uint32Array(0);

type Compare = (own: number, added: number) => number;

function naturalOrder(base: AttributeLabels | undefined, overlay: AttributeLabels | undefined): Compare {
  const own = remembered(value => naturalKey(base!.labels.at(value)));
  const added = remembered(value => naturalKey(overlay!.labels.at(value)));
  return (a, b) => compareNatural(own(a), added(b));
}

function collation(base: AttributeLabels | undefined, overlay: AttributeLabels | undefined, locale: string): Compare {
  const compare = alphabeticalOrder(locale);
  const added = remembered(value => overlay!.labels.at(value));
  return (a, b) => compare(base!.labels.at(a), added(b));
}

function remembered<T>(make: (value: number) => T): (value: number) => T {
  const known = new Map<number, T>();
  return value => {
    let made = known.get(value);
    if (made === undefined) known.set(value, (made = make(value)));
    return made;
  };
}

/** Adds the names of values in byte order, and their values; and labels where there are names. */
function addNames(
  part: PartWriter,
  base: AttributeLabels | undefined,
  overlay: AttributeLabels | undefined,
  { id, values, valueMaps }: JoinedAttribute,
): void {
  const lists = [
    translated(base?.named ?? NONE, valueMaps[BASE]),
    translated(overlay?.named ?? NONE, ownMap(values, valueMaps[OVERLAY].length)),
  ] as const;
  const added = remembered(place => overlay!.nameAt(place));
  const places = mergePlaces(...lists, (own, other) => base!.compareName(own, added(other)));
  part.add(`${id}.named`, places.gather(...lists));
  if (!base?.names && !overlay?.names) return;
  joinStrings(part, `${id}.labels`, values, (base ?? overlay)!.labels, (overlay ?? base)!.labels);
  if (base?.names && overlay?.names) {
    joinStrings(part, `${id}.names`, places, base.names, overlay.names);
    return;
  }
  const names: string[] = [];
  for (const { segment, from, to } of places.runs) {
    const labels = (segment === BASE ? base : overlay)!;
    for (let place = from; place < to; place++) names.push(labels.nameAt(place));
  }
  writeStrings(part, `${id}.names`, names);
}

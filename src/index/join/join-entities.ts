/** Joins the names by which queries recognise values. */
import { placed } from '../../kernel/array-blocks.js';
import type { PartWriter } from '../part.js';
import type { TextIndex } from '../text-index.js';
import { joinStrings } from './join-strings.js';
import type { ValueMaps } from './joined-attribute.js';
import { BASE, DROPPED, keepsAll, MergedOrder, OVERLAY, placesOf } from './merged-order.js';

export function joinEntities(
  texts: readonly [TextIndex, TextIndex],
  maps: readonly [ValueMaps, ValueMaps],
): EntityJoin {
  const [base, overlay] = texts;
  const join = new EntityJoin(texts, maps);
  const names = Array.from({ length: overlay.entities.size }, (_, i) => overlay.entities.at(i));
  const places = placesOf(base.entities.size, names.length, (a, b) => base.entities.compareText(names[b], a, false));
  let from = 0;
  const addBase = (to: number): void => {
    if (join.keepsBase) join.addRun(from, to);
    else for (let name = from; name < to; name++) join.add(BASE, name);
    from = Math.max(from, to);
  };
  places.forEach((place, name) => {
    addBase(place < 0 ? ~place : place);
    if (place < 0) join.add(OVERLAY, name);
    else if (!join.isKnown(place, name)) {
      join.addBoth(place, name);
      from = place + 1;
    }
  });
  addBase(base.entities.size);
  return join;
}

function keepsValues({ entityAttribute, entityValue }: TextIndex, maps: readonly Uint32Array[]): boolean {
  const others = maps.flatMap((map, attribute) => (keepsAll(map) ? [] : [attribute]));
  // Titles change most often, and are no names.
  if (!others.some(attribute => entityAttribute.includes(attribute))) return true;
  for (let i = 0; i < entityValue.length; i++) {
    if (maps[entityAttribute[i]][entityValue[i]] !== entityValue[i]) return false;
  }
  return true;
}

export class EntityJoin {
  private readonly order = new MergedOrder();
  private readonly start: Uint32Array;
  private readonly attributes: Uint16Array;
  private readonly values: Uint32Array;
  private n = 0;
  /** Whether the union has all values of the base's names, by the same ordinals. */
  readonly keepsBase: boolean;

  constructor(
    private readonly texts: readonly [TextIndex, TextIndex],
    private readonly maps: readonly [ValueMaps, ValueMaps],
  ) {
    const [base, overlay] = texts;
    this.start = placed(Uint32Array, base.entities.size + overlay.entities.size + 1);
    this.attributes = placed(Uint16Array, base.entityValue.length + overlay.entityValue.length);
    this.values = placed(Uint32Array, this.attributes.length);
    const [{ attributes, values }] = maps;
    this.keepsBase = keepsAll(attributes) && keepsValues(base, values);
  }

  /** Whether the union has the names of the base, each for the values that it has there. */
  get isBase(): boolean {
    const { entities, entityValue } = this.texts[BASE];
    return this.keepsBase && this.order.isBase(entities.size) && this.n === entityValue.length;
  }

  /** Adds names of the base as they are. */
  addRun(from: number, to: number): void {
    if (from >= to) return;
    const { entityStart, entityAttribute, entityValue } = this.texts[BASE];
    const [first, end] = [entityStart[from], entityStart[to]];
    this.attributes.set(entityAttribute.subarray(first, end), this.n);
    this.values.set(entityValue.subarray(first, end), this.n);
    const shift = this.n - first;
    for (let name = from, at = this.order.size; name < to; name++) this.start[++at] = entityStart[name + 1] + shift;
    this.order.add(BASE, from, to);
    this.n = end + shift;
  }

  /** Adds a name of one segment, unless the union has none of its values. */
  add(segment: typeof BASE | typeof OVERLAY, name: number): void {
    this.append(segment, name);
    this.end(segment, name);
  }

  /** Whether the base, which is kept as it is, has all values that a name has in the overlay. */
  isKnown(baseName: number, overlayName: number): boolean {
    if (!this.keepsBase) return false;
    const [base, overlay] = this.texts;
    const { attributes, values } = this.maps[OVERLAY];
    for (let i = overlay.entityStart[overlayName]; i < overlay.entityStart[overlayName + 1]; i++) {
      const attribute = attributes[overlay.entityAttribute[i]];
      const value = values[overlay.entityAttribute[i]][overlay.entityValue[i]];
      let own = base.entityStart[baseName];
      const end = base.entityStart[baseName + 1];
      while (own < end && (base.entityAttribute[own] !== attribute || base.entityValue[own] !== value)) own++;
      if (own === end) return false;
    }
    return true;
  }

  /** Adds a name of both segments. */
  addBoth(baseName: number, overlayName: number): void {
    const first = this.n;
    this.append(BASE, baseName);
    const own = this.n;
    this.append(OVERLAY, overlayName);
    if (own > first && this.n > own) this.unite(first);
    this.end(BASE, baseName);
  }

  write(part: PartWriter): void {
    joinStrings(part, 'entities', this.order, this.texts[BASE].entities, this.texts[OVERLAY].entities);
    part.add('entities.start', this.start.subarray(0, this.order.size + 1));
    part.add('entities.attribute', this.attributes.subarray(0, this.n));
    part.add('entities.value', this.values.subarray(0, this.n));
  }

  private append(segment: typeof BASE | typeof OVERLAY, name: number): void {
    const { entityStart, entityAttribute, entityValue } = this.texts[segment];
    const { attributes, values } = this.maps[segment];
    for (let i = entityStart[name]; i < entityStart[name + 1]; i++) {
      const value = values[entityAttribute[i]][entityValue[i]];
      if (value === DROPPED) continue;
      this.attributes[this.n] = attributes[entityAttribute[i]];
      this.values[this.n++] = value;
    }
  }

  /** Orders the values from `first` on as a build does, by attribute and value, each once. */
  private unite(first: number): void {
    const all = Array.from({ length: this.n - first }, (_, i): [number, number] => [
      this.attributes[first + i],
      this.values[first + i],
    ]);
    all.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    this.n = first;
    for (const [attribute, value] of all) {
      const again = this.n > first && this.attributes[this.n - 1] === attribute && this.values[this.n - 1] === value;
      if (again) continue;
      this.attributes[this.n] = attribute;
      this.values[this.n++] = value;
    }
  }

  private end(segment: typeof BASE | typeof OVERLAY, name: number): void {
    if (this.n === this.start[this.order.size]) return;
    this.order.add(segment, name, name + 1);
    this.start[this.order.size] = this.n;
  }
}

/** The custom attributes that a response shows, by kind. */
type Names = ReadonlySet<string> | 'all';

export interface CustomNames {
  labels: Names;
  numbers: Names;
  lengths: Names;
  json: Names;
}

const PREFIXES = [
  ['number.', 'numbers'],
  ['length.', 'lengths'],
  ['json.', 'json'],
] as const;

/**
 * From `x`, `number.x`, `length.x`, `json.x`; `*` in place of a name is all of a kind, by itself it is all there are.
 */
export function customNames(names: readonly string[]): CustomNames {
  if (names.includes('*')) return { labels: 'all', numbers: 'all', lengths: 'all', json: 'all' };
  const found = { labels: [] as string[], numbers: [] as string[], lengths: [] as string[], json: [] as string[] };
  for (const name of names) {
    const [prefix, kind] = PREFIXES.find(([prefix]) => name.startsWith(prefix)) ?? (['', 'labels'] as const);
    found[kind].push(name.slice(prefix.length));
  }
  const setOf = (list: string[]): Names => (list.includes('*') ? 'all' : new Set(list));
  return {
    labels: setOf(found.labels),
    numbers: setOf(found.numbers),
    lengths: setOf(found.lengths),
    json: setOf(found.json),
  };
}

/** Whatever either names. */
export function joinNames(a: CustomNames, b: CustomNames): CustomNames {
  const join = (x: Names, y: Names): Names => (x === 'all' || y === 'all' ? 'all' : new Set([...x, ...y]));
  return {
    labels: join(a.labels, b.labels),
    numbers: join(a.numbers, b.numbers),
    lengths: join(a.lengths, b.lengths),
    json: join(a.json, b.json),
  };
}

export function includesName(names: Names, name: string): boolean {
  return names === 'all' || names.has(name);
}

/** Whether names are asked for, be there such attributes or not. */
export function asksForAny(names: Names): boolean {
  return names === 'all' || names.size > 0;
}

export function isEmpty({ labels, numbers, lengths, json }: CustomNames): boolean {
  return ![labels, numbers, lengths, json].some(asksForAny);
}

/**
 * Facets of an answer as Algolia lists them: counts by value, by what visitors read, and bounds of ranges. Vitrine
 * counts values of a facet without its own selection, which InstantSearch asks for in requests of their own: the answer
 * to one request has all.
 */
import type { Facet } from '@vitrine/client';

export interface Value {
  id: string;
  label: string;
  count: number;
  selected: boolean;
}

/** In the order of the answer. A size is told by itself, whichever its type. */
export function valuesOf(facet: Facet): Value[] {
  if (facet.type === 'TEXT' || facet.type === 'COLOR') return facet.values;
  if (facet.type === 'CHECKBOX') {
    return [{ id: 'true', label: 'true', count: facet.count ?? 0, selected: facet.selected }];
  }
  if (facet.type !== 'SIZE') return [];
  const sizes = new Map<string, Value>();
  for (const { label, count, selected } of facet.sizeTypes.flatMap(type => type.formats.flatMap(one => one.values))) {
    const before = sizes.get(label);
    sizes.set(label, {
      id: label.replaceAll('%', '%25').replaceAll('|', '%7C'),
      label,
      count: count + (before?.count ?? 0),
      selected: selected || before?.selected === true,
    });
  }
  return [...sizes.values()];
}

/** What a value is called: its label, or its id where another has the label too. */
export function namesOf(values: readonly Value[]): Map<string, Value> {
  const labels = new Map<string, number>();
  for (const { label } of values) labels.set(label, (labels.get(label) ?? 0) + 1);
  return new Map(values.map(value => [labels.get(value.label) === 1 ? value.label : value.id, value]));
}

const SEPARATOR = ' > ';

/**
 * Counts by name.
 * @param level of a hierarchy: the values with so many names before them; undefined: all
 * @param most values, those with most hits and those that are selected
 */
export function counts(facet: Facet, level: number | undefined, most: number): Record<string, number> {
  const named = [...namesOf(valuesOf(facet))];
  // All of a level: InstantSearch shows of it those below what is selected.
  if (level !== undefined) {
    const ofLevel = named.filter(([name]) => name.split(SEPARATOR).length === level + 1);
    return Object.fromEntries(ofLevel.map(([name, { count }]) => [name, count]));
  }
  const byCount = named.sort(([, a], [, b]) => Number(b.selected) - Number(a.selected) || b.count - a.count);
  return Object.fromEntries(byCount.slice(0, most).map(([name, { count }]) => [name, count]));
}

/** The names by which queries recognise values of attributes. */
import { HIERARCHICAL, LEVEL_SEPARATOR } from '../../index/attributes.js';
import type { TextIndexBuilder } from '../../index/text-index-builder.js';
import type { ValueNames } from '../../index/value-labels.js';

/** Attributes whose values queries recognise. */
const RECOGNISED = new Set([
  'brand',
  'product_type',
  'category',
  'ontology',
  'color',
  'gender',
  'age',
  'department',
  'pattern',
  'series',
]);
/** Adds the names of an attribute's values to the text index, where queries recognise them. */
export function addEntities(
  text: TextIndexBuilder,
  id: string,
  attribute: number,
  values: readonly ValueNames[],
): void {
  if (!RECOGNISED.has(id) && !id.startsWith('custom.')) return;
  values.forEach((value, ordinal) => {
    for (const name of new Set([value.id, value.label])) text.addEntity(lastLevel(id, name), attribute, ordinal);
  });
}

function lastLevel(attribute: string, name: string): string {
  return HIERARCHICAL.has(attribute) ? name.split(LEVEL_SEPARATOR).at(-1)! : name;
}

/**
 * Parses facet selections: `f.ID=a|b` for values, `f.ID.min` and `f.ID.max` for ranges, `f.onlyInStock=true` for the
 * checkbox. A `|` in a value is written `%7C`, a `%` `%25`, beside the encoding of the address. Built-in ids are returned
 * in the spelling that responses use, whichever of the two was given.
 */

import Type from 'typebox';
import { isNumeric, resolveAttribute } from '../catalog/rules/rule-attributes.js';
import { badRequest } from '../errors/problem.js';
import { parseDecimal } from '../kernel/number-text.js';
import { quote } from '../kernel/quote.js';
import { nameOfValueId } from '../kernel/value-id.js';
import type { FacetSelection } from '../pages/shared/requests.js';
import { query } from './parameter-table.js';
import { type Parameters, parseFlag } from './parameters.js';

/** The facet that is a checkbox. */
const CHECKBOX = 'onlyInStock';

/** One parameter for each selected facet: their names begin with `f.`. */
export const FACET_PARAMETERS = query(
  'facets',
  'Selected facets, one parameter each: `f.ID=a|b` for values, `f.ID.min` and `f.ID.max` for ranges.',
  Type.Object(
    { [`f.${CHECKBOX}`]: Type.Optional(Type.Boolean()) },
    { patternProperties: { '^f\\..+\\.(min|max)$': Type.Union([Type.Number(), Type.String()]), '^f\\..+$': {} } },
  ),
);

/**
 * The selections of a request. A value facet without values (`f.brand=`) has an empty list: it counts as selected and
 * restricts nothing. Unknown ids are returned too; the query ignores them.
 * @throws Problem BAD_REQUEST for a bound that is not a number or a checkbox that is neither true nor false
 */
export function parseFacets(parameters: Parameters): FacetSelection[] {
  const selections: FacetSelection[] = [];
  for (const name of parameters.facets()) {
    const bound = boundOf(name);
    if (bound !== undefined) {
      const value = parseBound(name, bound.side, parameters.list(name)!);
      if (value === undefined) continue;
      const range = selections.find(s => s.id === bound.id && s.values === undefined);
      if (range !== undefined) range[bound.side] = value;
      else selections.push(bound.side === 'min' ? { id: bound.id, min: value } : { id: bound.id, max: value });
      continue;
    }
    const given = name.slice(2);
    if (given === '') continue;
    const id = resolveAttribute(given)?.alias ?? given;
    const values = parameters.list(name)!;
    if (id === CHECKBOX) selections.push({ id, checked: parseFlag(name, values.join('|')) });
    else merge(selections, id, values.map(nameOfValueId));
  }
  return selections;
}

/** A facet may be given in both spellings. */
function merge(selections: FacetSelection[], id: string, values: string[]): void {
  const known = selections.find(s => s.id === id && s.values !== undefined);
  if (known === undefined) selections.push({ id, values });
  else known.values = [...new Set([...known.values!, ...values])];
}

/**
 * `.min` and `.max` are bounds only when the rest of the name is a numeric attribute: `f.custom.heel.max` selects
 * values of the custom attribute `heel.max`.
 */
function boundOf(name: string): { id: string; side: 'min' | 'max' } | undefined {
  const side = name.endsWith('.min') ? 'min' : name.endsWith('.max') ? 'max' : undefined;
  if (side === undefined) return undefined;
  const attribute = resolveAttribute(name.slice(2, -4));
  return attribute !== undefined && isNumeric(attribute) ? { id: attribute.alias, side } : undefined;
}

/** @returns undefined where nothing is given */
function parseBound(name: string, side: 'min' | 'max', values: string[]): number | undefined {
  const text = values.join('|');
  if (text === '') return undefined;
  const value = parseDecimal(text);
  if (value !== undefined) return value;
  // What JavaScript callers send for "no bound".
  if (text === (side === 'min' ? '-Infinity' : 'Infinity')) return Number(text);
  throw badRequest(name, `found ${quote(text)}, expected a number`);
}

/**
 * Schemas that documents of a shop have in common. The description of a schema tells in errors what was expected.
 */
import { type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** An object without other members than these. */
export function strictObject<Members extends TProperties>(description: string, members: Members): TObject<Members> {
  return Type.Object(members, { additionalProperties: false, description });
}

/** @param min, max lengths in characters (code points), not in UTF-16 units */
export function text(min: number, max: number) {
  const description = min === 0 ? `text of at most ${max} characters` : `text of ${min} to ${max} characters`;
  return Type.String({ minLength: min, maxLength: max, description });
}

/**
 * @param things plural of the item, for errors
 * @param max largest number of items
 */
export function list<Item extends TSchema>(item: Item, things: string, max?: number) {
  return max === undefined
    ? Type.Array(item, { description: `a list of ${things}` })
    : Type.Array(item, { maxItems: max, description: `a list of at most ${max} ${things}` });
}

export function integer(minimum: number, maximum: number) {
  return Type.Integer({ minimum, maximum, description: `a whole number from ${minimum} to ${maximum}` });
}

/** The largest 32-bit integer, which every client can read. */
export const MAX_INTEGER = 2_147_483_647;

/** A map with any text as key: which locales a market has is not known to the schema. */
export function byLocale<Value extends TSchema>(value: Value, things: string) {
  return Type.Record(Type.String(), value, { description: `${things} by locale` });
}

/** Well-formed; the catalog need not have it. */
export const ProductKey = Type.String({
  pattern: '^[A-Za-z0-9#+./_-]{1,50}$',
  description: 'a product key: 1 to 50 letters, digits, #, +, ., /, _ and -',
});

/** Any text: `parseRules` checks it, with better messages than a schema can give. */
export const Rules = Type.String({ description: 'a product rule expression' });

export const MAX_PINNED = 100;

/** What the schemas of pages are made of. A description is what an error says was expected. */
import { type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** An object that has no other members than these. */
export function strict<Members extends TProperties>(description: string, members: Members): TObject<Members> {
  return Type.Object(members, { additionalProperties: false, description });
}

/** Lengths are in characters, not in UTF-16 units. */
export function text(min: number, max: number) {
  const description = min === 0 ? `text of at most ${max} characters` : `text of ${min} to ${max} characters`;
  return Type.String({ minLength: min, maxLength: max, description });
}

/** @param things in the plural, for errors */
export function list<Item extends TSchema>(item: Item, things: string, max?: number) {
  return max === undefined
    ? Type.Array(item, { description: `a list of ${things}` })
    : Type.Array(item, { maxItems: max, description: `a list of at most ${max} ${things}` });
}

export function integer(minimum: number, maximum: number) {
  return Type.Integer({ minimum, maximum, description: `a whole number from ${minimum} to ${maximum}` });
}

/** The largest whole number that every client can be expected to read. */
export const MAX_INTEGER = 2_147_483_647;

/** Which locales a market has, its data or configuration tells: what stands here is any text. */
export function byLocale<Value extends TSchema>(value: Value, things: string) {
  return Type.Record(Type.String(), value, { description: `${things} by locale` });
}

/** As the catalog has them; whether it has this one is not asked. */
export const ProductKey = Type.String({
  pattern: '^[A-Za-z0-9#+./_-]{1,50}$',
  description: 'a product key: 1 to 50 letters, digits, #, +, ., /, _ and -',
});

/** Parsed apart from the schema, which cannot say what is wrong with it. */
export const Rules = Type.String({ description: 'a product rule expression' });

export const MAX_PINNED = 100;

/** Arguments that several tools of the shop's agents take. */
import Type from 'typebox';
import { MAX_SEARCHED_CHARACTERS } from '../../../pages/shared/requests.js';

const { Optional } = Type;
export const closed = { additionalProperties: false } as const;

export const market = Optional(Type.String({ minLength: 1, description: 'a market id; the first unless given' }));
export const locale = Optional(
  Type.String({ minLength: 1, description: 'a locale; the main one of the market unless given' }),
);
export const settingsKey = Type.String({
  pattern: '^(\\*|[a-z]{2}(-([A-Z]{2}|[0-9]{3}))?)$',
  description: 'a locale like sv-SE, a language like sv for all of its locales, or * for all',
});
export const query = Type.String({
  minLength: 1,
  maxLength: MAX_SEARCHED_CHARACTERS,
  description: 'a text of 1 to 400 characters',
});
export const limit = (most: number, usual: number) =>
  Optional(
    Type.Integer({ minimum: 1, maximum: most, default: usual, description: `a whole number from 1 to ${most}` }),
  );
export const keys = (most: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200, description: 'a product id' }), {
    maxItems: most,
    description: `a list of at most ${most} product ids`,
  });

export const pageId = Type.String({ minLength: 1, maxLength: 200, description: 'the id of a page' });

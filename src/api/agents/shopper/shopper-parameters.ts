/** Arguments that several tools of shoppers' agents take. */
import Type from 'typebox';
import { MAX_SEARCHED_CHARACTERS } from '../../../pages/shared/requests.js';
import type { AgentView } from '../agent-shop.js';
import type { AskedParameters } from '../agent-tool.js';

const { Optional } = Type;
export const closed = { additionalProperties: false } as const;

export const DEFAULT_LIMIT = 10;
/** More would fill a model's context, and there are further pages. */
export const MOST_PRODUCTS = 50;
export const MOST_IDS = 50;
export const MAX_KEY = 200;

/** Members of arguments that say which market and language are asked about. */
export const VIEW = {
  market: Optional(
    Type.String({ minLength: 1, description: 'a market id; that of the locale, or the first, unless given' }),
  ),
  locale: Optional(Type.String({ minLength: 1, description: 'a locale; the main one of the market unless given' })),
};

export const limit = (most: number) =>
  Optional(
    Type.Integer({
      minimum: 1,
      maximum: most,
      default: DEFAULT_LIMIT,
      description: `a whole number from 1 to ${most}`,
    }),
  );
export const key = (what: string) => Type.String({ minLength: 1, maxLength: MAX_KEY, description: what });
export const amount = (what: string) =>
  Optional(Type.Number({ minimum: 0, description: `${what}: a number of 0 or more` }));
export const query = (description: string) => Type.String({ maxLength: MAX_SEARCHED_CHARACTERS, description });

export function inView({ market, locale }: AgentView): AskedParameters {
  return { market: market.id, locale };
}

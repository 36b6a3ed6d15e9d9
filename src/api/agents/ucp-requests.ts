/**
 * The requests of the catalog half of the Universal Commerce Protocol (version 2026-04-08), as far as they are acted on;
 * other members are allowed, as the protocol has it, and ignored.
 */
import Type from 'typebox';

const { Optional } = Type;

export const UCP_VERSION = '2026-04-08';
/** Most identifiers of a look-up. */
export const MOST_UCP_IDS = 50;

const text = (max: number, description: string) =>
  Type.String({ minLength: 1, maxLength: max, description: `${description} of 1 to ${max} characters` });
const minor = Type.Integer({ minimum: 0, description: 'a whole number of minor units, 0 or more' });

export const UcpContext = Type.Object({
  address_country: Optional(text(100, 'a country')),
  language: Optional(text(100, 'a language')),
  currency: Optional(text(10, 'a currency')),
});

export const UcpFilters = Type.Object({
  categories: Optional(Type.Array(text(500, 'a category'), { maxItems: 50, description: 'a list of categories' })),
  price: Optional(Type.Object({ min: Optional(minor), max: Optional(minor) })),
});

export const UcpSearch = Type.Object({
  query: Optional(Type.String({ description: 'text' })),
  context: Optional(UcpContext),
  filters: Optional(UcpFilters),
  pagination: Optional(
    Type.Object({
      cursor: Optional(Type.String({ description: 'the cursor of the page before' })),
      limit: Optional(Type.Integer({ minimum: 1, description: 'a whole number of 1 or more' })),
    }),
  ),
});

export const UcpLookup = Type.Object({
  ids: Type.Array(text(200, 'an id'), { minItems: 1, description: 'a list of ids' }),
  context: Optional(UcpContext),
  filters: Optional(UcpFilters),
});

export const UcpProductRequest = Type.Object({
  id: text(200, 'an id'),
  selected: Optional(
    Type.Array(Type.Object({ name: text(100, 'a name'), label: text(200, 'a label') }), {
      maxItems: 20,
      description: 'a list of selected options',
    }),
  ),
  preferences: Optional(Type.Array(text(100, 'a name'), { maxItems: 20, description: 'a list of option names' })),
  context: Optional(UcpContext),
  filters: Optional(UcpFilters),
});

/** Of any operation, for the description of the interface; the protocol describes it in full. */
export const UcpAnswer = Type.Object(
  { ucp: Type.Record(Type.String(), Type.Unknown()) },
  { description: 'An answer as the protocol describes it.' },
);

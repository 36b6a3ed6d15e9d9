/**
 * Schemas of the members of responses; the tests validate every answer against them. They are strict: no null, no
 * unlisted member, no list missing. Optional members are absent when they have no value.
 */

import Type, { type TProperties, type TSchema } from 'typebox';
import { ERROR_NAMES, ERRORS, type ErrorCode, type ErrorName } from '../errors/error-table.js';
import { ALGORITHMS, SORT_ORDERS, VISUALIZATIONS } from '../pages/shared/requests.js';

export const strict = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
export const list = <Item extends TSchema>(item: Item) => Type.Array(item);
export const map = <Value extends TSchema>(value: Value) => Type.Record(Type.String(), value);
const { Optional, String: text, Number: number, Boolean: flag } = Type;
export const count = () => Type.Integer({ minimum: 0 });
export const filled = () => Type.String({ minLength: 1 });

const Measurement = strict({ amount: number(), unit: filled() });

const MEASURES = {
  depth: Optional(Measurement),
  height: Optional(Measurement),
  length: Optional(Measurement),
  volume: Optional(Measurement),
  weight: Optional(Measurement),
  width: Optional(Measurement),
};

export const LabelledId = strict({ id: text(), label: text() });
const Custom = map(list(LabelledId));
const TypedCustom = strict({ json: map(Type.Object({})), lengths: map(Measurement), numbers: map(number()) });

const CUSTOM = { custom: Optional(Custom), typedCustom: Optional(TypedCustom) };

const Availability = Type.Union([
  strict({ channel: Type.Literal('ONLINE'), stockNumber: count() }),
  strict({ channel: Type.Literal('STORE'), key: filled(), stockNumber: count() }),
]);

const Variant = strict({
  key: filled(),
  ticket: filled(),
  label: Optional(text()),
  size: Optional(text()),
  link: text(),
  listPrice: number(),
  sellingPrice: number(),
  inStock: flag(),
  stockNumber: count(),
  availability: list(Availability),
  prices: list(strict({ id: filled(), listPrice: number(), sellingPrice: number() })),
  ...CUSTOM,
  ...MEASURES,
});

const Price = strict({ min: number(), max: number() });

const Badge = strict({
  attribute: Optional(filled()),
  label: text(),
  theme: Type.Enum(['NONE', 'SALE', 'DISCOUNT', 'NEW', 'THEME_1', 'THEME_2', 'THEME_3']),
});

const Image = strict({
  alt: text(),
  caption: Optional(text()),
  custom: Optional(map(text())),
  sources: list(strict({ url: filled(), height: Optional(count()), width: Optional(count()) })),
});

const Swatch = Type.Union([
  strict({ type: Type.Literal('COLORS'), colors: Type.Array(filled(), { minItems: 1, maxItems: 3 }) }),
  strict({
    type: Type.Enum(['MISSING_COLORS', 'SILVER', 'GOLD', 'MULTI', 'TRANSPARENT']),
    colors: Type.Array(text(), { maxItems: 0 }),
  }),
]);

/** Who has a sponsored place, and who pays for it. */
const Sponsor = strict({ advertiser: filled(), payer: filled() });

const Product = strict({
  key: filled(),
  title: text(),
  link: text(),
  ticket: filled(),
  name: Optional(text()),
  brand: Optional(text()),
  series: Optional(text()),
  description: Optional(text()),
  rating: Optional(number()),
  inStock: flag(),
  listPrice: Price,
  sellingPrice: Price,
  badges: strict({ primary: list(Badge), secondary: list(Badge) }),
  imageInfo: strict({
    effect: Type.Enum(['NONE', 'SWAP', 'GALLERY']),
    images: list(Image),
    thumbnail: Optional(filled()),
  }),
  swatch: Swatch,
  variants: list(Variant),
  remainingVariants: Optional(count()),
  sponsored: Optional(flag()),
  sponsor: Optional(Sponsor),
  notifyImpression: Optional(flag()),
  ...CUSTOM,
  ...MEASURES,
});

/** The first product is the main one. */
export const ProductGroup = strict({
  key: filled(),
  products: Type.Array(Product, { minItems: 1 }),
  remaining: count(),
});

export const ContentItem = strict({
  key: filled(),
  type: filled(),
  title: text(),
  link: text(),
  ticket: filled(),
  description: Optional(text()),
  releaseDate: Optional(filled()),
  image: Optional(Image),
  custom: Custom,
});

export const ContentLists = list(strict({ id: filled(), items: list(ContentItem), totalHits: count() }));

const FACET_VALUE = { id: text(), label: text(), selected: flag(), count: count() };
const FacetValue = strict(FACET_VALUE);

/** `facetType` repeats `type` for older storefronts. */
const facet = <Kind extends string, Properties extends TProperties>(type: Kind, properties: Properties) =>
  strict({ id: filled(), label: text(), type: Type.Literal(type), facetType: Type.Literal(type), ...properties });

const Facet = Type.Union([
  facet('TEXT', {
    sort: Type.Enum(['RELEVANCE', 'ALPHABETICAL', 'NATURAL']),
    selectedCount: count(),
    values: list(FacetValue),
  }),
  facet('COLOR', { selectedCount: count(), values: list(strict({ ...FACET_VALUE, color: filled() })) }),
  facet('RANGE', {
    unit: Optional(filled()),
    min: Optional(number()),
    max: Optional(number()),
    minSelected: Optional(number()),
    maxSelected: Optional(number()),
  }),
  facet('SIZE', {
    selectedCount: count(),
    sizeTypes: list(strict({ label: text(), formats: list(strict({ format: text(), values: list(FacetValue) })) })),
  }),
  facet('CHECKBOX', { selected: flag(), count: Optional(count()) }),
]);

const Sort = strict({
  options: list(strict({ id: Type.Enum([...SORT_ORDERS]), label: text() })),
  selected: Type.Enum([...SORT_ORDERS]),
});

export const PrimaryList = strict({
  facets: list(Facet),
  productGroups: list(ProductGroup),
  sliceRanges: Optional(list(strict({ from: count(), id: filled(), to: count() }))),
  sort: Sort,
  totalHits: count(),
});

/** Products without facets and sort orders. */
export const ProductHits = strict({ productGroups: list(ProductGroup), totalHits: count() });

/** Nodes of either tree. @param own members of every node beside its count, its children and the stored ones */
const nodes = <Name extends string, Own extends TProperties>(name: Name, own: Own) => {
  const node = { count: count(), children: list(Type.Ref(name)), ...own, customData: Optional(map(text())) };
  return Type.Union([
    strict({
      type: Type.Literal('PRODUCT'),
      label: text(),
      path: text(),
      iconPath: Optional(text()),
      link: Optional(text()),
      ...node,
    }),
    strict({ type: Type.Literal('PAGE_LINK'), label: text(), link: text(), iconPath: Optional(text()), ...node }),
    strict({ type: Type.Literal('LABEL'), label: text(), ...node }),
    strict({ type: Type.Literal('SPACER'), ...node }),
  ]);
};

const NavigationStateNode = Type.Cyclic({ Node: nodes('Node', { selected: flag(), expandable: flag() }) }, 'Node');
/** A node of the whole tree, where nothing is selected and nothing is left out. */
export const NavigationNode = Type.Cyclic({ TreeNode: nodes('TreeNode', {}) }, 'TreeNode');

export const Navigation = strict({
  breadcrumbs: list(strict({ label: text(), path: text() })),
  tree: NavigationStateNode,
});

export const Phrases = list(strict({ q: filled() }));
export const AutoCorrect = strict({ q: filled(), originalTotalHits: count() });

const REC_LIST = {
  id: filled(),
  algorithm: Type.Enum([...ALGORITHMS]),
  label: Optional(filled()),
  productGroups: list(ProductGroup),
  showMoreLink: Optional(filled()),
  visible: flag(),
  visualization: Type.Enum([...VISUALIZATIONS]),
};
export const RecommendationList = strict(REC_LIST);
export const SponsoredList = strict({
  ...REC_LIST,
  impressionTicket: Optional(filled()),
  winners: list(filled()),
});
export const Banner = strict({
  id: filled(),
  images: list(strict({ url: filled(), ticket: filled(), alt: filled(), link: filled() })),
  width: count(),
  height: count(),
  sponsored: flag(),
  sponsor: Optional(Sponsor),
});

const ConcernedKeys = strict({ count: count(), keys: list(text()) });

/** Of a refused catalog; kinds of records without faults are left out. */
export const ErrorDetails = strict({
  count: count(),
  productGroups: Optional(ConcernedKeys),
  products: Optional(ConcernedKeys),
  variants: Optional(ConcernedKeys),
  content: Optional(ConcernedKeys),
  translations: Optional(ConcernedKeys),
  dataErrors: map(strict({ count: count(), exampleKeys: list(text()) })),
});

/** Every error, on every route. */
export const ErrorResponse = strict({
  status: Type.Integer({ minimum: 400, maximum: 599 }),
  error: Type.Enum(Object.values(ERROR_NAMES) as ErrorName[]),
  code: Type.Enum(Object.keys(ERRORS) as ErrorCode[]),
  message: filled(),
  id: Optional(filled()),
  errors: Optional(list(strict({ path: text(), message: filled() }))),
  errorDetails: Optional(ErrorDetails),
});

/** The parts that have names in the interface description. */
export const RESPONSE_PARTS = {
  Measurement,
  LabelledId,
  TypedCustom,
  Availability,
  Variant,
  PriceRange: Price,
  Badge,
  Image,
  Swatch,
  Product,
  ProductGroup,
  ContentItem,
  ContentListResult: ContentLists.items,
  FacetValue,
  Facet,
  Sort,
  PrimaryList,
  ProductHits,
  NavigationStateNode,
  NavigationTreeNode: NavigationNode,
  Navigation,
  Phrase: Phrases.items,
  AutoCorrect,
  RecommendationList,
  SponsoredList,
  Sponsor,
  Banner,
  ConcernedKeys,
  ErrorDetails,
};

/**
 * The schemas of an explanation: how a text was understood, what each list of the page consists of and why, and why the
 * products asked about are in it or not. They are those of the reply; the types follow from them.
 */
import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { LOSS_REASONS } from '../../query/auction/losers.js';
import { ALGORITHMS, CONTENT_SORT_ORDERS, SORT_ORDERS } from '../shared/requests.js';

const strict = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
const list = <Item extends TSchema>(item: Item) => Type.Array(item);
const text = (description?: string) => Type.String(description === undefined ? {} : { description });
const number = (description?: string) => Type.Number(description === undefined ? {} : { description });
const count = (description?: string) => Type.Integer({ minimum: 0, ...(description !== undefined && { description }) });
const place = (description?: string) => Type.Integer({ minimum: 1, ...(description !== undefined && { description }) });
const { Optional } = Type;

const How = Type.Enum(['exact', 'form', 'joined', 'compound', 'accent', 'unit', 'synonym', 'spelling', 'beginning'], {
  description: 'How a term of the catalog comes to stand for a word of the text.',
});

export const TermPlace = strict({
  term: text(),
  fields: list(text()),
  place: Optional(strict({ position: place('In the title.'), length: place('Of the title, in words.') })),
  worth: number('Of these fields and this place.'),
});

export const WordPart = strict({
  kind: Type.Literal('word'),
  word: text('As typed, folded.'),
  terms: list(TermPlace),
  how: How,
  weight: number(),
  rarity: number(),
  points: number('Rarity times weight times worth; of several terms the mean of their worth.'),
});
export const ValuePart = strict({
  kind: Type.Literal('value'),
  attribute: text(),
  value: text(),
  label: text(),
  share: number('Less than 1 for a kind of thing that is named beside what is looked for.'),
  points: number(),
});
export const PlainPart = strict({
  kind: Type.Enum(['chosen', 'popularity', 'rating', 'newness', 'stock', 'buried', 'without', 'repeated']),
  points: number(),
  factor: Optional(number('What the choices of visitors have multiplied the weight by, see vitrine learn.')),
});
export const NearPart = strict({ kind: Type.Literal('near'), similarity: number(), points: number() });
export const LeadPart = strict({ kind: Type.Literal('lead'), points: number() });
export const DescribedPart = strict({
  kind: Type.Literal('described'),
  word: text('As typed, folded.'),
  stem: text('What the description has of it, and the product nowhere else.'),
  rarity: number('Among descriptions.'),
  points: number(),
});
export const TogetherPart = strict({
  kind: Type.Literal('together'),
  words: list(text('As typed, folded.')),
  further: Type.Integer({ description: 'How many words the second is behind the first in the description.' }),
  points: number(),
});
export const LackingPart = strict({ kind: Type.Literal('lacking'), words: list(text()), points: number() });
export const BoostPart = strict({ kind: Type.Literal('boost'), rule: text(), points: number() });
export const PinPart = strict({ kind: Type.Literal('pin'), place: place(), points: number() });
export const PersonalPart = strict({
  kind: Type.Literal('personal'),
  of: Type.Enum(['brand', 'type', 'price', 'size'], {
    description: 'What the visitor is likely to want; a size of the visitor that is out of stock takes points away.',
  }),
  points: number(),
});
export const ScorePart = Type.Union([
  WordPart,
  ValuePart,
  PlainPart,
  DescribedPart,
  TogetherPart,
  LackingPart,
  NearPart,
  LeadPart,
  BoostPart,
  PinPart,
  PersonalPart,
]);

export const Meaning = strict({
  terms: list(text('Several: a product has to have all of them.')),
  how: How,
  weight: number(),
  products: count(),
});

export const WordReading = strict({
  text: text(),
  role: Type.Enum(['word', 'head', 'filler', 'unknown', 'negator', 'unwanted', 'bound'], {
    description:
      'head says what is looked for, a filler need not be there, nothing in the catalog is like an unknown one, a ' +
      'negator takes away the unwanted words that follow, and a bound limits prices or measures.',
  }),
  means: list(Meaning),
  more: Optional(count('Meanings beyond those listed.')),
  products: Optional(count('With the word.')),
  rarity: Optional(number()),
});

export const ValueReading = strict({
  attribute: text(),
  value: text(),
  label: text(),
  words: text('Those that name it.'),
  worth: number('Points for a product that has it.'),
  share: number(),
  products: count(),
});

export const Replacement = strict({ typed: text(), used: text() });

/** Rules of the search settings that apply to a text. */
export const ActingRule = strict({
  name: text('Where it stands in the search settings.'),
  phrases: list(text()),
  match: Type.Enum(['EXACT', 'CONTAINS']),
  pins: list(text()),
  buries: list(text('Product keys, then rules.')),
  boosts: list(strict({ rules: text(), weight: number() })),
});

export const TextReading = strict({
  typed: text(),
  cut: Optional(
    strict({
      searched: count('Characters of the text that are searched; `typed` has these alone.'),
      of: count('Characters of the text as it was asked.'),
    }),
  ),
  used: text(),
  why: Type.Enum(['typed', 'learned', 'corrected'], {
    description: 'The text was used as typed, as visitors put it right, or as the catalog has its words.',
  }),
  replaced: list(Replacement),
  didYouMean: list(text()),
  words: list(WordReading),
  values: list(ValueReading),
  limits: list(
    strict({
      text: text(),
      state: Type.Enum(['in force', 'given up', 'not applicable'], {
        description: 'Given up where nothing was left; not applicable where no product states such a thing.',
      }),
    }),
  ),
  redirect: Optional(text()),
  rules: list(ActingRule),
});

export const PassedFilter = strict({
  kind: Type.Enum(['rules', 'page', 'page above', 'blocked', 'keywords', 'facet', 'category', 'limit']),
  text: text(),
});

export const Grounds = strict({
  origin: Type.Enum(['pinned', 'algorithm', 'fill-up']),
  popularity: number('0 to 1.'),
  standing: place('In the order of the shop.'),
  related: list(strict({ kind: Type.Enum(['seen', 'bought']), product: text(), strength: number('0 to 1.') })),
  styled: Type.Boolean({ description: 'Whether the shop shows it with what the list starts from.' }),
  fit: Optional(number('How like what the list starts from, or how well it goes with that, 0 to 1.')),
  taste: Optional(number('How much likelier the past of the visitor makes it, as a logarithm.')),
});

export const ExplainedHit = strict({
  position: place('In the whole list.'),
  key: text(),
  title: Optional(text()),
  score: Optional(
    number(
      'Of two full or two partial matches, the difference is the logarithm of the odds that the one is the better answer, ' +
        'times a scale.',
    ),
  ),
  parts: Optional(list(ScorePart)),
  sortedBy: Optional(
    strict({ by: text(), value: Optional(Type.Union([number(), text()], { description: 'Absent: it has none.' })) }),
  ),
  arranged: Optional(text('pinned, or the slice that it stands in')),
  tied: Optional(strict({ before: Optional(text()), after: Optional(text()) })),
  grounds: Optional(Grounds),
});

export const ExplainedList = strict({
  id: text(),
  kind: Type.Enum(['found', 'content', 'recommended', 'given']),
  totalHits: count(),
  sort: Optional(Type.Enum([...new Set([...SORT_ORDERS, ...CONTENT_SORT_ORDERS])])),
  algorithm: Optional(Type.Enum([...ALGORITHMS])),
  relaxed: Optional(list(text('A word that was given up.'))),
  filters: list(PassedFilter),
  hits: list(ExplainedHit),
});

export const REASONS = [
  'ON_PAGE',
  'FURTHER_DOWN',
  'UNKNOWN_KEY',
  'NOT_IN_VIEW',
  'NOTHING_SEARCHED',
  'LACKS_WORDS',
  'RULED_OUT',
  'PAGE_RULES',
  'PAGE_ABOVE',
  'BLOCKED',
  'KEYWORDS',
  'FACET',
  'CATEGORY',
  'LIMIT',
  'NO_SINGLE_VARIANT',
  'NOT_NEAR',
  'GROUP_SHOWN_ONCE',
  'GROUP_SHOWN',
  'SAME_SHOWN',
  'IN_PRIMARY_LIST',
  'OUT_OF_STOCK',
  'STARTED_FROM',
  'ALREADY_BOUGHT',
  'NOT_CHOSEN',
] as const;

export const Reason = strict({ code: Type.Enum([...REASONS]), message: text() });

export const AskedInList = strict({
  list: text(),
  position: Optional(place('In the whole list.')),
  reasons: list(Reason),
  score: Optional(number('As it is, or would be.')),
  parts: Optional(list(ScorePart)),
});

export const AskedProduct = strict({
  key: text(),
  title: Optional(text()),
  reasons: list(Reason),
  lists: list(AskedInList),
});

export const Sale = strict({
  list: text(),
  positions: list(count('In the list, from 0.')),
  winners: list(
    strict({
      position: count(),
      product: text(),
      campaign: text(),
      advertiser: text(),
      payer: text(),
      billing: Type.Enum(['CPC', 'CPM']),
      bid: number('Of a click, or of a thousand impressions, in the currency of the campaign.'),
      price: Type.Enum(['reserve', 'contested', 'bid'], {
        description:
          'What is paid: the least price, what would just have won against another advertiser, or the whole bid.',
      }),
      clickRate: number('Clicks that are expected of an impression.'),
    }),
  ),
  lost: list(
    strict({
      campaign: text(),
      bid: Optional(number()),
      reason: Type.Enum([...LOSS_REASONS], { description: 'Why the campaign has not won a place.' }),
    }),
  ),
});

export const Explanation = strict({
  query: text(),
  market: text(),
  locale: text(),
  snapshot: text(),
  degraded: Optional(
    Type.Literal(true, {
      description: 'The deadline of the query has passed: what is explained was cut short. Or the text has no vector.',
    }),
  ),
  unencoded: Optional(
    Type.Enum(['late', 'failed'], { description: 'Why the text has no vector of the encoder, and words count alone.' }),
  ),
  understanding: Optional(TextReading),
  lists: list(ExplainedList),
  sales: Optional(
    Type.Array(Sale, {
      description:
        'The sales of places to campaigns. What is won stands in places of a list that is explained as it is without them.',
    }),
  ),
  asked: list(AskedProduct),
});

export type Explanation = Static<typeof Explanation>;
export type Sale = Static<typeof Sale>;
export type TextReading = Static<typeof TextReading>;
export type ActingRule = Static<typeof ActingRule>;
export type Replacement = Static<typeof Replacement>;
export type ExplainedList = Static<typeof ExplainedList>;
export type ExplainedHit = Static<typeof ExplainedHit>;
export type Grounds = Static<typeof Grounds>;
export type PassedFilter = Static<typeof PassedFilter>;
export type Reason = Static<typeof Reason>;
export type AskedInList = Static<typeof AskedInList>;
export type AskedProduct = Static<typeof AskedProduct>;
export type ScorePart = Static<typeof ScorePart>;

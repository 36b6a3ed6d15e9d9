/** Small random content in two markets and languages, of few words so that texts meet, and what is asked of it. */
import fc from 'fast-check';
import type { Content, Image, Translation } from '../../src/catalog/records.js';
import type { Catalog } from './shop.js';

export const BRITISH = { market: 'uk', locale: 'en-GB' };
export const SWEDISH = { market: 'se', locale: 'sv-SE' };

export const translations: Translation[] = [
  { locale: 'sv-SE', attribute: 'custom.season', values: { Winter: 'Vinter' } },
  { locale: 'sv-SE', values: { faq: 'Frågor', Kids: 'Barn' } },
];

const { constantFrom, option, record, uniqueArray } = fc;
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => option(arbitrary, { nil: undefined });
const text = (...words: string[]) =>
  fc.array(constantFrom(...words), { minLength: 1, maxLength: 4 }).map(found => found.join(' '));
const english = text('tents', 'tent', 'wool', 'boots', 'Boot', 'lamp', 'returns', 'winter');
const swedish = text('tält', 'tälten', 'ull', 'kängor', 'känga', 'lampor', 'retur', 'vinter');
/** Mostly a word alone, as longer texts find next to nothing. */
const one = (words: fc.Arbitrary<string>) => words.map(found => found.split(' ').slice(0, 2).join(' '));
const dates = constantFrom(
  '2026-03-01',
  '2026-03-01T00:00:00Z',
  '2026-05-02T10:00:00+02:00',
  '2026-05-02',
  '1999-12-31',
);
const labels = record({
  season: sometimes(uniqueArray(constantFrom('Winter', 'Summer'), { minLength: 1 })),
  audience: sometimes(constantFrom(['Kids'], ['Kids', 'Adults'])),
}).map(found => JSON.parse(JSON.stringify(found)) as Record<string, string[]>);
const sources = uniqueArray(
  constantFrom({ url: '/small', width: 80 }, { url: '/large', width: 800, height: 600 }, { url: '/any' }),
  { selector: ({ url }) => url, maxLength: 3 },
);
const image: fc.Arbitrary<Image> = record({
  defaults: record(
    {
      urls: sources,
      alt: constantFrom('An "alt"'),
      caption: constantFrom('A <caption>', 'Åäö'),
      customData: constantFrom({ a: 'b' }),
    },
    { requiredKeys: ['urls'] },
  ),
  overrides: constantFrom({}, { 'se|sv-SE': { caption: 'Bild', alt: 'Svensk' } }),
  limitedMarkets: sometimes(constantFrom(['se'])),
  limitedLocales: sometimes(constantFrom(['en-GB'])),
}).map(found => JSON.parse(JSON.stringify(found)) as Image);

const content: fc.Arbitrary<Content> = record({
  markets: constantFrom<string[]>(['uk'], ['se'], ['uk', 'se']),
  type: constantFrom('article', 'faq', 'link', 'Link'),
  title: english,
  description: sometimes(english),
  releaseDate: sometimes(dates),
  customLabels: sometimes(labels),
  swedishTitle: swedish,
  swedishDescription: sometimes(constantFrom('', 'ull och tält')),
  image: sometimes(image),
}).map(({ markets, type, title, description, releaseDate, customLabels, image, ...translated }) => {
  const data = { title, url: '/u', description, releaseDate, customLabels, dataLocale: 'en-GB' };
  const own = { title: translated.swedishTitle, description: translated.swedishDescription, dataLocale: 'sv-SE' };
  const made = { markets, type, defaults: data, overrides: markets.includes('se') ? { 'se|sv-SE': own } : {}, image };
  return JSON.parse(JSON.stringify(made)) as Content;
});

const keys = uniqueArray(constantFrom('c1', 'c2', 'c-3', 'Å/4', 'a b "5"', '~0#', '🙂', 'c8', 'c9', 'c10', 'c11'), {
  minLength: 4,
  maxLength: 11,
});
export const catalogs: fc.Arbitrary<Catalog> = keys.chain(found =>
  fc.tuple(...found.map(() => content)).map(contents => ({
    groups: {},
    translations,
    contents: Object.fromEntries(found.map((key, i) => [key, contents[i]!])),
  })),
);
const filters: fc.Arbitrary<Record<string, string[]>> = record(
  {
    type: uniqueArray(constantFrom('faq', 'ARTICLE', 'link', 'frågor', 'none'), { maxLength: 2 }),
    content_key: uniqueArray(constantFrom('c1', 'Å/4', '🙂', 'C2', 'nothing'), { minLength: 1 }),
    'custom.season': uniqueArray(constantFrom('winter', 'Vinter', 'SUMMER'), { minLength: 1, maxLength: 2 }),
    'custom.audience': constantFrom<string[]>(['barn'], ['adults', 'x']),
    'custom.nobody': constantFrom<string[]>(['x']),
  },
  { requiredKeys: [] },
).map(filter => Object.fromEntries(Object.entries(filter).slice(0, 2)));
export const questions = fc.array(
  record({
    view: constantFrom(BRITISH, SWEDISH),
    q: fc.oneof(constantFrom('', ''), one(english), one(english), one(swedish), english),
    filter: fc.oneof(constantFrom({}), filters),
  }),
  { minLength: 40, maxLength: 40 },
);

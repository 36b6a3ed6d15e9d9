/**
 * Phrases behind the words of a text, read and looked up apart from these, against the whole text: the query terms are
 * the same wherever both parts are said to be apart, and so is whether there are hits.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { ProductGroup } from '../../../src/catalog/records.js';
import { ContinuedHits } from '../../../src/query/correction/continued-hits.js';
import { Matcher } from '../../../src/query/matching/matcher.js';
import type { QueryTerm } from '../../../src/query/understanding/query-term.js';
import { namesThing } from '../../../src/query/understanding/recognition.js';
import { TextPart } from '../../../src/query/understanding/text-part.js';
import { readWords } from '../../../src/query/understanding/understand.js';
import { Snapshot, type View } from '../../../src/snapshot/index.js';
import { Builder } from '../../pages/shop.js';
import { draws } from '../matching/wide-shop.js';

const seed = 20261122;
const LOCALES = ['en-GB', 'sv-SE'];
/** Words that do something to the next one or to the one before, and some that do not. */
const WORDS = [
  ...['red', 'linen', 'shirt', 'shirts', 't', 't-shirt', 'dress', 'shoes', 'running', 'gym', 'trainers', 'flip'],
  ...['flops', 'flipflops', '27', 'inch', '27"', '"', 'h', '&', 'm', 'h&m', 'size', '42', 'for', 'the', 'women'],
  ...['regn', 'jacka', 'regnjacka', 'skinn', 'soffa', 'skinnsoffa', '501', '10', 'kg', 'unheard', 'sofa', 'couch'],
];
const GROUPS = 1200;

const below = draws();
const groups: Record<string, ProductGroup> = {};
for (let g = 0; g < GROUPS; g++) {
  const title = Array.from({ length: 2 + below(4) }, () => WORDS[below(WORDS.length)]).join(' ');
  const locale = LOCALES[g % LOCALES.length];
  const defaults = { title, productType: ['Things'], url: `/${g}`, dataLocale: locale };
  const variants = { [`v${g}`]: { defaults: { listPrice: 10, stock: 1, size: g % 3 === 0 ? '42' : 'M' } } };
  groups[`g${g}`] = { products: { [`p${g}`]: { markets: [locale.slice(0, 2)], defaults, variants } } };
}
const shop = new Builder(t).open({ groups, translations: [] });
const snapshot = new Snapshot(shop.shared);
t.teardown(() => {
  snapshot.close();
  shop.close();
});
const views = LOCALES.map(locale => snapshot.view(locale.slice(0, 2), locale));

const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map(words => words.join(' '));
const phrases = fc.uniqueArray(text, { minLength: 1, maxLength: 12 });

/** What matters for matching. */
const meaning = (queryTerms: readonly QueryTerm[]): unknown[] =>
  queryTerms.map(({ start, end, parts, ...rest }) => ({ ...rest, parts: parts && meaning(parts) }));

function areApart(before: string, phrase: string, view: View): boolean {
  const [first, second] = [new TextPart(before, view), new TextPart(phrase, view)];
  if (!first.isApartFrom(second, view)) return false;
  const apart = meaning([...first.queryTerms, ...second.queryTerms]);
  assert.deepEqual(apart, meaning(readWords(before + phrase, view)), `${before}| ${phrase}`);
  return true;
}

t.test('parts that are apart have the query terms of the whole', async t => {
  let apart = 0;
  let other = 0;
  const property = fc.property(text, text, fc.constantFrom(...views), (before, phrase, view) => {
    if (areApart(`${before} `, phrase, view)) apart++;
    else other++;
  });
  fc.assert(property, { seed, numRuns: 3000 });
  t.ok(apart > 500 && other > 500, `${apart} apart, ${other} not`);
});

t.test('nothing that reaches over the seam is apart', async t => {
  const [english] = views;
  t.ok(areApart('red ', 'linen shirt', english!));
  for (const [before, phrase] of [
    ['red t ', 'shirt'],
    ['red 27 ', 'inch'],
    ['red " ', 'shirt'],
    ['h & ', 'm'],
    ['shoes size ', '42'],
    ['red gym ', 'shoes'],
    ['for the ', 'women'],
    ['', 'red'],
  ] as const) {
    t.notOk(areApart(before, phrase, english!), `${before}| ${phrase}`);
  }
});

t.test('a phrase has hits behind the words where the whole text has some, unless each names a thing', async t => {
  const told = { true: 0, false: 0 };
  let things = 0;
  const isThing = (words: string, view: View) =>
    new TextPart(words, view).queryTerms.some(queryTerm => namesThing(queryTerm, view));
  const property = fc.property(text, phrases, fc.constantFrom(...views), (before, tried, view) => {
    const matcher = new Matcher();
    for (let again = 0; again < 2; again++) {
      matcher.begin();
      const hits = new ContinuedHits(`${before} `, view, matcher, undefined);
      for (const phrase of tried) {
        const whole = matcher.matchesAny(readWords(`${before} ${phrase}`, view), view, undefined);
        const bothThings = isThing(`${before} `, view) && isThing(phrase, view);
        if (whole && bothThings) things++;
        const expected = whole && !bothThings;
        assert.equal(hits.has({ ordinal: ordinalOf(phrase), phrase }), expected, `${before} | ${phrase}`);
        told[`${expected}`]++;
      }
    }
  });
  fc.assert(property, { seed, numRuns: 300 });
  t.ok(told.true > 100 && told.false > 100 && things > 20, JSON.stringify({ ...told, things }));
});

const ordinals = new Map<string, number>();

function ordinalOf(phrase: string): number {
  const ordinal = ordinals.get(phrase) ?? ordinals.size;
  ordinals.set(phrase, ordinal);
  return ordinal;
}

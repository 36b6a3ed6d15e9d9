/**
 * Explanations against what they explain: over random catalogs, texts, rules and pages, the hits are those of the real
 * answer in its order, and the parts of every hit add up to the score that it was ranked by.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { searchKey } from '../../src/catalog/site/search-settings.js';
import type { ExplainedHit, ExplainedList } from '../../src/pages/explain/explanation.js';
import type { StorefrontRequest } from '../../src/pages/requests.js';
import { landing, listPage, pages } from '../pages/landing.js';
import { catalogs, MARKETS } from '../pages/random-catalog.js';
import { facetSelections, offerSelections, ruleExpressions, sortOrders } from '../pages/random-request.js';
import { autocompleteRequest, Builder, CONTEXT, mainKeys, type Shop, searchRequest } from '../pages/shop.js';

const seed = 20260901;
const builder = new Builder(t);
const { constantFrom, oneof, record } = fc;

const words = constantFrom(
  ...[
    'red',
    'shirt',
    'shirts',
    'blue',
    'boots',
    'boot',
    'shrit',
    'rug',
    'mug',
    'nike',
    'acme',
    'women',
    'dots',
    'slim',
  ],
  ...['the', 'for', 'without', 'warm', 'wear', 'shoes', 'one', 'xyzzy', 'älg', 'alg', '10', 'size', 'm', 'blueboots'],
  ...['röd', 'skjorta', 'kläder', 'b/#1', 'q/', 'under 100', 'over 200', 'under 2 m', 'not red'],
);
const texts = oneof(
  { weight: 6, arbitrary: fc.array(words, { minLength: 1, maxLength: 4 }).map(some => some.join(' ')) },
  constantFrom('', '!!', 'b', 'sh', 'red sh'),
);

/** What a shop has said about phrases; products are named by keys that random catalogs may have. */
const KEYS = ['Q/#0c', 'Q/#0a', 'B+.1c', 'X+.2c', 'K/#3c', 'Q+.4c'];
const settings = record(
  {
    synonyms: constantFrom([{ words: ['rug', 'boots'] }], [{ from: ['red shirt'], to: ['blue boots', 'mug'] }]),
    stopWords: constantFrom(['warm'], ['blue']),
    rules: fc.array(
      record(
        {
          phrases: constantFrom(['shirt'], ['boots', 'red'], ['blue', 'nike'], ['red', 'shirt', 'boots', 'rug']),
          match: constantFrom('EXACT' as const, 'CONTAINS' as const, 'CONTAINS' as const),
          pin: fc.uniqueArray(constantFrom(...KEYS), { minLength: 1, maxLength: 2 }),
          bury: constantFrom({ products: KEYS.slice(0, 2) }, { rules: 'rule incl brand {"Nike"}' }),
          boost: constantFrom(
            [{ rules: 'rule incl price [0, 100]', weight: 2.5 }],
            [{ rules: 'rule excl gender {"women"}', weight: -3 }],
          ),
        },
        { requiredKeys: ['phrases'] },
      ),
      { minLength: 1, maxLength: 3 },
    ),
  },
  { requiredKeys: ['rules'] },
);

const asked = record({
  market: constantFrom(...MARKETS),
  locale: constantFrom('sv-SE', 'en-GB'),
  q: texts,
  offers: offerSelections,
  facets: oneof({ weight: 6, arbitrary: fc.constant([]) }, facetSelections),
  rules: oneof({ weight: 6, arbitrary: fc.constant([]) }, ruleExpressions(KEYS)),
  sort: oneof({ weight: 4, arbitrary: fc.constant(undefined) }, sortOrders),
  skip: constantFrom(0, 0, 2),
  limit: constantFrom(3, 600),
  viewAllSecondary: constantFrom(false, false, false, true),
});
type Case = typeof asked extends fc.Arbitrary<infer T> ? T : never;

function searchOf({ offers, sort, ...rest }: Case) {
  return searchRequest({ ...rest, ...offers, ...(sort && { sort }) });
}

/** Points, each rounded and of single precision, against a score in single precision. */
function addsUp({ score, parts }: Pick<ExplainedHit, 'score' | 'parts'>): void {
  assert(score !== undefined && parts !== undefined, 'a hit without parts');
  const sum = parts.reduce((all, { points }) => all + points, 0);
  const largest = Math.max(1, Math.abs(score), ...parts.map(({ points }) => Math.abs(points)));
  assert(Math.abs(sum - score) <= largest * 2e-6, `${sum} is not ${score}: ${JSON.stringify(parts)}`);
}

function listOf(lists: readonly ExplainedList[], id: string): ExplainedList {
  const found = lists.find(list => list.id === id);
  assert(found, `no list ${id}`);
  return found;
}

function inOrder(list: ExplainedList, skip: number): void {
  list.hits.forEach((hit, i) => {
    assert.equal(hit.position, skip + i + 1);
    addsUp(hit);
  });
  if (list.sort !== 'RELEVANCE') return;
  list.hits.slice(1).forEach((hit, i) => {
    const before = list.hits[i]!;
    if (hit.arranged ?? before.arranged) return;
    assert(before.score! >= hit.score!, `${before.score} before ${hit.score}`);
    assert.equal(hit.tied?.before !== undefined, before.tied?.after !== undefined);
  });
}

const keysOf = (list: ExplainedList) => list.hits.map(({ key }) => key);

/** Explains nothing else than what is shown, whether or not somebody asks about products. */
function explained(shop: Shop, request: StorefrontRequest, products: string[]) {
  const plain = shop.explain(request);
  const whole = shop.explain(request, products);
  assert.deepEqual({ ...whole, asked: [] }, plain, 'what is asked about changes nothing else');
  return whole;
}

t.test('what is explained of a search is what it shows, and every score is the sum of its parts', async t => {
  const seen = new Map<string, number>();
  const check = fc.property(
    catalogs(12),
    settings,
    fc.array(asked, { minLength: 25, maxLength: 25 }),
    (base, own, cases) => {
      const documents = { [searchKey('search', 'en')]: own, [searchKey('search', 'sv')]: own };
      const keys = Object.values(base.groups).flatMap(({ products }) => Object.keys(products));
      builder.with({ ...base, documents }, shop => {
        for (const one of cases) {
          if (!shop.views.some(view => view.market === one.market && view.locale === one.locale)) continue;
          const request = searchOf(one);
          const answer = JSON.parse(shop.text(request)) as ReturnType<Shop['search']>;
          const explanation = explained(shop, request, keys);
          const primary = listOf(explanation.lists, 'primaryList');
          assert.deepEqual(keysOf(primary), mainKeys(answer.primaryList.productGroups));
          assert.equal(primary.totalHits, answer.primaryList.totalHits);
          assert.equal(explanation.text!.used, answer.q);
          inOrder(primary, one.skip);
          const secondary = explanation.lists.find(({ id }) => id === 'secondaryList');
          assert.deepEqual(secondary ? keysOf(secondary) : [], mainKeys(answer.secondaryList.productGroups));
          if (secondary) inOrder(secondary, one.viewAllSecondary ? one.skip : 0);
          for (const { parts } of [...primary.hits, ...(secondary?.hits ?? [])]) {
            for (const { kind } of parts!) seen.set(kind, (seen.get(kind) ?? 0) + 1);
          }
          for (const { lists, reasons } of explanation.asked) {
            assert(lists.length > 0 || reasons.length > 0);
            for (const { reasons, parts, score } of lists) {
              assert(reasons.length > 0 && reasons.every(({ message }) => message !== ''));
              if (parts) addsUp({ parts, score });
            }
          }
        }
      });
    },
  );
  fc.assert(check, { seed, numRuns: 12 });
  for (const kind of ['word', 'value', 'rating', 'newness', 'stock', 'lacking', 'boost', 'buried', 'pin']) {
    t.ok((seen.get(kind) ?? 0) > 5, `${kind}: ${seen.get(kind)}`);
    console.error(kind, seen.get(kind));
  }
});

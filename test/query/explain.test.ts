/**
 * Explanations against what they explain: over random catalogs, texts, rules and pages, the hits are those of the real
 * answer in its order, and the parts of every hit add up to the score that it was ranked by.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import type { RuleExpression } from '../../src/catalog/rules/rule-expression.js';
import type { PagePrimaryList } from '../../src/catalog/site/page-primary-list.js';
import { searchKey } from '../../src/catalog/site/search-settings-document.js';
import { writeLearnedPhrases } from '../../src/index/learned-phrases.js';
import type { PartWriter } from '../../src/index/part.js';
import { writeSignals } from '../../src/index/signals.js';
import type { ExplainedHit, ExplainedList, Explanation, Reason } from '../../src/pages/explain/explanation.js';
import type { FacetSelection, SearchPageRequest, StorefrontRequest } from '../../src/pages/shared/requests.js';
import { type SharedSignals, Snapshot } from '../../src/snapshot/index.js';
import { EMPTY_BODY, landing, landingRequest, listPage, pages, productSets } from '../pages/landing.js';
import { catalogs, MARKETS } from '../pages/random-catalog.js';
import { facetSelections, offerSelections, ruleExpressions, sortOrders } from '../pages/random-request.js';
import {
  autocompleteRequest,
  Builder,
  type GroupJson,
  mainKeys,
  type SearchJson,
  type Shop,
  searchRequest,
} from '../pages/shop.js';

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
  { weight: 3, arbitrary: constantFrom('shirt', 'red', 'boots', 'blue rug', 'xyzzy', 'shrit') },
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
  facets: oneof({ weight: 6, arbitrary: fc.constant<FacetSelection[]>([]) }, facetSelections),
  rules: oneof({ weight: 6, arbitrary: fc.constant<RuleExpression>([]) }, ruleExpressions(KEYS)),
  sort: oneof({ weight: 4, arbitrary: fc.constant(undefined) }, sortOrders),
  skip: constantFrom(0, 0, 2),
  limit: constantFrom(3, 600),
  viewAllSecondary: constantFrom(false, false, false, true),
});
type Case = typeof asked extends fc.Arbitrary<infer T> ? T : never;

function searchOf({ offers, sort, ...rest }: Case): SearchPageRequest {
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

const codesOf = (reasons: readonly Reason[]) => reasons.map(({ code }) => code);
const keysOf = (list: ExplainedList) => list.hits.map(({ key }) => key);

/** Explains nothing else than what is shown, whether or not products are asked about. */
function explained(shop: Shop, request: StorefrontRequest, products: string[]) {
  const plain = shop.explain(request);
  const whole = shop.explain(request, products);
  assert.deepEqual({ ...whole, asked: [] }, plain, 'what is asked about changes nothing else');
  return whole;
}

/** What visitors have taught: what sells, what they choose for some texts, and how they put one right. */
function taught(shop: Shop): Omit<SharedSignals, 'snapshotId'> {
  const snapshot = new Snapshot(shop.shared);
  const shared = (part: PartWriter) => {
    const bytes = part.encode();
    const memory = new SharedArrayBuffer(bytes.length);
    new Uint8Array(memory).set(bytes);
    return memory;
  };
  const products = new Map<string, SharedArrayBuffer>();
  const phrases = new Map<string, SharedArrayBuffer>();
  for (const { market, locale } of shop.shared.manifest.views) {
    const { analyzer, structure } = snapshot.view(market, locale);
    const { productCount } = structure;
    const popularity = Float32Array.from({ length: productCount }, (_, product) => (product % 3) / 3);
    const none = { start: new Uint32Array(productCount + 1), to: new Uint32Array(0), weight: new Float32Array(0) };
    products.set(market, shared(writeSignals({ popularity, bought: none, seen: none, liked: none }, [])));
    const boosts = [[0, 1.7] as const, [2, 0.4] as const].filter(([product]) => product < productCount);
    const entry = (folded: string, meant: string[] = []) => ({ folded, boosts, related: [], meant });
    const entries = [entry('shirt'), entry('red'), entry('boots'), entry('xyzzy', ['shirt'])];
    const learned = { weights: new Map([['shirt', 2]]), trending: [], entries };
    phrases.set(`${market}|${locale}`, shared(writeLearnedPhrases(learned, text => analyzer.normalize(text))));
  }
  snapshot.close();
  return { products, phrases };
}

/** Each product in full, where the page shows it and where it does not. */
function checkAsked(shop: Shop, request: SearchPageRequest, { asked, lists, understanding }: Explanation): void {
  const whole = shop.search({ ...request, skip: 0, limit: 600, viewAllSecondary: false });
  const order = mainKeys(whole.primaryList.productGroups);
  const shown = keysOf(listOf(lists, 'primaryList'));
  for (const { key, reasons, lists } of asked) {
    const [primary, ...others] = lists;
    if (!primary) {
      assert.deepEqual(codesOf(reasons), ['NOT_IN_VIEW']);
      continue;
    }
    for (const { reasons, parts, score } of [primary, ...others]) {
      assert(reasons.length > 0 && reasons.every(({ message }) => message !== ''));
      if (parts) addsUp({ parts, score: score! });
    }
    const at = order.indexOf(key);
    assert.equal(primary.position, at < 0 ? undefined : at + 1, key);
    const codes = codesOf(primary.reasons);
    assert.equal(codes.includes('ON_PAGE'), shown.includes(key));
    assert.equal(codes.includes('FURTHER_DOWN'), at >= 0 && !shown.includes(key));
    if (at >= 0) continue;
    // What filters alone keep out is found without them.
    const filtered = codes.every(code => code === 'RULED_OUT' || code === 'FACET' || code === 'NO_SINGLE_VARIANT');
    if (!filtered || understanding!.limits.length > 0 || primary.parts?.some(({ kind }) => kind === 'lacking'))
      continue;
    const [free] = shop.explain({ ...request, rules: [], facets: [] }, [key]).asked;
    const freed = codesOf(free!.lists[0]!.reasons);
    assert(
      freed.some(code => ['ON_PAGE', 'FURTHER_DOWN', 'GROUP_SHOWN_ONCE'].includes(code)),
      `${key}: ${codes} became ${freed}`,
    );
  }
}

t.test('what is explained of a search is what it shows, and every score is the sum of its parts', async t => {
  const seen = new Map<string, number>();
  const cases = fc.array(asked, { minLength: 20, maxLength: 20 });
  const check = fc.property(catalogs(12), settings, cases, (base, own, cases) => {
    const documents = { [searchKey('search', 'en')]: own, [searchKey('search', 'sv')]: own };
    const keys = Object.values(base.groups).flatMap(({ products }) => Object.keys(products));
    builder.with({ ...base, documents }, shop => {
      shop.learn(taught(shop));
      for (const one of cases) {
        if (!shop.views.some(view => view.market === one.market && view.locale === one.locale)) continue;
        const request = searchOf(one);
        const answer = JSON.parse(shop.text(request)) as SearchJson;
        const explanation = explained(shop, request, keys);
        const primary = listOf(explanation.lists, 'primaryList');
        assert.deepEqual(keysOf(primary), mainKeys(answer.primaryList.productGroups));
        assert.equal(primary.totalHits, answer.primaryList.totalHits);
        assert.equal(explanation.understanding!.used, answer.q);
        seen.set(explanation.understanding!.why, (seen.get(explanation.understanding!.why) ?? 0) + 1);
        inOrder(primary, one.skip);
        const secondary = explanation.lists.find(({ id }) => id === 'secondaryList');
        assert.deepEqual(secondary ? keysOf(secondary) : [], mainKeys(answer.secondaryList.productGroups));
        if (secondary) inOrder(secondary, one.viewAllSecondary ? one.skip : 0);
        for (const { parts } of [...primary.hits, ...(secondary?.hits ?? [])]) {
          for (const { kind } of parts!) seen.set(kind, (seen.get(kind) ?? 0) + 1);
        }
        checkAsked(shop, request, explanation);
      }
    });
  });
  fc.assert(check, { seed, numRuns: 12 });
  const kinds = ['word', 'value', 'popularity', 'rating', 'newness', 'stock', 'chosen'];
  for (const kind of [...kinds, 'lacking', 'boost', 'buried', 'pin', 'learned', 'corrected']) {
    t.ok((seen.get(kind) ?? 0) > 5, `${kind}: ${seen.get(kind)}`);
  }
});

t.test('what is explained of suggestions and pages is what they show', async () => {
  const cases = fc.array(asked, { minLength: 12, maxLength: 12 });
  const arranged: fc.Arbitrary<PagePrimaryList> = record(
    {
      rules: constantFrom('rule incl price [0, 250]', 'rule excl brand {"Nike"}'),
      pinned: fc.uniqueArray(constantFrom(...KEYS), { minLength: 1, maxLength: 3 }),
      blocked: fc.uniqueArray(constantFrom(...KEYS), { maxLength: 1 }),
      keywords: fc.constant<PagePrimaryList['keywords']>({
        additional: { 'en-GB': ['shirt', 'blue boots'], 'sv-SE': ['skjorta'] },
      }),
      pageSliceInfo: fc.constant<PagePrimaryList['pageSliceInfo']>({
        slices: [{ productSetId: 'cheap', limit: 2, pinnedProducts: KEYS.slice(2, 4) }, { pinnedProducts: KEYS }],
      }),
    },
    { requiredKeys: [] },
  );
  const check = fc.property(catalogs(10), settings, arranged, cases, (base, own, primaryList, cases) => {
    const documents = {
      [searchKey('search', 'en')]: own,
      ...productSets({ cheap: 'rule incl price [0, 20]' }),
      ...Object.assign({}, ...MARKETS.map(market => pages(market, listPage('/p', primaryList)))),
    };
    const keys = Object.values(base.groups).flatMap(({ products }) => Object.keys(products));
    builder.with({ ...base, documents }, shop => {
      shop.learn(taught(shop));
      for (const { offers, sort, viewAllSecondary: _, ...one } of cases) {
        if (!shop.views.some(view => view.market === one.market && view.locale === one.locale)) continue;
        const typing = autocompleteRequest({ ...one, ...offers });
        const suggested = explained(shop, typing, keys);
        const { productSuggestions } = JSON.parse(shop.text(typing)) as { productSuggestions: GroupJson[] };
        const suggestions = suggested.lists.find(({ id }) => id === 'productSuggestions');
        assert.deepEqual(suggestions ? keysOf(suggestions) : [], mainKeys(productSuggestions));
        if (suggestions) inOrder(suggestions, 0);

        const body = one.rules.length > 0 ? { body: { ...EMPTY_BODY, rules: one.rules } } : {};
        const asked = { ...one, ...offers, ...(sort && { sort }), ...body, pageReference: '/p' };
        const page = explained(shop, landingRequest(asked), keys);
        const shown = landing(shop, asked).primaryList!;
        const list = listOf(page.lists, 'primaryList');
        assert.deepEqual(keysOf(list), mainKeys(shown.productGroups));
        inOrder(list, one.skip);
        for (const { position, arranged } of list.hits) {
          const slice = shown.sliceRanges.find(({ from, to }) => from < position && position <= to);
          assert.equal(arranged?.endsWith(`slice ${slice?.id}`) ?? false, slice !== undefined);
        }
      }
    });
  });
  fc.assert(check, { seed, numRuns: 10 });
});

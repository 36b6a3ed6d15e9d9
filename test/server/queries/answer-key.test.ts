import fc from 'fast-check';
import t from 'tap';
import type { SearchPageRequest } from '../../../src/pages/shared/requests.js';
import { answerKey, rawAnswerKey } from '../../../src/server/queries/answer-key.js';
import { searchRequest } from '../requests.js';

const seed = 20260901;

t.test('the visitor does not shape the answer', async t => {
  const key = answerKey(searchRequest());
  const { customerKey: _, sessionKey: __, ...anonymous } = searchRequest();
  t.equal(answerKey(searchRequest({ customerKey: 'other', sessionKey: 'other', notify: false })), key);
  t.equal(answerKey({ ...anonymous, userContext: 'ANONYMOUS' }), key);
});

t.test('everything else does', async t => {
  const bounds = (min: number, max: number): Partial<SearchPageRequest> => ({
    rules: [{ restrictions: [{ exclude: false, attribute: 'price', condition: { kind: 'range', min, max } }] }],
  });
  const different: Partial<SearchPageRequest>[] = [
    {},
    { market: 'no' },
    { locale: 'en-GB' },
    { touchpoint: 'MOBILE' },
    { viewId: 'PREVIEW' },
    { channels: { online: true, store: false } },
    { stores: ['a'] },
    { stores: ['a', 'b'] },
    { stores: ['a,b'] },
    { priceId: 'member' },
    { templateId: 'member' },
    { presentCustom: ['x'] },
    { presentPrices: ['x'] },
    { q: 'shoe' },
    { limit: 61 },
    { skip: 1 },
    { sort: 'RATING' },
    { origin: 'UNDO_AUTO_CORRECT' },
    { viewAllSecondary: true },
    { includeNavigation: true },
    { selectedCategory: '/a' },
    { facets: [{ id: 'brand', values: ['a'] }] },
    { facets: [{ id: 'price', min: 1 }] },
    { facets: [{ id: 'price', max: 1 }] },
    { facets: [{ id: 'onlyInStock', checked: true }] },
    bounds(Number.NEGATIVE_INFINITY, 5),
    bounds(Number.POSITIVE_INFINITY, 5),
    bounds(5, Number.POSITIVE_INFINITY),
  ];
  const keys = different.map(changes => answerKey(searchRequest(changes)));
  t.equal(new Set(keys).size, different.length);
});

t.test('the order of members does not matter, and absent is undefined', async t => {
  const request = searchRequest({ facets: [{ id: 'price', min: 1, max: 2 }] });
  const { market, ...rest } = searchRequest({ facets: [{ max: 2, min: 1, id: 'price' }] });
  t.equal(answerKey({ ...rest, market }), answerKey(request));
  const { sort: _, ...unsorted } = searchRequest();
  t.equal(answerKey(unsorted), answerKey(searchRequest()));
});

t.test('a raw key drops the values of the visitor and keeps all else', async t => {
  const one = rawAnswerKey('customerKey=a-1&q=red+shoes&sessionKey=b.2&notify=true');
  const other = rawAnswerKey('customerKey=zz&q=red+shoes&sessionKey=y~y&notify=true');
  t.equal(one?.key, other?.key);
  t.match(one, { customerKey: 'a-1', sessionKey: 'b.2' });
  const swapped = rawAnswerKey('sessionKey=b.2&q=red+shoes&customerKey=a-1');
  t.match(swapped, { customerKey: 'a-1', sessionKey: 'b.2' });
  t.not(rawAnswerKey('customerKey=a&q=red&sessionKey=b')?.key, rawAnswerKey('customerKey=a&q=blue&sessionKey=b')?.key);
});

t.test('a raw key tells a visitor from none', async t => {
  const keys = ['q=a', 'q=a&customerKey=', 'q=a&customerKey=x', 'q=a&sessionKey=x', 'q=a&customerKey=x&sessionKey=y'];
  t.equal(new Set(keys.map(query => rawAnswerKey(query)?.key)).size, keys.length);
});

t.test('there is no raw key where the parser must look: keys given twice, encoded or long', async t => {
  t.equal(rawAnswerKey('customerKey=a&customerKey=b'), undefined);
  t.equal(rawAnswerKey('sessionKey=a&q=x&sessionKey=a'), undefined);
  t.equal(rawAnswerKey('customerKey=a%20b'), undefined);
  t.equal(rawAnswerKey('customerKey=a+b'), undefined);
  t.equal(rawAnswerKey(`customerKey=${'a'.repeat(65)}`), undefined);
});

t.test('a parameter whose name merely ends alike is not taken for the visitor', async t => {
  const raw = rawAnswerKey('xcustomerKey=a&customerKey=b');
  t.equal(raw?.customerKey, 'b');
  t.not(raw?.key, rawAnswerKey('xcustomerKey=c&customerKey=b')?.key);
});

t.test(`equal raw keys mean equal queries but for the visitor (seed ${seed})`, async () => {
  const word = fc.stringMatching(/^[a-c]{1,2}$/);
  const parameter = fc.oneof(
    fc.tuple(fc.constantFrom('customerKey', 'sessionKey'), word),
    fc.tuple(fc.constantFrom('q', 'limit', 'xcustomerKey', 'customerKeyx'), word),
  );
  const query = fc.array(parameter, { maxLength: 4 });
  const text = (parameters: [string, string][]) => parameters.map(pair => pair.join('=')).join('&');
  const rest = (parameters: [string, string][]) =>
    text(parameters.map(([name, value]) => [name, name === 'customerKey' || name === 'sessionKey' ? '*' : value]));
  const duplicated = (parameters: [string, string][]) =>
    ['customerKey', 'sessionKey'].some(name => parameters.filter(pair => pair[0] === name).length > 1);
  fc.assert(
    fc.property(query, query, (a, b) => {
      const [one, other] = [rawAnswerKey(text(a)), rawAnswerKey(text(b))];
      if ((one === undefined) !== duplicated(a)) return false;
      if (one === undefined || other === undefined) return true;
      return (one.key === other.key) === (rest(a) === rest(b));
    }),
    { seed, numRuns: 2000 },
  );
});

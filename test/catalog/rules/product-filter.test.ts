import fc from 'fast-check';
import t from 'tap';
import { formatRules, parseRules } from '../../../src/catalog/rules/parse-rules.js';
import { rulesOfProductFilter } from '../../../src/catalog/rules/product-filter.js';
import { Problem } from '../../../src/errors/problem.js';

const seed = 20260901;

t.test('an empty filter holds everything', t => {
  t.same(rulesOfProductFilter({}), []);
  t.end();
});

t.test('members become restrictions of one rule, as if written in a rule text', t => {
  const filter = {
    size: 'Women;NO_FORMAT;M',
    brand: ['some_brand', ' another "brand" '],
    'custom.season': 'fall',
    discount: 50,
    stock_number: [1, 2],
    price: { max: 200 },
    rating: { min: 3.5 },
    listPrice: {},
    newness: 30,
    in_stock: true,
    width: 5,
    'custom.number.pages': { min: 1, max: 2 },
  };
  t.same(
    rulesOfProductFilter(filter),
    parseRules(String.raw`rule incl size {"Women;NO_FORMAT;M"} incl brand {"some_brand", "another \"brand\""}
      incl custom.season {"fall"} incl discount {"50"} incl stock_number {"1" "2"} incl price [-infinity,200]
      incl rating [3.5,infinity] incl list_price [-infinity,infinity] incl newness 30d incl in_stock {"true"}
      incl width [5,5] incl custom.number.pages [1,2]`),
  );
  t.end();
});

t.test('product keys may stand beside other members', t => {
  const rules = rulesOfProductFilter({ product_key: ['a', 'b'], brand: 'c' });
  t.equal(formatRules(rules), 'rule incl product_key {"a","b"} incl brand {"c"}');
  t.end();
});

t.test('newness is a number of days in any form', t => {
  for (const newness of [30, '30', '30d', { max: 30 }, { min: 0, max: 30 }]) {
    t.equal(formatRules(rulesOfProductFilter({ newness })), 'rule incl newness 30d');
  }
  for (const newness of [1.5, -1, 'soon', { min: 5, max: 30 }, [1, 2]]) {
    t.throws(() => rulesOfProductFilter({ newness }), { error: 'BAD_REQUEST', message: /newness/ });
  }
  t.end();
});

t.test('every member at fault is listed with its path', t => {
  try {
    rulesOfProductFilter(
      { discont: 50, price: { mox: 2 }, 'custom.a/b': null, brand: [], rating: 'good', size: { min: 1 } },
      '/primaryList/productFilter',
    );
    t.fail('should throw');
  } catch (error) {
    t.ok(error instanceof Problem);
    t.match((error as Problem).message, /^\/primaryList\/productFilter\/discont: .*did you mean discount\?/);
    t.match((error as Problem).errors, [
      { path: '/primaryList/productFilter/discont', message: /discount/ },
      { path: '/primaryList/productFilter/price', message: /found member "mox", expected min and max/ },
      { path: '/primaryList/productFilter/custom.a~1b', message: /found null/ },
      { path: '/primaryList/productFilter/brand', message: /at least one value/ },
      { path: '/primaryList/productFilter/rating', message: /found "good"; rating takes/ },
      { path: '/primaryList/productFilter/size', message: /found a range; size takes a list of texts/ },
    ]);
  }
  t.end();
});

t.test('the limits of rule texts hold', t => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `v${i}`);
  t.equal(rulesOfProductFilter({ brand: many(200), product_key: many(100) }).length, 1);
  t.throws(() => rulesOfProductFilter({ brand: many(201) }), { message: /201 values for brand, expected at most 200/ });
  t.throws(() => rulesOfProductFilter({ product_key: many(101) }), { message: /expected at most 100/ });
  t.end();
});

t.test('no JSON value makes it throw anything but a BAD_REQUEST Problem', t => {
  const name = fc.oneof(
    fc.constantFrom('brand', 'price', 'newness', 'in_stock', 'length', 'custom.x', '__proto__'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(name, fc.jsonValue())), value => {
      try {
        return Array.isArray(rulesOfProductFilter(value));
      } catch (error) {
        return error instanceof Problem && error.error === 'BAD_REQUEST' && error.errors!.length > 0;
      }
    }),
    { seed, numRuns: 1_000 },
  );
  t.pass(`seed ${seed}`);
  t.end();
});

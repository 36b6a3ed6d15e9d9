import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { formatRules, MAX_RULES_LENGTH, parseRules } from '../../../src/catalog/rules/parse-rules.js';
import { BUILT_IN_ATTRIBUTES, resolveAttribute } from '../../../src/catalog/rules/rule-attributes.js';
import { MAX_DAYS } from '../../../src/catalog/rules/rule-conditions.js';
import type { Condition, Restriction, RuleExpression } from '../../../src/catalog/rules/rule-expression.js';
import { Problem } from '../../../src/errors/problem.js';
import { unitsOf } from '../../../src/kernel/measures.js';

const seed = 20260901;

const values = (...texts: string[]): Condition => ({ kind: 'values', values: texts });
const range = (min: number, max: number): Condition => ({ kind: 'range', min, max });
const incl = (attribute: string, condition: Condition): Restriction => ({ exclude: false, attribute, condition });
const excl = (attribute: string, condition: Condition): Restriction => ({ exclude: true, attribute, condition });
const { POSITIVE_INFINITY: INF, NEGATIVE_INFINITY: NEG } = Number;

t.test('an empty text holds everything', t => {
  for (const text of ['', ' ', '\n\t ']) t.same(parseRules(text), []);
  t.end();
});

t.test('rules, restrictions and all kinds of conditions are read', t => {
  t.same(
    parseRules(`
      rule incl product_key { "a", "b" }
      rule incl brand {"Nike" "Puma"} excl price [100, infinity] incl newness 30d
      rule incl length [10.5, 20] cm excl custom.fit {"slim"} incl custom.number.pages [-infinity, +infinity]`),
    [
      { restrictions: [incl('product_key', values('a', 'b'))] },
      {
        restrictions: [
          incl('brand', values('Nike', 'Puma')),
          excl('price', range(100, INF)),
          incl('newness', { kind: 'days', days: 30 }),
        ],
      },
      {
        restrictions: [
          incl('length', { kind: 'range', min: 10.5, max: 20, unit: 'cm' }),
          excl('custom.fit', values('slim')),
          incl('custom.number.pages', range(NEG, INF)),
        ],
      },
    ],
  );
  t.end();
});

t.test('keywords, infinity and units come in any case, space only where words would run together', t => {
  const one = [{ restrictions: [incl('brand', values('x')), excl('price', range(NEG, 2))] }];
  t.same(parseRules('RULE Incl brand{"x"}EXCL price[-INFINITY,2]'), one);
  t.same(parseRules('rule\nincl\tbrand  {  "x"  }  excl price [ -infinity , 2 ]  '), one);
  const measured = [{ restrictions: [incl('weight', { kind: 'range', min: 1, max: 2, unit: 'kg' })] }];
  t.same(parseRules('rule incl weight[1,2]KG'), measured);
  t.same(parseRules('rule incl weight [1, 2] kg rule incl newness 7D').slice(0, 1), measured);
  t.end();
});

t.test('attributes are known in snake_case and camelCase', t => {
  for (const { name, alias } of BUILT_IN_ATTRIBUTES) {
    t.equal(resolveAttribute(name), resolveAttribute(alias));
    t.equal(resolveAttribute(alias)?.name, name);
  }
  t.same(
    parseRules('rule incl listPrice [1,2] incl productType {"a"}')[0]!.restrictions.map(r => r.attribute),
    ['list_price', 'product_type'],
  );
  t.end();
});

t.test('only quotes and backslashes are escaped; values are trimmed', t => {
  const [rule] = parseRules(String.raw`rule incl brand {"5\" disc", "a\\b", "c\d", " e ", ""}`);
  t.same(rule!.restrictions[0]!.condition, values('5" disc', 'a\\b', 'c\\d', 'e', ''));
  t.end();
});

t.test('a syntax error names line, column, what stood there and what was expected', t => {
  const cases: [string, string][] = [
    ['incl brand {"a"}', 'line 1, column 1: found "incl", expected "rule"'],
    ['rule', 'line 1, column 5: found the end, expected "incl" or "excl"'],
    ['rule inc brand {"a"}', 'line 1, column 6: found "inc", expected "incl" or "excl"'],
    ['rule incl', 'line 1, column 10: found the end, expected an attribute name'],
    ['rule incl brand', 'line 1, column 16: found the end, expected { with quoted values'],
    ['rule incl brand {}', 'line 1, column 18: found "}", expected a quoted value'],
    ['rule incl brand {"a",}', 'line 1, column 22: found "}", expected a quoted value or }'],
    ['rule\n  incl brand {"a"', 'line 2, column 18: found the end, expected a quoted value or }'],
    ['rule incl brand {"a', 'line 1, column 18: found a quoted value without an end'],
    ['rule incl brand {"a"}\r\n  or', 'line 2, column 3: found "or", expected "rule", "incl", "excl" or the end'],
    ['rule incl price [1 2]', 'line 1, column 20: found "2", expected a comma between the bounds'],
    ['rule incl price [1, 2', 'line 1, column 22: found the end, expected ]'],
    ['rule incl price [low, 2]', 'line 1, column 18: found "low", expected a number, infinity or -infinity'],
    ['rule incl price [1, 1e999]', 'line 1, column 21: found 1e999, expected a number that fits a double'],
    ['rule incl newness 30days', 'line 1, column 19: found "30days"'],
  ];
  for (const [text, message] of cases) {
    t.throws(() => parseRules(text, '/primaryList/productRules'), {
      error: 'BAD_REQUEST',
      message: new RegExp(`^/primaryList/productRules: ${message.replace(/[[\]{}"|\\]/g, '\\$&')}`),
    });
  }
  t.end();
});

t.test('an unknown built-in name is an error that suggests the nearest, an unknown custom name is not', t => {
  t.throws(() => parseRules('rule incl brnd {"a"}'), { message: /column 11: found "brnd", .*did you mean brand\?/ });
  t.throws(() => parseRules('rule incl ProductKey {"a"}'), { message: /did you mean product_key\?/ });
  t.throws(() => parseRules('rule incl quux {"a"}'), { message: /expected a built-in attribute .* or custom/ });
  t.throws(() => parseRules('rule incl custom. {"a"}'), { name: 'Problem', error: 'BAD_REQUEST' });
  t.throws(() => parseRules('rule incl custom.number. [1,2]'), { name: 'Problem', error: 'BAD_REQUEST' });
  t.equal(parseRules('rule incl custom.Größe-1:x.y {"a"}')[0]!.restrictions[0]!.attribute, 'custom.Größe-1:x.y');
  t.end();
});

t.test('a condition must fit its attribute', t => {
  const cases: [string, RegExp][] = [
    ['brand [1,2]', /column 17: found a range; brand takes a list of texts/],
    ['price {"cheap"}', /found "cheap"; price takes a range/],
    ['price 30d', /found a number of days; price takes a range/],
    ['price [1,2] cm', /column 23: found unit "cm", but price has none/],
    ['length [1,2] kg', /found unit "kg", expected mm, cm/],
    ['length {"1"}', /found a list of texts; length takes a range/],
    ['custom.length.heel [1,2] parsec', /found unit "parsec"/],
    ['newness [1,2]', /found a range; newness takes a number of days/],
    [`newness ${MAX_DAYS + 1}d`, /expected at most 36500d/],
    ['in_stock {"maybe"}', /found "maybe"; in_stock takes {"true"} or {"false"}/],
    ['custom.fit [1,2]', /custom.fit takes a list of texts/],
    ['product_key [1,2]', /product_key takes a list of keys/],
  ];
  for (const [text, message] of cases)
    t.throws(() => parseRules(`rule incl ${text}`), { error: 'BAD_REQUEST', message });
  t.same(parseRules('rule incl inStock {"TRUE"}')[0]!.restrictions, [incl('in_stock', values('true'))]);
  t.same(parseRules('rule incl stock_number {"1" "2"}')[0]!.restrictions, [incl('stock_number', values('1', '2'))]);
  t.end();
});

t.test('handpicked products are the first rule, alone, at most 100', t => {
  const keys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"p${i}"`).join(' ')}}`;
  t.equal(parseRules(`rule incl product_key ${keys(100)} rule incl brand {"a"} excl product_key {"p"}`).length, 2);
  t.throws(() => parseRules(`rule incl product_key ${keys(101)}`), { message: /found 101 values for handpicked/ });
  t.throws(() => parseRules('rule incl product_key {"a"} incl brand {"b"}'), { message: /no other restriction/ });
  t.throws(() => parseRules('rule incl brand {"b"} rule incl product_key {"a"}'), { message: /rule 2 handpicks/ });
  t.end();
});

t.test('an attribute takes 200 values over all rules, and the text has a limit', t => {
  const brands = (count: number, from = 0) => `{${Array.from({ length: count }, (_, i) => `"${from + i}"`).join()}}`;
  t.equal(parseRules(`rule incl brand ${brands(150)} rule incl brand ${brands(50)}`).length, 2);
  t.throws(() => parseRules(`rule incl brand ${brands(150)} rule incl brand ${brands(51)}`), {
    message: /found 201 values for brand, expected at most 200/,
  });
  t.throws(() => parseRules(' '.repeat(MAX_RULES_LENGTH + 1)), { message: /expected at most 100000/ });
  t.end();
});

/** With the prototype that parsed objects have. */
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(model, { noNullPrototype: true });

const text = fc.string({ maxLength: 12 }).map(value => value.trim());
const bound = fc.oneof(fc.double({ noNaN: true }), fc.integer(), fc.constantFrom(INF, NEG)).map(value => value + 0);
const customName = fc
  .string({ unit: fc.constantFrom(...'abcÅ09._-:'), minLength: 1, maxLength: 8 })
  .map(name => `custom.${name}`)
  .filter(name => resolveAttribute(name)?.kind === 'text');

const attributes = BUILT_IN_ATTRIBUTES.filter(attribute => attribute.name !== 'product_key');
const attributeName = fc.oneof(
  fc.constantFrom(...attributes.map(attribute => attribute.name)),
  customName,
  fc.constantFrom('custom.number.n', 'custom.length.l'),
);

const restriction: fc.Arbitrary<Restriction> = fc.tuple(fc.boolean(), attributeName).chain(([exclude, name]) => {
  const { kind, dimension } = resolveAttribute(name)!;
  const texts = (item: fc.Arbitrary<string>) =>
    fc.array(item, { minLength: 1, maxLength: 4 }).map(list => ({ kind: 'values' as const, values: list }));
  const ranges = record({ kind: fc.constant('range' as const), min: bound, max: bound });
  const conditions: Record<string, fc.Arbitrary<Condition>> = {
    text: texts(text),
    key: texts(text),
    number: fc.oneof(ranges, texts(fc.integer().map(String))),
    measure:
      dimension === undefined
        ? ranges
        : fc.oneof(
            ranges,
            fc.tuple(ranges, fc.constantFrom(...unitsOf(dimension))).map(([r, unit]) => ({ ...r, unit })),
          ),
    days: record({ kind: fc.constant('days' as const), days: fc.integer({ min: 0, max: MAX_DAYS }) }),
    boolean: texts(fc.constantFrom('true', 'false')),
  };
  return conditions[kind]!.map(condition => ({ exclude, attribute: name, condition }));
});

const expression: fc.Arbitrary<RuleExpression> = fc
  .tuple(
    fc.option(fc.array(text, { minLength: 1, maxLength: 5 }), { nil: undefined }),
    fc.array(record({ restrictions: fc.array(restriction, { minLength: 1, maxLength: 4 }) }), { maxLength: 4 }),
  )
  .map(([keys, rules]) =>
    keys === undefined ? rules : [{ restrictions: [incl('product_key', values(...keys))] }, ...rules],
  );

t.test('what canonical writes is read back equal, and written the same again', t => {
  fc.assert(
    fc.property(expression, given => {
      const written = formatRules(given);
      const read = parseRules(written);
      return isDeepStrictEqual(read, given) && formatRules(read) === written;
    }),
    { seed, numRuns: 300 },
  );
  t.pass(`seed ${seed}`);
  t.end();
});

t.test('random and damaged texts never throw anything but a BAD_REQUEST Problem', t => {
  const words = [
    'rule',
    'incl',
    'excl',
    'brand',
    'price',
    'newness',
    'custom.x',
    '{',
    '}',
    '[',
    ']',
    '"',
    '\\',
    ',',
    '30d',
    '1',
    '-infinity',
    'cm',
    ' ',
    '\n',
  ];
  const soup = fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 3 }))).map(parts => parts.join(' '));
  const damaged = fc
    .tuple(expression, fc.nat(), fc.nat(5), fc.string({ maxLength: 3 }))
    .map(([given, at, cut, add]) => {
      const written = formatRules(given);
      const place = written.length === 0 ? 0 : at % written.length;
      return written.slice(0, place) + add + written.slice(place + cut);
    });
  fc.assert(
    fc.property(fc.oneof(soup, damaged, fc.string()), garbage => {
      try {
        const read = parseRules(garbage);
        return formatRules(parseRules(formatRules(read))) === formatRules(read);
      } catch (error) {
        return error instanceof Problem && error.error === 'BAD_REQUEST' && error.message.startsWith('productRules: ');
      }
    }),
    { seed, numRuns: 1_000 },
  );
  t.pass(`seed ${seed}`);
  t.end();
});

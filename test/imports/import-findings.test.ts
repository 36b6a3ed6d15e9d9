import t from 'tap';
import { describeFound, ImportFindings } from '../../src/imports/import-findings.js';
import { replaceGroup } from '../ingest/harness.js';
import { applyLines } from '../ingest/import/apply-lines.js';

t.test('faults are counted per record and per message, with keys and examples', async t => {
  const bad = (n: number): object => ({
    replace: {
      key: `g${n}`,
      productGroup: { products: { [`p${n}`]: { markets: ['se'], defaults: {}, variants: { [`v${n}`]: {} } } } },
    },
  });
  const { message, details } = applyLines(t, 'update', [
    replaceGroup('ok', 'a'),
    bad(1),
    bad(2),
    'not json',
    { replace: { key: 'c', content: { markets: ['se'], type: 'x' } } },
  ]);
  t.match(message, /^catalog: line 2: p1: defaults\.title: .* \(and 7 more, see errorDetails\)$/);
  t.same(details, {
    count: 8,
    products: { count: 2, keys: ['p1', 'p2'] },
    variants: { count: 2, keys: ['v1', 'v2'] },
    content: { count: 1, keys: ['c'] },
    dataErrors: {
      'defaults.title: expected a value: it is required, found nothing': { count: 2, exampleKeys: ['p1', 'p2'] },
      'defaults.url: expected a value: it is required, found nothing': { count: 2, exampleKeys: ['p1', 'p2'] },
      'defaults: expected an object, found nothing': { count: 3, exampleKeys: ['v1', 'v2', 'c'] },
      [Object.keys(details?.dataErrors ?? {}).find(name => name.startsWith('not valid JSON')) ?? '']: {
        count: 1,
        exampleKeys: ['line 4'],
      },
    },
  });
});

t.test('keys, examples and messages are capped, counts are not', async t => {
  const findings = new ImportFindings();
  for (let i = 0; i < 250; i++) findings.fault('products', `p${i}`, 'the same');
  for (let i = 0; i < 250; i++) findings.fault('line', '', `message ${i}`);
  const details = findings.details();
  t.equal(details.count, 500);
  t.equal(details.products?.count, 250);
  t.equal(details.products?.keys.length, 100);
  t.same(details.dataErrors['the same']?.count, 250);
  t.equal(details.dataErrors['the same']?.exampleKeys.length, 10);
  t.equal(Object.keys(details.dataErrors).length, 101);
  t.equal(details.dataErrors['further errors of other kinds']?.count, 151);
});

t.test('warnings are capped too', async t => {
  const findings = new ImportFindings();
  for (let i = 0; i < 300; i++) findings.warn(`warning ${i}`);
  t.equal(findings.warningCount, 300);
  t.equal(findings.warnings().length, 100);
});

t.test('found values are shown short', async t => {
  t.equal(describeFound('x'.repeat(100)), `"${'x'.repeat(60)}…" (100 characters)`);
  t.same([undefined, null, [1], {}, 1.5, true, 'a'].map(describeFound), [
    'nothing',
    'null',
    'a list of 1',
    'an object',
    '1.5',
    'true',
    '"a"',
  ]);
});

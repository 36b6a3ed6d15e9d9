/**
 * `vitrine explain` by the built command, against a running daemon: what a terminal shows, what scripts get, what is
 * refused.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { Explanation } from '../../src/pages/explain/explanation.js';
import { daemon, replaceCatalog } from '../contract/shared-daemon.js';
import { testFolder } from '../folder.js';
import { type Run, runCommand } from './command.js';

const lines = [
  ['p-1', 'Rain jacket blue', 90],
  ['p-2', 'Rain jacket red', 120],
  ['p-3', 'Winter coat', 300],
].map(([key, title, listPrice]) => ({
  replace: {
    key: `g-${key}`,
    productGroup: {
      products: {
        [key!]: {
          markets: ['uk'],
          defaults: { title, url: `/${key}`, brand: 'Storm', dataLocale: 'en-GB' },
          variants: { [`v-${key}`]: { defaults: { listPrice, stock: 1 } } },
        },
      },
    },
  },
}));
const folder = testFolder(t);

function explain(args: string[], env: Record<string, string> = { VITRINE_API_KEY: daemon.key }): Promise<Run> {
  return runCommand(['explain', ...args, '--url', daemon.url], env);
}

const VIEW = ['--market', 'uk', '--locale', 'en-GB'];

t.test('a catalog', () => replaceCatalog(lines));

t.test('first what was understood, then a block a hit, then the products asked about', async t => {
  const { code, stdout, stderr } = await explain(['jakket red', ...VIEW, '--product', 'p-3', '--product', 'none']);
  t.strictSame([code, stderr], [0, '']);
  const [first, second, ...rest] = stdout.split('\n');
  t.match(first, /^search-page in uk, en-GB, snapshot \S+$/);
  t.equal(second, 'searched for "jacket red", corrected: jakket → jacket');
  const text = rest.join('\n');
  t.match(text, /^ {2}jacket .*2 products: jacket$/m);
  t.match(text, /^primaryList: \d products?$/m);
  t.match(text, /^ {2}[\d.]+ points more, [\d.]+ among partial matches, make the odds .* twice as high$/m);
  t.match(text, /^ {3}1 {2}p-2 {2}Rain jacket red {2}[\d.]+( \(=\))?$/m);
  t.match(
    text,
    /^ +\d+\.\d{3} {2}"jacket" +jacket in title.* \(word 2 of 3 of the title\): rarity [\d.]+ × exact 1 ×/m,
  );
  t.match(text, /^p-3 {2}Winter coat\n {2}primaryList: it has nothing for "jacket"; it has nothing for "red"$/m);
  t.match(text, /^none\n {2}no product of the catalog has this key$/m);
});

t.test('a text that is too long is said to be cut', async t => {
  const { stdout } = await explain([`rain ${'jacket '.repeat(100)}`, ...VIEW]);
  t.match(stdout.split('\n')[1], /^only the first 400 of 704 characters are searched$/);
  t.notMatch((await explain(['rain jacket', ...VIEW])).stdout, /characters are searched/);
});

t.test('the points of a hit are aligned and add up to its score', async t => {
  const { stdout } = await explain(['rain jacket', ...VIEW, '--limit', '1']);
  const block = /^ {3}1 {2}p-\d .*? ([\d.]+)(?: \(=\))?\n((?: {4,}-?\d+\.\d{3} {2}.*\n)+)/m.exec(stdout);
  const rows = block![2]!.trimEnd().split('\n');
  t.equal(new Set(rows.map(row => row.indexOf('.'))).size, 1);
  const sum = rows.reduce((all, row) => all + Number.parseFloat(row), 0);
  t.ok(Math.abs(sum - Number(block![1])) < 0.001 * (rows.length + 1), `${sum} is ${block![1]}`);
  t.notMatch(stdout, /^ {3}2 {2}/m, 'no more hits than asked for');
});

t.test('parameters, other queries and bodies are passed on', async t => {
  const faceted = await explain([
    'jacket',
    ...VIEW,
    '--param',
    'f.price.max=100',
    '--param',
    'sort=PRICE_DESCENDING',
    '--product',
    'p-2',
  ]);
  t.match(faceted.stdout, /^primaryList: 1 product, by PRICE_DESCENDING\n {2}behind facet: price: to 100\n/m);
  t.match(faceted.stdout, /the facet price: to 100 is selected; it has 120$/m);
  const body = join(folder, 'body.json');
  writeFileSync(body, '{"recommendationLists": [{"id": "best", "algorithm": "TOP_PRODUCTS", "limit": 2}]}');
  const product = ['--query', 'product-page', ...VIEW, '--param', 'productKey=p-1', '--body', body];
  t.match(
    (await explain(product)).stdout,
    /^best: 2 products, TOP_PRODUCTS\n {3}1 {2}p-\d .*\n +number \d of the shop$/m,
  );
});

t.test('with --json it is the answer of the daemon, and nothing else', async t => {
  const { code, stdout } = await explain(['jac', ...VIEW, '--query', 'autocomplete', '--json']);
  t.equal(code, 0);
  const explanation = JSON.parse(stdout) as Explanation;
  t.match(explanation, { query: 'autocomplete', market: 'uk', understanding: { typed: 'jac' } });
  t.match(explanation.lists[0]!.hits[0]!.parts, [{ kind: 'word', how: 'beginning' }]);
});

t.test('what the daemon refuses is told, and ends with 1; what was asked wrongly ends with 2', async t => {
  const refused = await explain(['jacket', ...VIEW, '--param', 'sort=CHEAP']);
  t.match(refused, { code: 1, stdout: '', stderr: /^vitrine: \/parameters\/sort: found "CHEAP"/ });
  t.match(await explain(['jacket']), { code: 1, stderr: /\/parameters\/market: missing/ });
  t.match(await explain(['jacket', ...VIEW, '--body', join(folder, 'none')]), { code: 1, stderr: /cannot be read/ });
  const wrong = join(folder, 'wrong.json');
  writeFileSync(wrong, '{');
  t.match(await explain(['jacket', ...VIEW, '--body', wrong]), { code: 2, stderr: /is not JSON/ });
  t.match(await explain(['jacket', ...VIEW, '--param', 'sort']), { code: 2, stderr: /Expected name=value/ });
  t.match(await explain(['jacket', ...VIEW, '--limit', '0']), { code: 2, stderr: /from 1 to 999/ });
  t.match(await explain(['jacket', ...VIEW], {}), { code: 2, stderr: /an API key is needed/ });
  t.match(await explain(['jacket', ...VIEW], { VITRINE_API_KEY: 'wrong' }), { code: 1, stderr: /Api-Key/ });
});

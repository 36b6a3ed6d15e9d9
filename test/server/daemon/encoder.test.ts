/** A daemon with an encoder, with a model that is made here. Real processes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { startDaemon } from '../../daemon.js';
import { fillEncoderFolder } from '../../encoder/tiny-model.js';
import { testFolder } from '../../folder.js';
import { CopiedPrograms } from './copied-programs.js';

/** What a "parka" is, the model alone knows: no product has the word. */
const WORDS = { coat: [9, 1, 0], parka: [8, 2, 0], rain: [6, 0, 1], lamp: [0, 1, 9], desk: [0, 3, 7] };
const TITLES = ['Rain coat', 'Coat', 'Lamp', 'Desk lamp'];
/** That of "coat": a vector that the shop brings, for a product whose words say another thing. */
const BROUGHT = [9, 1, 0];

function line(title: string, i: number): string {
  const defaults = { title, url: `/${i}`, dataLocale: 'en-GB', ...(i === 3 && { embeddings: { text: BROUGHT } }) };
  const variants = { [`v${i}`]: { defaults: { listPrice: 10, stock: 1 } } };
  const productGroup = { products: { [`p${i}`]: { markets: ['uk'], defaults, variants } } };
  return JSON.stringify({ replace: { key: `g${i}`, productGroup } });
}

interface Answer {
  primaryList: { totalHits: number; productGroups: { products: { key: string }[] }[] };
  vector?: { space: string; nearest: number };
  degraded?: true;
}

t.test('texts find products whose words they do not have, by vectors of a model', async t => {
  const folder = testFolder(t, { 'catalog.jsonl': TITLES.map(line).join('\n') });
  const model = join(folder, 'model');
  fillEncoderFolder(model, WORDS, { leastSimilarity: 0.6 });
  // Loading the model may take as long as it does: a search that waits for it is not late.
  const env = { VITRINE_ENCODER_DEADLINE_MS: '10000' };
  const catalog = join(folder, 'catalog.jsonl');
  const daemon = await startDaemon({ args: ['--encoder', model], env, catalog });
  t.teardown(() => daemon.stop());
  const visitor = 'customerKey=c&sessionKey=s&market=uk&locale=en-GB&touchpoint=DESKTOP';
  const search = async (q: string, init: RequestInit = {}) => {
    const url = `${daemon.url}/api/storefront/v3/queries/search-page?${visitor}&q=${encodeURIComponent(q)}`;
    return (await (await fetch(url, init)).json()) as Answer;
  };
  const keys = ({ primaryList }: Answer) => primaryList.productGroups.map(({ products }) => products[0]!.key);

  const parka = await search('parka');
  t.same(keys(parka).sort(), ['p0', 'p1', 'p3'], 'those that bring no vectors get them from their words');
  t.same(parka.vector, { space: 'text', nearest: 3, most: 1000 });
  t.equal(parka.degraded, undefined);
  const longBody = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: `{}${' '.repeat(5000)}` };
  const { vector: ofLong } = await search('parka', longBody);
  t.same(ofLong, parka.vector, 'a body that a query thread reads changes nothing');
  t.same(keys(await search('zzzz qqqq')), [], 'what the model does not know finds nothing');
  t.same(keys(await search('AB-1234')), [], 'nor does the number of a part');
  const coat = await search('rain coat');
  t.equal(keys(coat)[0], 'p0', 'full matches come first');

  const metrics = await (await fetch(`${daemon.url}/metrics`, { headers: { 'Api-Key': daemon.key } })).text();
  t.match(metrics, /vitrine_unencoded_searches_total\{reason="late"\} 0/);
  const explained = await fetch(`${daemon.url}/api/admin/v4/explain`, {
    method: 'POST',
    headers: { 'Api-Key': daemon.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: 'search-page', parameters: { market: 'uk', locale: 'en-GB', q: 'parka' } }),
  });
  const text = await explained.text();
  t.equal(explained.status, 200, text);
  t.match(text, /"kind":"near"[^}]*"similarity":0\.9/);
});

t.test('a folder that is wrong keeps the daemon from starting, and says why', async t => {
  const programs = new CopiedPrograms(t);
  const folder = testFolder(t);
  fillEncoderFolder(folder, WORDS);
  writeFileSync(join(folder, 'encoder.json'), '{"dimensions": 4}');
  const { code, output } = await programs.serve(['--encoder', folder]);
  t.equal(code, 2);
  t.match(output, /encoder\.folder: .*model\.onnx: the model gives 3 dimensions, encoder\.json says 4/);
});

/** A real catalog, where it stands beside the checkout: 4,998 fashion products in two markets. */
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { resolveProduct } from '../../src/catalog/resolve.js';
import { harness } from './harness.js';

const FILE = fileURLToPath(new URL('../../../shared/data/fashion/catalog.jsonl.gz', import.meta.url));
const skip = fs.existsSync(FILE) ? false : `no catalog at ${FILE}`;

t.test('the fashion catalog imports whole, and a second time changes nothing', { skip }, async t => {
  const { runFile, service, host } = harness(t);
  const body = fs.readFileSync(FILE);
  t.match(await runFile('replace', body), {
    status: 'SUCCESS',
    counts: {
      instructions: 3282,
      productGroups: 3273,
      products: 4998,
      variants: 21548,
      content: 5,
      translations: 4,
      warnings: 0,
    },
  });
  const { store } = service;
  const known = [
    ['se', ['en-GB', 'sv-SE']],
    ['uk', ['en-GB', 'sv-SE']],
  ];
  t.same([...store.views.markets()], known);
  t.notOk(store.views.acceptsLocale('uk', 'de-DE'));
  const product = store.getGroup('g15970')?.products['p15970'];
  const swedish = resolveProduct('p15970', product!, 'se', 'sv-SE');
  t.match(swedish, { data: { title: 'Turtle Skjortor marinblå herr' }, variants: [{ data: { listPrice: 279 } }] });
  t.same(store.owner('15970-XS'), { kind: 'variant', product: 'p15970', group: 'g15970' });
  t.match(await runFile('replace', body), { status: 'SUCCESS' });
  t.equal(host.built.length, 1);
});

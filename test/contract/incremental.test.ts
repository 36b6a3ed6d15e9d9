/**
 * A catalog that grew by many small imports answers as one that was imported whole: the same lists, facets and
 * suggestions, and snapshots of the same parts but for the files of cards, which small imports leave in pieces.
 */
import t from 'tap';
import { startDaemon } from '../daemon.js';
import { announcedManifest, importWhenReady } from './admin.js';
import { daemon as grown, replaceCatalog } from './shared-daemon.js';
import { groupLine, type Made, searchUrl, wordOf } from './shop.js';

const seed = 20260901;

/** Numbers in [0, below), the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

t.test(`many imports are as good as one (seed ${seed})`, async t => {
  const pick = numbers(seed);
  const whole = await startDaemon();
  t.teardown(() => whole.stop());

  const model = new Map<number, Made>();
  const change = (n: number): object => {
    const made = model.get(n);
    const price = pick(50) + 1;
    const stock = pick(4);
    if (made && pick(3) > 0) {
      Object.assign(made, { price, stock });
      const products = { [`p-${n}`]: { variants: offers(n, price, stock) } };
      return { edit: { key: `g-${n}`, productGroup: { products } } };
    }
    if (made && pick(4) === 0) {
      model.delete(n);
      return { remove: { productGroup: `g-${n}` } };
    }
    model.set(n, { price, stock, edition: pick(5) });
    return groupLine(n, model.get(n));
  };
  for (let n = 0; n < 30; n++) model.set(n, {});
  const first = [...model].map(([n, made]) => groupLine(n, made));
  await replaceCatalog(first);
  for (let round = 0; round < 8; round++) {
    // Small imports of offers alone are built in another way: half of the rounds are such.
    const known = [...model.keys()];
    const lines =
      round % 2 === 0
        ? Array.from({ length: 6 }, () => change(pick(40)))
        : [known[pick(known.length)]!, known[pick(known.length)]!].map(n => {
            const made = model.get(n)!;
            Object.assign(made, { price: pick(50) + 1, stock: pick(4) });
            const products = { [`p-${n}`]: { variants: offers(n, made.price!, made.stock!) } };
            return { edit: { key: `g-${n}`, productGroup: { products } } };
          });
    const { status, body } = await importWhenReady(grown, 'POST', lines);
    t.equal(status, 204, body?.message ?? `round ${round}`);
  }
  const all = [...model].map(([n, made]) => groupLine(n, made));
  t.equal((await importWhenReady(whole, 'PUT', all)).status, 204);

  const [a, b] = [await announcedManifest(grown.dataDir), await announcedManifest(whole.dataDir)];
  t.same(a.counts, b.counts);
  for (const [i, view] of a.views.entries()) {
    const { cards: _, ...parts } = view.parts;
    const { cards: __, ...expected } = b.views[i]!.parts;
    t.same(parts, expected, `${view.market} ${view.locale}: the same parts`);
  }
  const asked = ['', 'lamp', 'red chair', 'blak table', wordOf(11), 'brand 1 mirror'].flatMap(q => [
    [q, {}],
    [q, { sort: 'PRICE_ASCENDING', limit: '7', skip: '3' }],
    [q, { 'f.color': 'RED', 'f.onlyInStock': 'true' }],
    [q, { market: 'se', locale: 'sv-SE', 'f.price.max': '20' }],
  ]) as [string, Record<string, string>][];
  for (const [q, parameters] of asked) {
    const [one, other] = await Promise.all(
      [grown, whole].map(async ({ url }) => {
        const page = await (await fetch(searchUrl(url, q, parameters))).text();
        const words = await (await fetch(searchUrl(url, q, parameters).replace('search-page', 'autocomplete'))).text();
        return JSON.parse(`[${page},${words}]`, (name, value) => (name === 'ticket' ? undefined : value)) as unknown;
      }),
    );
    t.same(one, other, `${q} ${JSON.stringify(parameters)}`);
  }
});

function offers(n: number, price: number, stock: number): object {
  const defaults = { listPrice: price, sellingPrice: price, stock };
  return { [`v-${n}-0`]: { defaults }, [`v-${n}-1`]: { defaults } };
}

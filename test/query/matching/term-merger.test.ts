/** Query terms merged in WebAssembly and in TypeScript: the same products with the same points and the same bounds. */
import t from 'tap';
import { Deadline } from '../../../src/kernel/deadline.js';
import { OfferContext } from '../../../src/query/filters/offer-context.js';
import { MatchMemory } from '../../../src/query/matching/match-memory.js';
import { Matcher } from '../../../src/query/matching/matcher.js';
import type { TermMatches } from '../../../src/query/matching/term-matches.js';
import { TermMerger } from '../../../src/query/matching/term-merger.js';
import { weightedValues } from '../../../src/query/matching/value-products.js';
import { completeLastWord } from '../../../src/query/understanding/completion.js';
import { newQueryTerm, type QueryTerm } from '../../../src/query/understanding/query-term.js';
import { understand } from '../../../src/query/understanding/understand.js';
import { Snapshot } from '../../../src/snapshot/index.js';
import { Builder } from '../../pages/shop.js';
import { SEED, wideCatalog } from './wide-shop.js';

const OFFERS = { priceId: undefined, stores: [], channels: { online: true, store: false } };

const builder = new Builder(t);
const shop = builder.open(wideCatalog());
const snapshot = new Snapshot(shop.shared);
t.teardown(() => {
  snapshot.close();
  shop.close();
});
const view = snapshot.view('uk', 'en-GB');
const { productCount } = view.structure;
const mergers = [true, false].map(assembly => new TermMerger(assembly));

/** Dense terms, listed ones, prefixes, heads and groups of words. */
function queryTerms(): QueryTerm[] {
  const found: QueryTerm[] = [];
  for (const q of ['b', 'brix', 'shirt', 'limited', 'blue boots', 'brand new', 'limited red']) {
    const understanding = understand(q, view);
    found.push(...understanding.queryTerms, completeLastWord(understanding, q, view).queryTerms.at(-1)!);
  }
  const [brand, fresh] = understand('brand new', view).queryTerms;
  const both = newQueryTerm('brand new', 'brand new', 0, 9, [...fresh!.expansions]);
  both.termGroups = [{ words: [brand!.expansions, fresh!.expansions], weight: 0.9, how: 'joined' }];
  return [
    ...found,
    both,
    { ...both, head: true },
    { ...found[0]!, likelyHead: true },
    { ...found[1]!, fields: 1 << 3 },
  ];
}

const parts = ({ count, docs, points, bits, ranks, most, mostOfRegions }: TermMatches) =>
  [[count], docs, points, bits, ranks, most, mostOfRegions].map(array => [...array]);

t.test('merging gives the same in both, whatever was merged before', async t => {
  const counter = { query: 1 };
  const memory = new MatchMemory(productCount, counter, true);
  memory.begin();
  let dense = 0;
  const terms = queryTerms();
  for (const term of [...terms, ...terms]) {
    const [assembled, plain] = mergers.map(merger => merger.merge(term, view, new Deadline(), memory));
    t.same(parts(assembled!), parts(plain!), `${term.text} (seed ${SEED})`);
    if (assembled!.isDense) dense++;
  }
  t.ok(dense > 0 && dense < 2 * terms.length, 'some are dense and some are listed');
  memory.close();
});

t.test('what a term brings together with values and priors is the same in both', async t => {
  const memory = new MatchMemory(productCount, { query: 1 }, true);
  memory.begin();
  const priors = new Matcher().priorsOf(view, new OfferContext(view, OFFERS, ''));
  const ties = Uint32Array.from({ length: productCount }, (_, product) => (product * 7919) % productCount);
  for (const q of ['blue', 'shirt', 'brix']) {
    const { queryTerms, values } = understand(q, view);
    for (const named of [[], weightedValues(values, view, memory)]) {
      const [assembled, plain] = [memory.assembly, undefined].map(assembly => {
        const term = mergers[0]!.merge(queryTerms[0]!, view, new Deadline(), memory);
        term.mostWith(named, priors, ties, assembly);
        return term.mostWith(named, priors, ties, assembly)!;
      });
      t.same(assembled!.blocks, plain!.blocks, q);
      t.same(assembled!.regions, plain!.regions, q);
      t.same(assembled!.champions, plain!.champions, q);
    }
  }
  memory.close();
});

/**
 * Pages of snapshots that differ in prices and stock alone share a workspace: they answer as pages with one of their
 * own do, in turns and after one of them is closed.
 */
import t from 'tap';
import { DEFAULT_INDEX_SETTINGS } from '../../../../src/index/index-settings.js';
import { Pages } from '../../../../src/pages/pages.js';
import { Workspaces } from '../../../../src/pages/shared/context/workspace.js';
import { DEFAULT_PAGE_SETTINGS } from '../../../../src/pages/shared/page-settings.js';
import type { SharedSnapshot } from '../../../../src/snapshot/index.js';
import { autocompleteRequest, Builder, NOW, SECRET, type Shop, searchRequest } from '../../shop.js';

/** More than loops in TypeScript are left to. */
const GROUPS = 1_200;
const THINGS = ['shirt', 'dress', 'boots', 'red lamp', 'wool rug'];
const COLORS = ['red', 'green', 'blue'];
const CONFIG = {
  settings: DEFAULT_PAGE_SETTINGS,
  discountThreshold: DEFAULT_INDEX_SETTINGS.discountThreshold,
  ticketSecret: SECRET,
};

const builder = new Builder(t);

/** @param change of every price and stock */
function open(change: number, things = THINGS): Shop {
  const product = (i: number) => ({
    markets: ['se'],
    defaults: {
      title: `${COLORS[i % 3]} ${things[i % things.length]} ${i % 40}`,
      brand: `Brand ${i % 7}`,
      custom: { text: { fit: [`fit ${i % 5}`] } },
      url: `/${i}`,
      dataLocale: 'en-SE',
    },
    variants: { [`v${i}`]: { defaults: { listPrice: 10 + ((i * change) % 50), stock: (i * change) % 3 } } },
  });
  const groups = Array.from({ length: GROUPS }, (_, i) => [`g${i}`, { products: { [`p${i}`]: product(i) } }] as const);
  return builder.open({ groups: Object.fromEntries(groups), translations: [] });
}

const place = { market: 'se', locale: 'en-SE' };
const searches = ['', 'red', 'red shirt', 'blue dress 7', 'wool rug', 'shrit', 'red shirt nothing', 'brand 3'];
const requests = [
  ...searches.map(q => searchRequest({ ...place, q, limit: 20 })),
  ...searches.map(q => searchRequest({ ...place, q, limit: 20, sort: 'PRICE_ASCENDING' })),
  ...['r', 'red s', 'blue dr', 'woll', 'brand'].map(q => autocompleteRequest({ ...place, q })),
];

const textOf = (pages: Pages, request: (typeof requests)[number]) =>
  Buffer.from(pages.answer(request, NOW).body).toString();

function answersOf(shared: SharedSnapshot): string[] {
  const pages = new Pages(shared, CONFIG);
  const answers = requests.map(request => textOf(pages, request));
  pages.close();
  return answers;
}

const [first, second] = [open(1), open(7)];
t.teardown(() => {
  first.close();
  second.close();
});

for (const assembly of [true, false]) {
  t.test(`they answer as pages by themselves do, ${assembly ? 'with' : 'without'} WebAssembly`, async t => {
    const expected = [answersOf(first.shared), answersOf(second.shared)];
    t.strictNotSame(expected[0], expected[1], 'prices and stock change answers');
    const config = { ...CONFIG, assembly, workspaces: new Workspaces({ ...CONFIG, assembly }) };
    let pages = new Pages(first.shared, config);
    for (let swap = 0; swap < 4; swap++) {
      const next = new Pages(swap % 2 === 0 ? second.shared : first.shared, config);
      requests.forEach((request, i) => {
        // Twice: what is known of a term from the second time on belongs to prices and stock too.
        for (let turn = 0; turn < 2; turn++) {
          t.equal(textOf(pages, request), expected[swap % 2]![i], `${request.q} before swap ${swap}`);
          t.equal(textOf(next, request), expected[1 - (swap % 2)]![i], `${request.q} after swap ${swap}`);
        }
      });
      pages.close();
      pages = next;
    }
    pages.close();
  });
}

t.test('a workspace is kept as long as a snapshot with these parts is open, and shared with no other', async t => {
  const workspaces = new Workspaces(CONFIG);
  const other = open(1, ['sofa']);
  const taken = workspaces.take(first.shared);
  t.equal(workspaces.take(second.shared), taken);
  t.not(workspaces.take(other.shared), taken);
  workspaces.giveBack(first.shared);
  t.equal(workspaces.take(first.shared), taken, 'the second snapshot still has it');
  workspaces.giveBack(first.shared);
  workspaces.giveBack(second.shared);
  workspaces.giveBack(other.shared);
  t.not(workspaces.take(first.shared), taken);
  workspaces.giveBack(first.shared);
  other.close();
});

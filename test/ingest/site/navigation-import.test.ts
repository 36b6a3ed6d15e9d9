/** Navigations as imports and apps make them, and what is exported of them. */
import fc from 'fast-check';
import t from 'tap';
import type { NavigationContainer, NavigationNode } from '../../../src/catalog/site/navigation-document.js';
import { exportNavigation } from '../../../src/catalog/site/navigation-export.js';
import { type SiteBench, siteBench } from './site-bench.js';

const seed = 20260901;

const page = (id: string, parentId?: string): NavigationNode => ({
  id,
  title: `Title of ${id}`,
  type: 'PAGE',
  pageId: `page-${id}`,
  ...(parentId !== undefined && { parentId }),
});
const pages = (...ids: string[]): NavigationNode[] => ids.map(id => page(id));
const label = (id: string, parentId?: string): NavigationNode => ({
  id,
  title: id,
  type: 'LABEL',
  ...(parentId !== undefined && { parentId }),
});
const body = (type: string, addOrUpdate: NavigationNode[], remove: string[] = []): object => ({
  market: 'se',
  locale: 'sv-SE',
  type,
  addOrUpdate,
  remove,
});

/** The nodes, those of apps in brackets, each below its parent as `parent>node`. */
function shown({ store }: SiteBench, includeAppNodes = true): string {
  const imported = exportNavigation(store.documents, 'se', 'sv-SE', false).addOrUpdate!.map(({ id }) => id);
  return exportNavigation(store.documents, 'se', 'sv-SE', includeAppNodes)
    .addOrUpdate!.map(({ id, parentId }) => {
      const name = parentId === undefined ? id : `${parentId}>${id}`;
      return imported.includes(id) ? name : `[${name}]`;
    })
    .join(' ');
}

/** Imports A, B with B1 below, C; an app has put x behind A, y below B and z below y. */
function planted(t: { teardown(fn: () => unknown): void }): SiteBench {
  const bench = siteBench(t);
  bench.apply('navigation', body('FULL', [page('A'), page('B'), page('B1', 'B'), page('C')]));
  bench.apply('navigation-nodes', body('PARTIAL', [page('A'), page('x'), page('B'), page('y', 'B'), page('z', 'y')]));
  return bench;
}

t.test('an app adds nodes among the imported ones, and amends those without making them its own', async t => {
  const bench = planted(t);
  t.equal(shown(bench), 'A [x] B B>B1 [B>y] [y>z] C');
  t.equal(shown(bench, false), 'A B B>B1 C');
});

t.test('PARTIAL changes what it names and leaves the rest in place', async t => {
  const bench = planted(t);
  const { result } = bench.apply('navigation', body('PARTIAL', [{ ...page('A'), title: 'New' }, page('N')], ['C']));
  t.match(result, { change: { kind: 'site' }, counts: { added: 1, changed: 1, removed: 1 }, warnings: [] });
  t.equal(shown(bench), 'A [x] B B>B1 [B>y] [y>z] N');
  t.match(bench.apply('navigation', body('PARTIAL', [])).result, { change: { kind: 'none' } });
  t.match(bench.apply('navigation', body('PARTIAL', [{ ...page('A'), title: 'New' }])).result, {
    change: { kind: 'none' },
  });
});

t.test('a listed node is what the import says and no more', async t => {
  const bench = siteBench(t);
  const full = { ...page('A'), iconPath: '/i', customData: { k: 'v' } };
  bench.apply('navigation', body('FULL', [page('P'), { ...full, parentId: 'P' }]));
  bench.apply('navigation', body('PARTIAL', [page('A')]));
  t.same(exportNavigation(bench.store.documents, 'se', 'sv-SE', true).addOrUpdate, pages('P', 'A'));
});

t.test('FULL replaces what was imported and keeps the nodes of apps beside and below what stays', async t => {
  const bench = planted(t);
  bench.apply('navigation', body('FULL', [page('C'), page('B', 'C'), page('A')]));
  t.equal(shown(bench), 'C C>B [B>y] [y>z] A [x]');
  const { result } = bench.apply('navigation', body('FULL', pages('A', 'C')));
  t.match(result, { counts: { removed: 3 }, warnings: [/^2 nodes of apps went .* first is y$/] });
  t.equal(shown(bench), 'A [x] C');
  bench.apply('navigation', body('FULL', [label('A'), page('x')]));
  t.equal(shown(bench), 'A x', 'what an import lists is its own');
});

t.test('FORCE leaves nothing but what it lists', async t => {
  const bench = planted(t);
  bench.apply('navigation', body('FORCE', pages('B', 'A')));
  t.equal(shown(bench), 'B A');
  bench.apply('navigation', body('FORCE', []));
  t.same([...bench.store.documents.entries('navigation')], [], 'an empty navigation is none');
});

t.test('a node that goes takes all below it along, but for what moves away', async t => {
  const bench = planted(t);
  bench.apply('navigation', body('PARTIAL', [page('y', 'A')], ['B']));
  t.equal(shown(bench), 'A A>y [y>z] [x] C');
  t.match(bench.apply('navigation-nodes', body('PARTIAL', [], ['A', 'nobody'])).result, {
    counts: { removed: 3 },
    warnings: ['1 nodes to remove were not there, the first is nobody'],
  });
  t.equal(shown(bench), '[x] C');
});

t.test('what is below a node that goes cannot be a parent, nor can what is listed go', async t => {
  const bench = planted(t);
  const refused = (...order: Parameters<typeof body>): unknown => bench.apply('navigation', body(...order)).errors;
  t.match(refused('PARTIAL', [page('N', 'B')], ['B']), [
    { path: '/addOrUpdate/0', message: /parent B, .*\(node "N"\)/ },
  ]);
  t.match(refused('PARTIAL', [page('N', 'z')], ['B']), [
    { path: '/addOrUpdate/0', message: /parent z, .*\(node "N"\)/ },
  ]);
  t.match(refused('PARTIAL', [page('B')], ['B']), [{ path: '/remove/0', message: /B, which addOrUpdate lists/ }]);
  t.match(refused('FULL', [page('N', 'A')]), [{ path: '/addOrUpdate/0', message: /parent A, expected a node of the/ }]);
  t.match(refused('PARTIAL', [label('B')]), [{ message: /type LABEL and 2 children that stay.*\(node "B"\)/ }]);
  t.equal(shown(bench), 'A [x] B B>B1 [B>y] [y>z] C');
});

t.test('all faults are told together, at most twenty, and a bad node is no unknown parent', async t => {
  const { apply } = siteBench(t);
  const bad = { ...page('P'), title: '' };
  const { errors, message } = apply('navigation', {
    ...body('PARTIAL', [
      bad,
      page('A', 'P'),
      { ...page('B', 'nobody'), pageId: undefined } as NavigationNode,
      page('B'),
    ]),
    market: 'no',
  });
  t.same(errors?.map(({ path }) => path).sort(), [
    '/addOrUpdate/0/title',
    '/addOrUpdate/2',
    '/addOrUpdate/2/pageId',
    '/addOrUpdate/3/id',
    '/market',
  ]);
  t.match(message, /^\/addOrUpdate\/0\/title: found "", expected text of 1 to 200 characters \(node "P"\)/);
  const many = Array.from({ length: 30 }, (_, i) => page(`n${i}`, 'nobody'));
  t.equal(apply('navigation', body('PARTIAL', many)).errors?.length, 20);
});

t.test('FULL and FORCE that would remove most of it need force, PARTIAL does not', async t => {
  const bench = siteBench(t);
  const ids = Array.from({ length: 20 }, (_, i) => `n${i}`);
  const fill = (): unknown => bench.apply('navigation', body('FULL', pages(...ids)));
  const left = (): number => exportNavigation(bench.store.documents, 'se', 'sv-SE', true).addOrUpdate!.length;
  fill();
  for (const type of ['FULL', 'FORCE']) {
    const { message } = bench.apply('navigation', body(type, pages(...ids.slice(0, 9))));
    t.match(message, /remove 11 of 20 nodes, which is judged dangerous; repeat it with force=true/);
    t.equal(left(), 20);
    t.equal(
      bench.apply('navigation', body(type, pages(...ids.slice(0, 10)))).message,
      undefined,
      'half is not over half',
    );
    t.equal(bench.apply('navigation', body(type, pages('n0'))).message, undefined, 'nine are not ten');
    fill();
    t.equal(bench.apply('navigation', body(type, []), { force: true }).message, undefined);
    t.equal(left(), 0);
    fill();
  }
  t.equal(bench.apply('navigation', body('PARTIAL', [], ids)).message, undefined);
});

t.test('each market and locale has a navigation of its own', async t => {
  const bench = planted(t);
  bench.apply('navigation', { market: 'uk', locale: 'en-GB', type: 'FULL', addOrUpdate: pages('U') });
  t.equal(shown(bench), 'A [x] B B>B1 [B>y] [y>z] C');
  t.same(exportNavigation(bench.store.documents, 'uk', 'en-GB', false), {
    market: 'uk',
    locale: 'en-GB',
    type: 'FULL',
    addOrUpdate: pages('U'),
  });
  t.same(exportNavigation(bench.store.documents, 'se', 'en-GB', true).addOrUpdate, []);
});

const text = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' });
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });
const drawnNode = fc.record({
  title: text,
  type: fc.constantFrom('PAGE' as const, 'PAGE' as const, 'LABEL' as const, 'LINK' as const),
  parent: fc.nat({ max: 20 }),
  iconPath: some(text),
  customData: some(fc.dictionary(fc.constantFrom('a', 'B', '0', '_-', 'constructor'), text)),
  pageId: text,
  url: text,
});
/** Any tree, its nodes in any order that shows siblings in theirs. */
const drawnTree = fc.array(drawnNode, { maxLength: 20 }).map(drawn => {
  const nodes: NavigationNode[] = [];
  for (const { parent, ...node } of drawn) {
    const parents = nodes.filter(({ type }) => type === 'PAGE');
    const placed = { id: `n/${nodes.length}`, ...node, parentId: parents[parent]?.id };
    nodes.push(JSON.parse(JSON.stringify(placed)) as NavigationNode);
  }
  return nodes;
});

t.test('what is imported comes back the same, and imported again it changes nothing', async t => {
  const bench = siteBench(t);
  const { documents } = bench.store;
  const send = (container: object, kind: 'navigation' | 'navigation-nodes' = 'navigation'): void => {
    const { message } = bench.apply(kind, container, { force: true });
    if (message !== undefined) throw new Error(message);
  };
  const children = ({ addOrUpdate = [] }: NavigationContainer, of: string | undefined): NavigationNode[] =>
    addOrUpdate.filter(({ parentId }) => parentId === of);
  fc.assert(
    fc.property(drawnTree, drawnTree, fc.boolean(), (nodes, others, includeAppNodes) => {
      send(body('FORCE', nodes));
      const exported = exportNavigation(documents, 'se', 'sv-SE', false);
      for (const id of [undefined, ...nodes.map(({ id }) => id)]) {
        t.same(children(exported, id), children({ ...exported, addOrUpdate: nodes }, id));
      }
      const renamed = others.map(({ parentId, id, ...node }) => ({
        ...node,
        id: `app/${id}`,
        ...(parentId !== undefined && { parentId: `app/${parentId}` }),
      }));
      send(body('PARTIAL', renamed), 'navigation-nodes');
      t.same(exportNavigation(documents, 'se', 'sv-SE', false), exported, 'apps stay apart');
      const all = exportNavigation(documents, 'se', 'sv-SE', true);
      send(exportNavigation(documents, 'se', 'sv-SE', includeAppNodes));
      t.same(exportNavigation(documents, 'se', 'sv-SE', true), all);
      send({ ...all, market: 'open', locale: 'de' });
      t.same(exportNavigation(documents, 'open', 'de', false).addOrUpdate, all.addOrUpdate);
    }),
    { seed, numRuns: 50 },
  );
});

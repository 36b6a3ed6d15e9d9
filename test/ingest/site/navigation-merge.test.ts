/**
 * Laying nodes over a navigation, against a model that builds the tree level by level and moves nodes one at a time.
 */
import fc from 'fast-check';
import t from 'tap';
import type { StoredNode } from '../../../src/catalog/site/navigation-document.js';
import { mergeNavigation } from '../../../src/ingest/site/navigation-merge.js';

const seed = 20260901;
const numRuns = 3000;

interface Drawn {
  id: string;
  parent: number;
  type: StoredNode['type'];
  app: boolean;
}

const type = fc.constantFrom<StoredNode['type']>('PAGE', 'PAGE', 'PAGE', 'PAGE', 'LINK', 'LABEL');
const drawn: fc.Arbitrary<Drawn> = fc.record({
  id: fc.constantFrom(...'abcdefghijkl'),
  parent: fc.nat({ max: 12 }),
  type,
  app: fc.boolean(),
});
const drawnNodes = fc.uniqueArray(drawn, { selector: ({ id }) => id, maxLength: 12 });

function node({ id, type, app }: Omit<Drawn, 'parent'>, title: string, parentId: string | undefined): StoredNode {
  return { id, title, type, origin: app ? 'app' : 'import', ...(parentId !== undefined && { parentId }) };
}

/** A tree in the order of the store: every node below one of the pages drawn before it, or at the top. */
function tree(nodes: readonly Drawn[]): StoredNode[] {
  const made: StoredNode[] = [];
  for (const next of nodes) {
    const pages = made.filter(({ type }) => type === 'PAGE');
    made.push(node(next, 'old', next.parent < pages.length ? pages[next.parent].id : undefined));
  }
  const below = (parent: string | undefined): StoredNode[] =>
    made.filter(({ parentId }) => parentId === parent).flatMap(node => [node, ...below(node.id)]);
  return below(undefined);
}

/** Nodes below any of the names, known or not, or at the top. */
function listing(nodes: readonly Drawn[]): StoredNode[] {
  return nodes.map(next => node(next, 'new', [...'abcdefghijkl'][next.parent]));
}

function model(old: StoredNode[], given: StoredNode[], stays: (node: StoredNode) => boolean): StoredNode[] {
  const isGiven = ({ id }: StoredNode): boolean => given.some(node => node.id === id);
  const level = (parent: string | undefined): StoredNode[] => {
    const siblings = given.filter(({ parentId }) => parentId === parent);
    const before = old.filter(({ parentId }) => parentId === parent);
    before.forEach((node, i) => {
      if (isGiven(node) || !stays(node)) return;
      const nearest = before
        .slice(0, i)
        .reverse()
        .map(({ id }) => siblings.findIndex(sibling => sibling.id === id))
        .find(at => at >= 0);
      siblings.splice((nearest ?? -1) + 1, 0, node);
    });
    return siblings.flatMap(node => (node.type === 'PAGE' ? [node, ...level(node.id)] : [node]));
  };
  return level(undefined);
}

const importKinds = {
  PARTIAL: (node: StoredNode, removed: Set<string>) => !removed.has(node.id),
  FULL: (node: StoredNode) => node.origin === 'app',
  FORCE: () => false,
};

for (const [kind, stays] of Object.entries(importKinds)) {
  t.test(`${kind}: the same tree as the model's, or a reason for each node that has no place`, async t => {
    let fitting = 0;
    const ids = fc.subarray([...'abcdefghijkl'], { maxLength: 3 });
    fc.assert(
      fc.property(drawnNodes, drawnNodes, ids, (before, after, remove) => {
        const old = tree(before);
        const given = listing(after);
        const removed = new Set(remove);
        const orphansGo = kind !== 'PARTIAL';
        const expected = model(old, given, node => stays(node, removed));
        const arranged = mergeNavigation(old, given, node => stays(node, removed), orphansGo);
        const homeless = given.filter(node => !expected.includes(node));
        const bereft = orphansGo
          ? []
          : given.filter(({ id, type }) => {
              const children = old.filter(node => node.parentId === id && stays(node, removed));
              return type !== 'PAGE' && children.some(child => !given.some(node => node.id === child.id));
            });
        const misfits = arranged.misfits.map(({ at }) => given[at]);
        for (const misfit of misfits) {
          if (!homeless.includes(misfit) && !bereft.includes(misfit)) throw new Error(`${misfit.id} fits`);
        }
        if (homeless.length + bereft.length > 0) return misfits.length > 0;
        fitting++;
        t.same(arranged.nodes, expected);
        const ids = (nodes: StoredNode[]): string[] => nodes.map(({ id }) => id).sort();
        const kept = old.filter(node => stays(node, removed) && !given.some(({ id }) => id === node.id));
        t.same(ids(arranged.lost), ids(kept.filter(node => !expected.includes(node))));
        return misfits.length === 0;
      }),
      { seed, numRuns },
    );
    t.ok(fitting > numRuns / 20, `${fitting} of ${numRuns} fit`);
  });
}

t.test('a tree given as it is stays as it is, whichever of its nodes are left out', async t => {
  fc.assert(
    fc.property(drawnNodes, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (before, chosen) => {
      const old = tree(before);
      const some = old.filter((_, i) => chosen[i]);
      const { nodes, misfits } = mergeNavigation(old, some, () => true, false);
      t.same([nodes, misfits], [old, []]);
    }),
    { seed, numRuns: 500 },
  );
});

const of = (id: string, parentId?: string, type: StoredNode['type'] = 'PAGE'): StoredNode =>
  node({ id, type, app: false }, 'T', parentId);
const reasons = (old: StoredNode[], given: StoredNode[], orphansGo = false): Record<string, string> =>
  Object.fromEntries(
    mergeNavigation(old, given, () => true, orphansGo).misfits.map(({ at, reason }) => [given[at].id, reason]),
  );

t.test('what makes no tree is told once, of the node that does it', async t => {
  t.same(reasons([], [of('a', 'x'), of('b', 'a')]), { a: 'found parent x, expected a node of the navigation' });
  t.same(reasons([], [of('a', 'a')]), { a: 'found parent a, which is below it, expected one that is not' });
  const circle = reasons([of('a'), of('b', 'a'), of('c', 'b')], [of('a', 'c'), of('d', 'c')]);
  t.same(circle, { a: 'found parent c, which is below it, expected one that is not' });
  t.match(reasons([of('l', undefined, 'LINK')], [of('a', 'l')]), { a: /found parent l of type LINK, expected.* PAGE/ });
  t.match(reasons([], [of('l', undefined, 'LABEL'), of('a', 'l')]), { a: /of type LABEL/ });
  const closed = [of('a'), of('b', 'a')];
  t.same(reasons(closed, [of('a', undefined, 'LINK')]), {
    a: 'found type LINK and 1 children that stay, expected type PAGE',
  });
  t.same(reasons(closed, [of('a', undefined, 'LINK')], true), {}, 'unless they may go');
  t.match(reasons([...closed, of('c', 'b')], [of('a', undefined, 'LINK'), of('d', 'c')], true), { d: /leaves there/ });
});

t.test('a tree of 50,000 levels, and one that is a single circle', async t => {
  const deep = Array.from({ length: 50_000 }, (_, i) => of(`n${i}`, i === 0 ? undefined : `n${i - 1}`));
  t.equal(mergeNavigation([], deep.toReversed(), () => true, false).nodes.length, 50_000);
  t.equal(mergeNavigation(deep, [of('n0', 'n49999')], () => true, false).misfits.length, 1);
  t.equal(mergeNavigation([], deep.with(0, of('n0', 'n49999')), () => true, false).misfits.length, 50_000);
});

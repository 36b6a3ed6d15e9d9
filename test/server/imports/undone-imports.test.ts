import t from 'tap';
import { undoneImports } from '../../../src/server/imports/undone-imports.js';

/** `import ID SNAPSHOT` or `back ID SNAPSHOT`, oldest first. */
function undone(...lines: string[]): Record<string, string> {
  const steps = lines.map(line => {
    const [what, id, snapshot] = line.split(' ') as [string, string, string | undefined];
    const kind = what === 'back' ? ('rollback' as const) : ('catalog' as const);
    return { id, kind, ...(snapshot !== undefined && { snapshot }) };
  });
  return Object.fromEntries(undoneImports(steps));
}

const THREE = ['import a 1-a', 'import b 2-b', 'import c 3-c'];

t.test('a rollback undoes the imports since its snapshot, and another one brings them back', t => {
  t.same(undone(...THREE), {});
  t.same(undone(...THREE, 'back x 1-a'), { b: 'x', c: 'x' });
  t.same(undone(...THREE, 'back x 2-b', 'back y 1-a'), { b: 'y', c: 'x' });
  t.same(undone(...THREE, 'back x 1-a', 'back y 3-c'), {});
  t.same(undone(...THREE, 'back x 1-a', 'back y 2-b'), { c: 'x' });
  t.end();
});

t.test('what is imported after a rollback follows from its snapshot', t => {
  const again = [...THREE, 'back x 1-a', 'import d 5-d'];
  t.same(undone(...again), { b: 'x', c: 'x' });
  t.same(undone(...again, 'back y 3-c'), { d: 'y' });
  t.same(undone(...again, 'back y 3-c', 'back z 5-d'), { b: 'z', c: 'z' });
  t.end();
});

t.test('a new base is another snapshot of the same catalog; what made no snapshot is left out', t => {
  t.same(undone(...THREE, 'import e', 'back x 2-other'), { c: 'x' });
  t.same(undone('import b 2-b', 'back x 1-a'), { b: 'x' }, 'one of before the first import');
  t.end();
});

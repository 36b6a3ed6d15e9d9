import t from 'tap';
import { Part, PartWriter } from '../../src/index/part.js';
import { OpenedParts } from '../../src/snapshot/opened-parts.js';

function parts(...names: string[]): (file: string) => Part {
  const parts = new Map(
    names.map(name => {
      const bytes = new PartWriter('test', { name }).encode();
      const shared = new SharedArrayBuffer(bytes.length);
      new Uint8Array(shared).set(bytes);
      return [name, shared];
    }),
  );
  return file => new Part(parts.get(file)!);
}

const open = ({ meta }: Part) => ({ meta });

t.test('snapshots share what is opened of a file that both have', async t => {
  const first = new OpenedParts(parts('a', 'b'));
  const second = new OpenedParts(parts('a', 'c'));
  t.same(first.get('a', open), { meta: { name: 'a' } });
  t.equal(second.get('a', open), first.get('a', open));
  t.not(second.get('c', open), first.get('b', open));
  first.close();
  second.close();
});

t.test('a part is kept until the last snapshot that has opened it is closed, and no longer', async t => {
  const first = new OpenedParts(parts('a'));
  const second = new OpenedParts(parts('a'));
  const part = first.get('a', open);
  first.get('a', open);
  second.get('a', open);
  first.close();
  first.close();
  const third = new OpenedParts(parts('a'));
  t.equal(third.get('a', open), part, 'the second still has it');
  second.close();
  third.close();
  const last = new OpenedParts(parts('a'));
  t.not(last.get('a', open), part);
  last.close();
});

t.test('snapshots with the same parts have a key in common, until the last of them is closed', async t => {
  const first = new OpenedParts(parts('a', 'b'));
  const second = new OpenedParts(parts('a', 'b', 'c'));
  const key = first.key('a', 'b');
  t.equal(second.key('a', 'b'), key);
  t.not(second.key('a', 'c'), key);
  first.close();
  t.notOk(key.isReleased, 'the second still has it');
  second.close();
  t.ok(key.isReleased);
  const last = new OpenedParts(parts('a', 'b'));
  t.not(last.key('a', 'b'), key);
  last.close();
});

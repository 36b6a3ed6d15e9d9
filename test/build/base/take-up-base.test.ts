import fs from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { baseDir, builtBase, removeBase } from '../../../src/build/base/build-base.js';
import { changedGroups } from '../../../src/index/changed-groups.js';
import { readPart } from '../../../src/index/part.js';
import { testFolder } from '../../folder.js';
import { Importer } from '../importer.js';

const ALWAYS = { mostShare: 1, rebuildShare: 0, leastProducts: 0 };

function group(n: number, title: string): object {
  const variants = { [`v${n}`]: { defaults: { listPrice: n, stock: 1 } } };
  const products = { [`p${n}`]: { markets: ['se'], defaults: { title, url: `/p/${n}` }, variants } };
  return { replace: { key: `g${n}`, productGroup: { products } } };
}

const content = (title: string): object => ({
  replace: { key: 'c', content: { markets: ['se'], type: 'link', defaults: { title, url: '/c' } } },
});
const translation = { replace: { key: 't', translation: { locale: 'sv-SE', values: { a: 'b' } } } };

/** A catalog of ten groups, of which one is in an overlay; then a base, and an import after it. */
async function importer(t: Tap, ...later: object[]): Promise<Importer> {
  const own = new Importer(testFolder(t), ALWAYS);
  t.teardown(() => own.close());
  await own.import('replace', [...Array.from({ length: 10 }, (_, i) => group(i, `Title ${i}`)), content('First')]);
  await own.import('update', [group(1, 'Gondola'), group(2, 'Gondola')]);
  own.buildBase();
  if (later.length > 0) await own.import('update', later);
  return own;
}

type Tap = Parameters<typeof testFolder>[0];

t.test('the content of a new base is that of the announced snapshot', async t => {
  const own = await importer(t, content('Second'));
  const before = own.manifest;
  t.ok(own.takeUpBase());
  const { views, counts, changed, catalogGeneration } = own.manifest;
  t.equal(views[0]?.content?.parts.items, before.views[0]?.content?.parts.items);
  t.notSame(views[0]?.parts.text, before.views[0]?.parts.text);
  t.same([counts, changed, catalogGeneration], [before.counts, undefined, before.catalogGeneration]);
  t.notOk(own.takeUpBase(), 'a second time');
});

t.test('a base is of no use', async t => {
  t.test('after a change of more than groups', async t => {
    const own = await importer(t, translation);
    t.notOk(own.takeUpBase());
  });
  t.test('after as many changes as since the base before', async t => {
    const own = await importer(t, group(1, 'Zeppelin'), group(2, 'Zeppelin'));
    t.notOk(own.takeUpBase());
  });
  t.test('while a rollback is in force', async t => {
    const own = await importer(t);
    const { id } = own.manifest;
    await own.import('update', [group(3, 'Gondola')]);
    await own.rollback(id);
    t.notOk(own.takeUpBase());
    t.equal(own.manifest.id, id);
  });
  t.test('for a market that it lacks', async t => {
    const other = JSON.parse(JSON.stringify(group(7, 'Gondola')).replaceAll('"se"', '"no"')) as object;
    const own = await importer(t, other);
    t.notOk(own.takeUpBase());
  });
  t.end();
});

t.test('a base that is damaged, or of which files are missing, is not taken up', async t => {
  const own = await importer(t);
  const { id } = own.manifest;
  const folder = path.join(baseDir(own.dataDir), 'parts');
  const [first] = fs.readdirSync(folder);
  fs.rmSync(path.join(folder, first!));
  t.throws(() => own.takeUpBase(), { code: 'snapshot_damaged', message: /: missing/ });
  t.equal(own.manifest.id, id);
  own.buildBase();
  const [part] = fs.readdirSync(folder).filter(name => name.endsWith('.part'));
  const bytes = fs.readFileSync(path.join(folder, part!));
  bytes[bytes.length >> 1] ^= 1;
  fs.writeFileSync(path.join(folder, part!), bytes);
  t.throws(() => own.takeUpBase(), { code: 'snapshot_damaged', message: new RegExp(`${part}: .*checksum`) });
  t.equal(own.manifest.id, id);
  removeBase(own.dataDir);
  t.equal(builtBase(own.dataDir), undefined);
  own.buildBase();
  t.ok(own.takeUpBase(), 'another one is');
});

t.test('what is imported while a base is being built is in its overlays, but for the last of it', async t => {
  const own = await importer(t);
  const steps = own.baseSteps();
  steps.next();
  await own.import('update', [group(3, 'Zeppelin')]);
  t.notOk(steps.next().done, 'an overlay');
  t.ok(steps.next().done, 'nothing else has changed');
  await own.import('update', [group(4, 'Omnibus')]);
  await own.import('update', [group(5, 'Omnibus'), group(6, 'Omnibus')]);
  const keys = ({ changed = [] } = own.manifest) =>
    changed.map(file => changedGroups(readPart(path.join(own.dataDir, 'parts', file))));
  t.ok(own.takeUpBase());
  t.same(keys(), [['g3'], ['g4', 'g5', 'g6']]);
});

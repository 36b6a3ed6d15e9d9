import t from 'tap';
import { testFolder } from '../folder.js';
import { searchRequest } from '../pages/shop.js';
import { compoundGroup } from './compound-group.js';
import { ALWAYS, Importer } from './importer.js';
import { assertSameAnswers } from './same-answers.js';

t.test('imports that change little do not build everything while a base is being built', async t => {
  const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'iota', 'kappa'];
  const lines = (from: number, to: number, title = 'zeroth'): object[] =>
    words.slice(from, to).map(key => ({ replace: { key, productGroup: compoundGroup(key, `${key} ${title}`) } }));
  const importer = new Importer(testFolder(t), { mostShare: 0.2, rebuildShare: 0, leastProducts: 0 });
  t.teardown(() => importer.close());
  const overlaysAfter = async (some: readonly object[]): Promise<number> => {
    await importer.import('update', some);
    return importer.manifest.changed?.length ?? 0;
  };
  await importer.import('replace', lines(0, 10));
  t.equal(await overlaysAfter(lines(0, 2, 'first')), 1);
  t.equal(await overlaysAfter(lines(2, 3, 'second')), 0, 'too much has changed since the base');
  t.equal(await overlaysAfter(lines(0, 2, 'third')), 1);
  importer.isBaseUnderWay = true;
  for (let i = 2; i < 9; i++) {
    t.equal(await overlaysAfter(lines(i, i + 1, 'fourth')), i, 'no import builds all');
  }
  t.equal(await overlaysAfter(lines(0, 3, 'fifth')), 0, 'an import that changes much does');
});

t.test('a small overlay is merged with another one, not with a large one', async t => {
  const importer = new Importer(testFolder(t), ALWAYS);
  t.teardown(() => importer.close());
  const change = (i: number, title: string): object => ({
    replace: { key: `g${i}`, productGroup: compoundGroup(`g${i}`, title) },
  });
  const overlaysAfter = async (lines: object[]) => {
    await importer.import('update', lines);
    return importer.manifest.changed?.length ?? 0;
  };
  const places = [0, 1, 2, 3, 4, 5, 6, 7];
  await importer.import(
    'replace',
    places.map(i => change(i, 'first')),
  );
  t.equal(await overlaysAfter(places.slice(2).map(i => change(i, 'second'))), 1);
  t.equal(await overlaysAfter([change(0, 'third')]), 2);
  t.notOk(importer.service.prepareNext(), 'six groups are many times one');
  t.equal(await overlaysAfter([change(1, 'fourth')]), 3);
  t.notOk(importer.service.prepareNext(), 'no others are of one size');
  t.equal(await overlaysAfter([change(2, 'fifth')]), 3, 'those of one group were merged');
});

t.test('overlays are merged when no import comes, or when they are many', async t => {
  const importer = new Importer(testFolder(t), ALWAYS);
  t.teardown(() => importer.close());
  const change = (i: number): object => ({
    replace: { key: `g${i % 4}`, productGroup: compoundGroup(`g${i % 4}`, `title ${i}`) },
  });
  const overlays = () => importer.manifest.changed?.length ?? 0;
  await importer.import('replace', [0, 1, 2, 3].map(change));
  const counts: number[] = [];
  for (let i = 4; i < 55; i++) {
    await importer.import('update', [change(i)]);
    counts.push(overlays());
  }
  t.same(counts, [...Array.from({ length: 49 }, (_, i) => i + 1), 49, 49]);
  while (importer.service.prepareNext());
  await importer.import('update', [change(55)]);
  t.equal(overlays(), 2);
  const whole = new Importer(testFolder(t), { ...ALWAYS, mostShare: 0 });
  t.teardown(() => whole.close());
  await whole.import('replace', importer.dump());
  const asked = ['title', 'title 55', 'title 52'].map(q => searchRequest({ q, market: 'se', locale: 'sv-SE' }));
  t.equal(assertSameAnswers(importer, whole, asked), 3);
});

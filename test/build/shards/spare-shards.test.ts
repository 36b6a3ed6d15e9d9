/** Threads that are kept between builds: what they write is what the calling thread would write. */
import fs from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { DEFAULT_INDEX_SETTINGS } from '../../../src/index/index-settings.js';
import { groupLine, groupLines } from '../../contract/shop.js';
import { testFolder } from '../../folder.js';
import { Importer } from '../importer.js';

const OVERLAYS = { mostShare: 100, rebuildShare: 1, leastProducts: 0 };
/** So many views that a build of everything has threads; most of them are built as one. */
const MARKETS = ['uk', 'se', ...Array.from({ length: 68 }, (_, i) => `m${i}`)];

t.test('threads of a build of everything build what imports change, until a rehearsal has ended', async t => {
  const [keeping, other] = [true, false].map(
    rehearses => new Importer(testFolder(t), OVERLAYS, DEFAULT_INDEX_SETTINGS, rehearses),
  ) as [Importer, Importer];
  const partsOf = ({ dataDir }: Importer) => fs.readdirSync(path.join(dataDir, 'parts')).sort();
  const both = async (mode: 'replace' | 'update', lines: object[]) => {
    for (const importer of [keeping, other]) await importer.import(mode, lines);
  };
  await both('replace', groupLines(300, { markets: MARKETS }));
  const { kept } = keeping;
  t.ok(kept.forImport.areThere, 'they wait for an import');
  t.not(kept.forImport, kept.forRehearsal);
  t.equal(other.kept.forImport, other.kept.forRehearsal, 'none is kept that no rehearsal would end');
  for (const edition of [2, 3]) {
    const changed = Array.from({ length: 20 }, (_, i) => groupLine(i * 7 + edition, { edition, markets: MARKETS }));
    await both('update', changed);
    t.equal(keeping.manifest.changed?.length, edition - 1, 'an overlay is built');
    t.same(keeping.manifest.views, other.manifest.views);
    t.same(partsOf(keeping), partsOf(other));
  }
  t.ok(kept.forImport.areThere, 'and for the next one');
  let threadsOfBuild = 0;
  for (const _ of keeping.service.rehearsal()) if (kept.forImport !== kept.forRehearsal) threadsOfBuild++;
  t.ok(threadsOfBuild > 0, 'an import that cuts a rehearsal off finds them');
  t.equal(kept.forImport, kept.forRehearsal, 'behind it, imports are built as it has built them');
  await both('update', [groupLine(5, { edition: 4, markets: MARKETS })]);
  t.same(keeping.manifest.views, other.manifest.views);
  for (const importer of [keeping, other]) await importer.close();
});

t.test('the next build of everything ends those of the one before', async t => {
  const importer = new Importer(testFolder(t), OVERLAYS, DEFAULT_INDEX_SETTINGS, true);
  await importer.import('replace', groupLines(300, { markets: MARKETS }));
  t.ok(importer.kept.forImport.areThere);
  await importer.import('replace', groupLines(3));
  t.equal(importer.kept.forImport, importer.kept.forRehearsal, 'so few products are built without threads');
  await importer.close();
});

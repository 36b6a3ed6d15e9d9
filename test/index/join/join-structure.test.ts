import t from 'tap';
import { joinOrdinals, joinStructure } from '../../../src/index/join/join-structure.js';
import { Structure, StructureBuilder } from '../../../src/index/structure.js';
import { reread } from '../reread.js';

/** Groups with one product and one variant each, whose keys begin with theirs. */
function structureOf(keys: readonly string[]): Structure {
  const builder = new StructureBuilder();
  for (const key of keys) {
    builder.addGroup(key, false);
    builder.addProduct(`${key}-product`);
    builder.addVariant(`${key}-variant`);
  }
  return new Structure(reread(builder.finish()));
}

t.test('keys in capitals alone and keys in small letters alone are found together, in either case', async t => {
  const [base, added] = [
    ['BAG', 'CAP', 'TIE'],
    ['apron', 'boot', 'sock'],
  ] as const;
  for (const [first, second] of [
    [base, added],
    [added, base],
  ] as const) {
    const [own, overlay] = [structureOf(first), structureOf(second)];
    const joined = new Structure(reread(joinStructure(own, overlay, joinOrdinals(own, overlay, second))));
    const whole = structureOf([...first, ...second].sort());
    for (const kind of ['groups', 'products', 'variants'] as const) {
      t.same([...joined[kind].sorted], [...whole[kind].sorted], kind);
      t.same([...joined[kind].folded], [...whole[kind].folded], kind);
    }
  }
});

/** JSON of values is stored of as many as a build stores it of, however many the segments have. */
import t from 'tap';
import { joinLabels } from '../../../src/index/join/join-labels.js';
import type { JoinedAttribute } from '../../../src/index/join/joined-attribute.js';
import { BASE, MergedOrder, OVERLAY } from '../../../src/index/join/merged-order.js';
import type { Strings } from '../../../src/index/strings.js';
import { MOST_WITH_JSON, ValueLabels, writeValueLabels } from '../../../src/index/value-labels.js';
import { reread } from '../reread.js';
import { stringsOf } from '../strings-of.js';

const ID = 'custom.number';

interface Labels {
  labels: ValueLabels;
  values: Strings;
}

function labelsOf(ids: readonly string[]): Labels {
  const values = stringsOf(ids);
  const writer = writeValueLabels([{ id: ID, values: ids.map(id => ({ id, label: id })) }], new Set(), '*');
  return { values, labels: new ValueLabels(reread(writer), new Map([[ID, { values }]])) };
}

/** Joins values without those of the base from `kept` on. */
function joined(base: Labels, kept: number, overlay: Labels): ValueLabels {
  const values = new MergedOrder();
  values.add(BASE, 0, kept);
  values.add(OVERLAY, 0, overlay.values.size);
  const maps = [values.mapOf(BASE, base.values.size), values.mapOf(OVERLAY, overlay.values.size)];
  const attribute = { id: ID, values, valueMaps: maps, isBase: false } as unknown as JoinedAttribute;
  const ids = Array.from({ length: values.size }, (_, i) =>
    i < kept ? base.values.at(i) : overlay.values.at(i - kept),
  );
  const part = reread(joinLabels(base.labels, overlay.labels, [attribute], '*'));
  return new ValueLabels(part, new Map([[ID, { values: stringsOf(ids) }]]));
}

const number = (i: number) => `a${String(i).padStart(6, '0')}`;

t.test('a union of many values has no JSON, one of few has', async t => {
  const overlay = labelsOf(['b1', 'b2']);
  const json = '{"id":"b2","label":"b2","selected":false,"count":';
  for (const size of [MOST_WITH_JSON - 2, MOST_WITH_JSON - 1, MOST_WITH_JSON + 1]) {
    const base = labelsOf(Array.from({ length: size }, (_, i) => number(i)));
    for (const kept of [size, MOST_WITH_JSON - 2]) {
      const own = joined(base, kept, overlay).get(ID)!;
      t.equal(own.json?.size, kept + 2 > MOST_WITH_JSON ? undefined : kept + 2, `${kept} of ${size}`);
      t.equal(own.json?.at(kept + 1) ?? own.jsonOf(kept + 1), json);
      t.equal(own.labels.at(7), number(7));
      t.same(own.resolve('B2'), [kept + 1]);
    }
  }
});

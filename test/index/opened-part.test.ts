import fs from 'node:fs';
import path from 'node:path';
import t from 'tap';
import { withOpenedPart } from '../../src/index/opened-part.js';
import { PartWriter } from '../../src/index/part.js';
import { testFolder } from '../folder.js';

t.test('a part that is read as it is used has what was written, and ends with what its file ends with', async t => {
  const dir = testFolder(t);
  const values = Uint32Array.from({ length: 100_000 }, (_, i) => i * 3);
  const { file } = new PartWriter('some')
    .add('first', new Int8Array([-1, 2]))
    .add('values', values)
    .write(dir);
  const full = path.join(dir, file);
  withOpenedPart(full, part => {
    t.same(part.i8('first'), new Int8Array([-1, 2]));
    const paged = part.pagedU32('values');
    t.equal(paged.range(70_000, 70_001)[70_000], 210_000);
    t.equal(paged.array[20_000], 0, 'pages that are not used are not read');
    t.same(part.u32('values'), values);
  });
  withOpenedPart(full, part => {
    fs.truncateSync(full, 200_000);
    t.throws(() => part.u32('values'), { message: /ends at 200000/ });
  });
});

/** A file and its copy that differ because a crash came between them. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readTwice, writeTwice } from '../../../src/server/storage/kept-twice.js';
import { testFolder } from '../../folder.js';

const parse = (text: string) => (text.startsWith('sound') ? text : undefined);

t.test('a copy that is older than its file, or missing, is written again', async t => {
  const file = join(testFolder(t), 'keys.json');
  await writeTwice(file, 'sound, before');
  for (const cutOff of [() => undefined, () => rmSync(`${file}.copy`)]) {
    writeFileSync(file, 'sound, after');
    cutOff();
    t.same(await readTwice(file, parse, false), { value: 'sound, after', fault: undefined });
    t.same(await readTwice(file, parse), { value: 'sound, after', fault: undefined });
    t.equal(readFileSync(`${file}.copy`, 'utf8'), 'sound, after');
    rmSync(file);
    t.match(await readTwice(file, parse), { value: 'sound, after', fault: /missing; it is written again$/ });
  }
});

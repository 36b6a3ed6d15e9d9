import fs from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { WATCH_BYTES, WatchedFile } from '../../../src/behaviour/visitors/watched-file.js';
import { testFolder } from '../../folder.js';

/** Times of files may be as coarse as some milliseconds. */
const later = (file: string) => fs.utimesSync(file, new Date(), new Date(Date.now() + 1000));

t.test('what its writer writes is no damage, for no thread; anything else is', async t => {
  const file = join(testFolder(t), 'data.mdb');
  fs.writeFileSync(file, 'one');
  const memory = new SharedArrayBuffer(WATCH_BYTES);
  const [writer, reader] = [new WatchedFile(file, memory), new WatchedFile(file, memory)];
  t.equal(reader.look(), 'same', 'nothing is known yet');
  writer.write(() => {
    fs.writeFileSync(file, 'longer');
    t.equal(reader.look(), 'same', 'while it is written');
  });
  for (const watched of [writer, reader]) t.equal(watched.look(), 'same');
  fs.writeFileSync(file, 'damage');
  later(file);
  for (const watched of [writer, reader]) t.equal(watched.look(), 'damaged');
  writer.write(() => fs.writeFileSync(file, 'right again'));
  t.equal(reader.look(), 'same');
});

t.test('a file that is shorter than before is damaged, also where nothing is known of its writer', async t => {
  const file = join(testFolder(t), 'data.mdb');
  fs.writeFileSync(file, 'one');
  const reader = new WatchedFile(file);
  t.equal(reader.look(), 'same');
  fs.writeFileSync(file, 'o');
  t.equal(reader.look(), 'damaged');
});

t.test('only what the writer has put in its place is another; without that, it is displaced', async t => {
  const file = join(testFolder(t), 'data.mdb');
  fs.writeFileSync(file, 'one');
  const memory = new SharedArrayBuffer(WATCH_BYTES);
  const [writer, reader] = [new WatchedFile(file, memory), new WatchedFile(file, memory)];
  writer.claim();
  fs.renameSync(file, `${file}.before`);
  for (const watched of [writer, reader]) t.equal(watched.look(), 'displaced', 'removed');
  fs.writeFileSync(file, 'two');
  for (const watched of [writer, reader]) t.equal(watched.look(), 'displaced', 'of another program');
  writer.claim();
  t.equal(writer.look(), 'same');
  t.equal(reader.look(), 'other');
  reader.follow();
  t.equal(reader.look(), 'same');
});

import fs from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { WatchedFile } from '../../../src/behaviour/visitors/watched-file.js';
import { testFolder } from '../../folder.js';

/** Times of files may be as coarse as some milliseconds. */
const later = (file: string) => fs.utimesSync(file, new Date(), new Date(Date.now() + 1000));

t.test('what its writer writes is no damage; anything else is', async t => {
  const file = join(testFolder(t), 'data.mdb');
  fs.writeFileSync(file, 'one');
  const watched = new WatchedFile(file);
  t.equal(watched.look(), 'same', 'nothing is known yet');
  watched.write(() => fs.writeFileSync(file, 'longer'));
  t.equal(watched.look(), 'same');
  fs.writeFileSync(file, 'damage');
  later(file);
  t.equal(watched.look(), 'damaged');
});

t.test('a file that is shorter than before is damaged, and so is one that is doubted', async t => {
  const file = join(testFolder(t), 'data.mdb');
  fs.writeFileSync(file, 'one');
  const [watched, doubted] = [new WatchedFile(file), new WatchedFile(file)];
  fs.writeFileSync(file, 'o');
  t.equal(watched.look(), 'damaged');
  watched.claim();
  t.equal(watched.look(), 'same', 'the writer says that it is right');
  doubted.claim();
  doubted.doubt();
  t.equal(doubted.look(), 'damaged');
});

t.test('what its writer has not put in its place is not its file', async t => {
  const file = join(testFolder(t), 'data.mdb');
  fs.writeFileSync(file, 'one');
  const watched = new WatchedFile(file);
  fs.renameSync(file, `${file}.before`);
  t.equal(watched.look(), 'displaced', 'removed');
  fs.writeFileSync(file, 'two');
  t.equal(watched.look(), 'displaced', 'of another program');
  watched.claim();
  t.equal(watched.look(), 'same');
});

/**
 * The journal: what was acknowledged is read back in order, whatever is cut off its end and however often it is opened
 * again; segments follow each other and are dropped by size and age; too much waiting is refused.
 */
import fs from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import type { NotificationRecord } from '../../../src/behaviour/activities/notification.js';
import { Journal, type JournalOptions } from '../../../src/behaviour/journal/journal.js';
import { type Recorded, type ReplayOptions, replay } from '../../../src/behaviour/journal/journal-replay.js';
import { encodeHeader, FRAME_BYTES, HEADER_BYTES } from '../../../src/behaviour/journal/journal-segment.js';
import { damagedSegments } from '../../../src/behaviour/journal/mend-segment.js';
import type { Problem } from '../../../src/errors/problem.js';
import { crc32 } from '../../../src/kernel/crc32.js';
import { testFolder } from '../../folder.js';

const seed = 20260901;
t.comment(`seed ${seed}`);

const search = (phrase: string): NotificationRecord => ({
  at: 1_790_000_000_000,
  market: 'se',
  customerKey: 'c',
  userContext: 'PERSONALIZED',
  type: 'remove-recent-searches',
  phrases: [phrase],
  removeAll: false,
});
const phraseOf = (record: NotificationRecord) => (record.type === 'remove-recent-searches' ? record.phrases[0] : '');

const warnings: string[] = [];
function open(dir: string, options: Partial<JournalOptions> = {}): Promise<Journal> {
  return Journal.open({
    dir,
    segmentBytes: 1 << 20,
    maxBytes: 1 << 30,
    maxAgeMs: 86_400_000,
    maxWaiting: 1_000_000,
    recorded: () => undefined,
    warn: (_facts, message) => warnings.push(message),
    ...options,
  });
}

async function read(dir: string, options?: ReplayOptions): Promise<Recorded[]> {
  const all: Recorded[] = [];
  for await (const batch of replay(dir, options)) all.push(...batch);
  return all;
}

const phrases = async (dir: string, options?: ReplayOptions) =>
  (await read(dir, options)).map(({ record }) => phraseOf(record));

t.test('records are read back in the order of their appends, numbered through', async t => {
  const dir = testFolder(t);
  const seen: [number, string | undefined][] = [];
  const journal = await open(dir, { recorded: (record, _text, number) => seen.push([number, phraseOf(record)]) });
  const texts = Array.from({ length: 500 }, (_, i) => `ä${i}🧥`);
  const settled: number[] = [];
  await Promise.all(texts.map((text, i) => journal.append(search(text)).then(() => settled.push(i))));
  t.same(settled, [...texts.keys()], 'acknowledged in order');
  t.same(seen, [...texts.entries()], 'told in order before that');
  t.equal(journal.size, 500);
  await journal.close();
  const found = await read(dir);
  t.same(
    found.map(({ number, record }) => [number, phraseOf(record)]),
    [...texts.entries()],
  );
  t.same(found[7]!.record, search('ä7🧥'), 'whole');
  t.same(await phrases(dir, { from: 498 }), texts.slice(498));
  t.same(await phrases(dir, { from: 2, until: 4 }), texts.slice(2, 4));
  t.same(await phrases(dir, { from: 500 }), []);
});

t.test('any cut of the tail leaves a prefix, and what is appended then follows it', async t => {
  const dir = testFolder(t);
  const journal = await open(dir);
  const texts = Array.from({ length: 30 }, (_, i) => 'x'.repeat(i % 7) + i);
  const ends: number[] = [];
  for (const text of texts) {
    await journal.append(search(text));
    ends.push(journal.bytes);
  }
  await journal.close();
  const [file] = fs.readdirSync(dir);
  const whole = fs.readFileSync(join(dir, file!));
  t.equal(whole.length, ends.at(-1));
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length),
      fc.constantFrom('cut', 'zeros', 'noise'),
      async (length, rest: 'cut' | 'zeros' | 'noise') => {
        const cut = testFolder(t);
        const bytes = Buffer.from(rest === 'cut' ? whole.subarray(0, length) : whole);
        if (rest === 'zeros') bytes.fill(0, length);
        if (rest === 'noise') for (let i = length; i < bytes.length; i++) bytes[i] = bytes[i]! ^ (1 + (i % 255));
        fs.writeFileSync(join(cut, file!), bytes);
        const expected = length < HEADER_BYTES ? [] : texts.slice(0, ends.filter(end => end <= length).length);
        t.same(await phrases(cut), expected, `${length} bytes, then ${rest}`, { diagnostic: false });
        const again = await open(cut);
        t.equal(again.size, expected.length);
        await again.append(search('after'));
        await again.close();
        t.same(await phrases(cut), [...expected, 'after']);
        fs.rmSync(cut, { recursive: true });
      },
    ),
    { seed, numRuns: 150 },
  );
});

t.test('what a crash left half written is told of', async t => {
  const dir = testFolder(t);
  const journal = await open(dir);
  await journal.append(search('whole'));
  await journal.close();
  const [file] = fs.readdirSync(dir);
  fs.appendFileSync(join(dir, file!), 'half a rec');
  warnings.length = 0;
  const again = await open(dir);
  t.same(warnings, ['an unfinished record at the end of the journal was cut off']);
  await again.close();
});

t.test('segments follow each other, and records are found from any position', async t => {
  const dir = testFolder(t);
  const texts: string[] = [];
  for (let opened = 0; opened < 3; opened++) {
    const journal = await open(dir, { segmentBytes: 1500 });
    for (let i = 0; i < 40; i++) {
      texts.push(`${opened}-${i}`);
      await journal.append(search(`${opened}-${i}`));
    }
    await journal.close();
  }
  t.ok(fs.readdirSync(dir).length > 5, 'several files');
  t.same(await phrases(dir), texts);
  for (let from = 0; from <= texts.length; from += 7) {
    t.same(await phrases(dir, { from }), texts.slice(from));
    t.same(await phrases(dir, { from: 5, until: from }), texts.slice(5, from));
  }
});

t.test('a damaged record costs itself alone, wherever it is, and is told of', async t => {
  const dir = testFolder(t);
  const journal = await open(dir, { segmentBytes: 600 });
  for (let i = 0; i < 20; i++) await journal.append(search(String(i)));
  await journal.close();
  const texts = Array.from({ length: 20 }, (_, i) => i);
  const files = fs.readdirSync(dir).sort();
  const firsts = files.map(file => Number.parseInt(file, 10));
  await fc.assert(
    fc.asyncProperty(fc.nat(files.length - 1), fc.nat(10_000), fc.nat(7), async (which, place, bit) => {
      const file = join(dir, files[which]!);
      const sound = fs.readFileSync(file);
      const bytes = Buffer.from(sound);
      bytes[place % bytes.length]! ^= 1 << bit;
      fs.writeFileSync(file, bytes);
      const missing: { from: number; until: number }[] = [];
      const found = (await read(dir, { damaged: (_, range) => missing.push(range) })).map(({ number, record }) => {
        if (phraseOf(record) !== String(number)) throw new Error(`${number} has become ${phraseOf(record)}`);
        return number;
      });
      const lost = texts.filter(number => !found.includes(number));
      t.ok(lost.length <= 1, `${place} of ${file}: ${lost} are lost`);
      // The last record of all could as well be one that was never complete.
      if (lost[0] !== 19)
        t.same(
          missing,
          lost.map(from => ({ from, until: from + 1 })),
        );
      if (lost[0] !== undefined)
        t.equal(
          firsts.findLast(first => first <= lost[0]!),
          firsts[which],
        );
      fs.writeFileSync(file, sound);
    }),
    { seed, numRuns: 100 },
  );
});

t.test('several damaged records next to each other: those behind them have their numbers', async t => {
  const dir = testFolder(t);
  const journal = await open(dir, { segmentBytes: 1500 });
  for (let i = 0; i < 20; i++) await journal.append(search(String(i)));
  await journal.close();
  const file = join(dir, fs.readdirSync(dir).sort()[0]!);
  const bytes = fs.readFileSync(file);
  bytes.fill(0, HEADER_BYTES + 200, HEADER_BYTES + 700);
  fs.writeFileSync(file, bytes);
  const found = await read(dir);
  t.ok(found.length > 10 && found.length < 18, `${found.length} are left`);
  for (const { number, record } of found) t.equal(phraseOf(record), String(number));
});

t.test('a damaged segment is put aside, and its other records stay; it goes with age and with an erasure', async t => {
  const dir = testFolder(t);
  const journal = await open(dir, { segmentBytes: 1500 });
  for (let i = 0; i < 20; i++) await journal.append(search(`phrase ${i}`));
  await journal.close();
  const files = fs.readdirSync(dir).sort();
  const damage = (file: string) => {
    const bytes = fs.readFileSync(join(dir, file));
    bytes[HEADER_BYTES + FRAME_BYTES + 3]! ^= 1;
    fs.writeFileSync(join(dir, file), bytes);
    return bytes;
  };
  const last = files.at(-1)!;
  const [ofLast, ofFirst] = [damage(last), damage(files[0]!)];

  const again = await open(dir, { segmentBytes: 1500 });
  t.ok(fs.readFileSync(join(dir, `${last}.damaged`)).equals(ofLast), 'the last one at the start');
  const found = async () => {
    const damaged: string[] = [];
    for await (const file of damagedSegments(dir)) if (file !== undefined) damaged.push(file);
    return damaged;
  };
  t.same(await found(), [files[0]]);
  for (const file of [...files, 'none.journal']) await again.mend(file);
  t.ok(fs.readFileSync(join(dir, `${files[0]}.damaged`)).equals(ofFirst), 'another when it is found');
  t.same(await found(), []);
  t.equal(await again.append(search('phrase 20')), 20);
  const left = await read(dir);
  t.equal(left.length, 19);
  for (const { number, record } of left) t.equal(phraseOf(record), `phrase ${number}`);
  const aside = () => fs.readdirSync(dir).filter(name => name.endsWith('.damaged'));
  t.equal(aside().length, 2);
  await again.expire();
  t.equal(aside().length, 2);
  fs.utimesSync(join(dir, `${last}.damaged`), 0, 0);
  await again.expire();
  t.same(aside(), [`${files[0]}.damaged`]);
  await again.rewrite(() => undefined);
  t.same(aside(), []);
  await again.close();
});

t.test('a rewriting takes the bytes of damaged records away, and leaves the others their numbers', async t => {
  const dir = testFolder(t);
  const journal = await open(dir, { segmentBytes: 1500 });
  for (let i = 0; i < 20; i++) await journal.append(search(`phrase ${i}`));
  const file = join(dir, fs.readdirSync(dir).sort()[0]!);
  const bytes = fs.readFileSync(file);
  bytes[bytes.indexOf('phrase 3') - 1]! ^= 1;
  bytes[0]! ^= 1;
  fs.writeFileSync(file, bytes);
  t.equal(await journal.rewrite(() => undefined), 0);
  await journal.close();
  t.notOk(fs.readFileSync(file).includes('phrase 3'));
  const found = await read(dir);
  t.equal(found.length, 19);
  for (const { number, record } of found) t.equal(phraseOf(record), `phrase ${number}`);
  const again = await open(dir);
  t.equal(again.size, 20);
  await again.close();
});

t.test('what is appended after the file was removed or cut short is stored in another', async t => {
  for (const damage of [fs.rmSync, (file: string) => fs.truncateSync(file, HEADER_BYTES + 10)]) {
    const dir = testFolder(t);
    const journal = await open(dir);
    await journal.append(search('before'));
    damage(join(dir, fs.readdirSync(dir)[0]!));
    warnings.length = 0;
    await journal.append(search('after'));
    t.match(warnings, [/removed or cut short; another is begun/]);
    await journal.close();
    t.match(await read(dir), [{ number: 1, record: { phrases: ['after'] } }]);
  }
});

t.test('a segment of zeroes in the middle costs its own records alone, and is told of', async t => {
  const dir = testFolder(t);
  const journal = await open(dir, { segmentBytes: 600 });
  for (let i = 0; i < 20; i++) await journal.append(search(String(i)));
  await journal.close();
  const files = fs.readdirSync(dir).sort();
  const bytes = fs.readFileSync(join(dir, files[1]!));
  fs.writeFileSync(join(dir, files[1]!), Buffer.alloc(bytes.length));
  const from = Number.parseInt(files[1]!, 10);
  const until = Number.parseInt(files[2]!, 10);
  const missing: unknown[] = [];
  const found = await phrases(dir, { damaged: (file, range) => missing.push([file, range]) });
  t.same(
    found,
    Array.from({ length: 20 }, (_, i) => String(i)).filter((_, i) => i < from || i >= until),
  );
  t.same(missing, [[files[1], { from, until }]]);
  const again = await open(dir, { segmentBytes: 600 });
  t.equal(again.size, 20, 'appends go on');
  await again.close();
});

t.test('the oldest segments are dropped when all together are too large', async t => {
  const dir = testFolder(t);
  const maxBytes = 5000;
  const journal = await open(dir, { segmentBytes: 1000, maxBytes });
  for (let i = 0; i < 200; i++) await journal.append(search(String(i)));
  await journal.expire();
  t.ok(journal.totalBytes <= maxBytes, `${journal.totalBytes} bytes`);
  await journal.close();
  const total = fs.readdirSync(dir).reduce((sum, file) => sum + fs.statSync(join(dir, file)).size, 0);
  t.ok(total <= maxBytes, `${total} bytes on disk`);
  const found = await read(dir, { from: 3 });
  t.equal(found.at(-1)!.number, 199, 'the newest is there');
  t.ok(found[0]!.number > 100, 'the oldest are not');
  t.same(
    found.map(({ number }) => number),
    Array.from({ length: found.length }, (_, i) => 200 - found.length + i),
  );
});

t.test('segments are dropped by age when the journal is opened', async t => {
  const dir = testFolder(t);
  const journal = await open(dir, { segmentBytes: 600 });
  for (let i = 0; i < 20; i++) await journal.append(search(String(i)));
  await journal.close();
  const files = fs.readdirSync(dir).sort();
  const longAgo = new Date(Date.now() - 2 * 86_400_000);
  for (const file of files.slice(0, 2)) fs.utimesSync(join(dir, file), longAgo, longAgo);
  const again = await open(dir, { segmentBytes: 600 });
  await again.close();
  t.same(fs.readdirSync(dir).sort(), files.slice(2));
  t.equal((await read(dir))[0]!.number, Number.parseInt(files[2]!, 10));
});

t.test('appends that arrive during a commit share the next', async t => {
  const commits: number[] = [];
  const journal = await open(testFolder(t), { committed: records => commits.push(records) });
  const appended: Promise<number>[] = [];
  for (let i = 0; i < 10; i++) appended.push(journal.append(search(String(i))));
  t.equal(journal.depth, 10);
  await appended[0];
  for (let i = 0; i < 5; i++) appended.push(journal.append(search(String(i))));
  await Promise.all(appended);
  t.same(commits, [10, 5]);
  t.equal(journal.depth, 0);
  await journal.close();
});

t.test('more appends than may wait are refused at once; the others are stored', async t => {
  const dir = testFolder(t);
  const journal = await open(dir, { maxWaiting: 3 });
  const appended = Array.from({ length: 5 }, (_, i) => journal.append(search(String(i))));
  t.ok(journal.full);
  const ends = await Promise.allSettled(appended);
  t.same(
    ends.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
  );
  t.match((ends[3] as PromiseRejectedResult).reason as Problem, { error: 'UNAVAILABLE', message: /wait for the disk/ });
  t.notOk(journal.full);
  await journal.append(search('later'));
  await journal.close();
  t.same(await phrases(dir), ['0', '1', '2', 'later']);
  await t.rejects(journal.append(search('closed')), { error: 'UNAVAILABLE', message: /closed/ });
});

t.test('closing waits for what was appended', async t => {
  const dir = testFolder(t);
  const journal = await open(dir);
  const appended = journal.append(search('last'));
  await journal.close();
  await appended;
  t.same(await phrases(dir), ['last']);
});

t.test('a failed write refuses its records, and the next begins a new segment', async t => {
  const dir = testFolder(t);
  const journal = await open(dir);
  await journal.append(search('before'));
  // A closed file descriptor stands for a disk that fails.
  const { active } = journal as unknown as { active: { handle: fs.promises.FileHandle } };
  await active.handle.close();
  await t.rejects(journal.append(search('refused')), { error: 'UNAVAILABLE', message: /cannot be stored/ });
  t.equal(journal.depth, 0);
  await journal.append(search('after'));
  t.equal(journal.size, 2);
  await journal.close();
  t.same(await phrases(dir), ['before', 'after']);
  t.equal(fs.readdirSync(dir).length, 2);
});

t.test('what a failed write left behind is not read', async t => {
  const dir = testFolder(t);
  const first = await open(dir);
  await first.append(search('before'));
  await first.append(search('refused, but in the file'));
  await first.close();
  // As if the second had been refused and the journal had gone on in a new segment.
  const other = testFolder(t);
  const second = await open(other);
  await second.append(search('x'));
  await second.close();
  const bytes = fs.readFileSync(join(other, fs.readdirSync(other)[0]!));
  encodeHeader(1, Date.now()).copy(bytes);
  fs.writeFileSync(join(dir, '0000000000000001.journal'), bytes);
  t.same(await phrases(dir), ['before', 'x']);
  const again = await open(dir);
  t.equal(again.size, 2);
  await again.close();
});

t.test('a journal of a newer version is not touched', async t => {
  const dir = testFolder(t);
  const journal = await open(dir);
  await journal.append(search('x'));
  await journal.close();
  const file = join(dir, fs.readdirSync(dir)[0]!);
  const bytes = fs.readFileSync(file);
  bytes.writeUInt32LE(3, 24);
  bytes.writeUInt32LE(crc32(bytes, 0, 28), 28);
  fs.writeFileSync(file, bytes);
  await t.rejects(open(dir), { error: 'UNAVAILABLE', message: /format 3 found, this version reads up to 2/ });
  t.ok(fs.readFileSync(file).equals(bytes));
});

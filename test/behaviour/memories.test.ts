/**
 * Visitors and learning over a journal: opened again at any point, nothing is applied twice or left out; what was
 * learned and cannot be read is learned again; visits wait while the journal is learned.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import type { NumberedActivity } from '../../src/behaviour/activities/activity.js';
import { Journal, type NotificationRecord } from '../../src/behaviour/index.js';
import { Learner } from '../../src/behaviour/learning/index.js';
import { readLearned, writeLearned } from '../../src/behaviour/learning/learned-file.js';
import { LearningMemory } from '../../src/behaviour/learning-memory.js';
import { VisitorMemory } from '../../src/behaviour/visitor-memory.js';
import { VisitorReader, visitorKey } from '../../src/behaviour/visitors/index.js';
import { KnownVisitors } from '../../src/behaviour/visitors/known-visitors.js';
import type { Visitor } from '../../src/behaviour/visitors/visitor.js';
import { testFolder } from '../folder.js';
import { activities, favorite, NOW, search, view } from './activities.js';

const seed = 20261102;
t.comment(`seed ${seed}`);
const learning = { halfLifeDays: 14 };

const warnings: string[] = [];

/** Both memories over one journal, as the behaviour thread and the process that writes visitors have them. */
class Memories {
  constructor(
    readonly visitors: VisitorMemory,
    readonly learning: LearningMemory,
  ) {}

  async follow(until: number): Promise<void> {
    await Promise.all([this.visitors.follow(until), this.learning.follow(until)]);
  }

  take(happened: readonly NumberedActivity[]): void {
    this.visitors.take(happened);
    this.learning.take(happened);
  }

  erase(customerKey: string): Promise<void> {
    this.visitors.erase(customerKey);
    return this.learning.forget(customerKey);
  }

  async close(): Promise<void> {
    await this.visitors.close();
    await this.learning.close();
  }
}

async function open(data: string, known = new KnownVisitors()): Promise<Memories> {
  const dir = join(data, 'behaviour');
  const journalDir = join(data, 'journal');
  const warn = (_: object, message: string) => warnings.push(message);
  return new Memories(
    new VisitorMemory({ dir, journalDir, visitorDays: 90, mostVisitors: 1_000_000, known, warn }),
    await LearningMemory.open({ dir, journalDir, learning, warn }),
  );
}

/** Writes records to the journal. @returns how many it has then. */
async function append(data: string, records: readonly NotificationRecord[]): Promise<number> {
  const journal = await Journal.open({
    dir: join(data, 'journal'),
    segmentBytes: 4096,
    maxBytes: 1 << 30,
    maxAgeMs: 86_400_000,
    maxWaiting: 1_000_000,
    recorded: () => undefined,
    warn: (_, message) => warnings.push(message),
  });
  await Promise.all(records.map(record => journal.append(record)));
  const { size } = journal;
  await journal.close();
  return size;
}

async function visitors(data: string, customers: readonly string[]): Promise<(Visitor | undefined)[]> {
  const reader = new VisitorReader({ dir: join(data, 'behaviour'), visitorDays: 90 });
  const found = customers.map(customer => reader.get('se', customer));
  await reader.close();
  return found;
}

const numbered = (records: readonly NotificationRecord[], first: number): NumberedActivity[] =>
  records.map((activity, i) => ({ number: first + i, activity }));

const isRecord = (activity: { type: string }): activity is NotificationRecord =>
  activity.type !== 'search' && activity.type !== 'view';

t.test('wherever it is cut off and opened again, nothing is applied twice or left out', async t => {
  const data = testFolder(t);
  const customers = ['anna', 'bo', `${'long '.repeat(99)}é`];
  // A cut: records go to the journal, some of them are taken, and the memory is left as it is or closed in order.
  const cuts = fc.array(
    fc.record({ activities: activities(30), taken: fc.double({ min: 0, max: 1, noNaN: true }), close: fc.boolean() }),
    { minLength: 1, maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(cuts, async all => {
      fs.rmSync(data, { recursive: true, force: true });
      fs.mkdirSync(data);
      const records: NotificationRecord[] = [];
      for (const { activities, taken, close } of all) {
        const memory = await open(data);
        await memory.follow(records.length);
        const added = activities.filter(isRecord);
        assert.equal(await append(data, added), records.length + added.length);
        memory.take(numbered(added.slice(0, Math.round(added.length * taken)), records.length));
        records.push(...added);
        // Otherwise it is left as a crash would leave it.
        if (close) await memory.close();
      }
      const memory = await open(data);
      await memory.follow(records.length);
      assert.equal(memory.visitors.applied, records.length);
      const learner = new Learner(learning);
      for (const record of records) learner.learn(record);
      assert.equal(memory.learning.changed, learner.changed, 'learned once each');
      await memory.close();
      const found = await visitors(data, customers);

      const other = join(data, 'other');
      fs.cpSync(join(data, 'journal'), join(other, 'journal'), { recursive: true });
      const fresh = await open(other);
      await fresh.follow(records.length);
      await fresh.close();
      assert.deepStrictEqual(found, await visitors(other, customers));
    }),
    { seed, numRuns: 12 },
  );
  t.pass();
});

t.test('visits that come while the journal is learned are learned after it', async t => {
  const data = testFolder(t);
  const count = await append(
    data,
    Array.from({ length: 10_000 }, (_, n) => favorite(`c-${n % 100}`, `p-${n}`, { sessionKey: `s-${n}` })),
  );
  // Visitors stand at the end, learning at the beginning.
  const first = await open(data);
  await first.follow(count);
  await first.close();
  fs.rmSync(join(data, 'behaviour', 'learnt.bin'));

  const memory = await open(data);
  t.equal(memory.visitors.applied, count);
  await memory.visitors.follow(count);
  const following = memory.learning.follow(count);
  memory.take([{ activity: search('c-1', 'lamp') }, { activity: view('c-1', 'p-1') }]);
  memory.take(numbered([favorite('c-1', 'p-new')], count));
  t.equal(memory.learning.changed, 0, 'held back');
  await following;
  t.equal(memory.learning.changed, count + 2, 'the journal and the visits, not what is not in the journal');
  t.equal(memory.visitors.applied, count + 1);
  await memory.close();
  const [visitor] = await visitors(data, ['c-1']);
  t.match(visitor, { searches: [{ key: 'lamp' }], views: [{ key: 'p-1' }] });
  t.equal(visitor?.favorites[0]?.key, 'p-new');
});

const STORE_DAMAGES: Record<string, (bytes: Buffer) => Buffer> = {
  'cut short': bytes => bytes.subarray(0, bytes.length / 2),
  'of zeroes': bytes => Buffer.alloc(bytes.length),
  'without its first page': bytes => Buffer.concat([Buffer.alloc(4096), bytes.subarray(4096)]),
  'with other pages': bytes => Buffer.concat([bytes.subarray(0, 8192), Buffer.alloc(bytes.length - 8192, 'x')]),
  empty: () => Buffer.alloc(0),
};

t.test('a damaged store of visitors is made again from the journal', async t => {
  const data = testFolder(t);
  const records = Array.from({ length: 40 }, (_, n) => favorite(`c-${n}`, `p-${n}`));
  const size = await append(data, records);
  const customers = records.map(({ customerKey }) => customerKey!);
  const file = join(data, 'behaviour', 'data.mdb');
  const fill = async () => {
    const memory = await open(data);
    await memory.follow(size);
    return memory;
  };
  await (await fill()).close();
  const sound = await visitors(data, customers);
  t.ok(sound.every(visitor => visitor?.favorites.length === 1));
  for (const [how, damage] of Object.entries(STORE_DAMAGES)) {
    fs.writeFileSync(file, damage(fs.readFileSync(file)));
    warnings.length = 0;
    const memory = await fill();
    t.match(warnings.splice(0), how === 'empty' ? [] : [/store of visitors is damaged/], how);
    await memory.close();
    t.same(await visitors(data, customers), sound, how);
  }
});

t.test('what was learned and is damaged or newer is learned again', async t => {
  const data = testFolder(t);
  const file = join(data, 'behaviour', 'learnt.bin');
  const count = await append(data, [favorite('a', 'p-1'), favorite('b', 'p-2'), favorite('c', 'p-3')]);
  const reopened = async () => {
    warnings.length = 0;
    const memory = await open(data);
    const loaded = memory.learning.changed;
    await memory.follow(count);
    const { changed } = memory.learning;
    await memory.close();
    return { loaded, changed, warnings: warnings.length };
  };
  t.same(await reopened(), { loaded: 0, changed: 3, warnings: 0 });
  t.same(await reopened(), { loaded: 3, changed: 3, warnings: 0 });
  const whole = fs.readFileSync(file);
  for (const [what, at] of [
    ['magic', 0],
    ['version', 8],
    ['position', 16],
    ['state', whole.length - 5],
  ] as const) {
    const bytes = Buffer.from(whole);
    bytes[at] ^= 0xff;
    fs.writeFileSync(file, bytes);
    t.same(await reopened(), { loaded: 0, changed: 3, warnings: 1 }, what);
  }
  for (const length of [0, 10, 24, whole.length - 1]) {
    fs.writeFileSync(file, whole.subarray(0, length));
    t.same(await reopened(), { loaded: 0, changed: 3, warnings: 1 }, `${length} bytes`);
  }
});

t.test('learned state and position are read back, and leftovers of a crash are removed', async t => {
  const dir = testFolder(t);
  const file = join(dir, 'learnt.bin');
  t.equal(await readLearned(file), undefined);
  await writeLearned(file, { learnedTo: 2 ** 40 + 1, state: Buffer.from('state') });
  fs.writeFileSync(`${file}.1234.tmp`, 'half');
  const found = await readLearned(file);
  t.equal(found?.learnedTo, 2 ** 40 + 1);
  t.equal(Buffer.from(found!.state).toString(), 'state');
  t.same(fs.readdirSync(dir), ['learnt.bin']);
});

t.test('a journal that has become shorter is followed from its new end', async t => {
  const data = testFolder(t);
  const count = await append(data, [favorite('a', 'p-1'), favorite('b', 'p-2'), favorite('c', 'p-3')]);
  const first = await open(data);
  await first.follow(count);
  await first.close();
  fs.rmSync(join(data, 'journal'), { recursive: true });
  t.equal(await append(data, [favorite('a', 'p-4')]), 1);

  warnings.length = 0;
  const memory = await open(data);
  await memory.follow(1);
  t.match(warnings, [/shorter than it was/, /shorter than what was learned/]);
  t.equal(memory.visitors.applied, 1);
  memory.take(numbered([favorite('a', 'p-5')], 1));
  await memory.close();
  t.same(
    (await visitors(data, ['a']))[0]?.favorites.map(({ key }) => key),
    ['p-5', 'p-1'],
  );
});

t.test('it can be closed while it catches up', async t => {
  const data = testFolder(t);
  const count = await append(
    data,
    Array.from({ length: 20_000 }, (_, n) => favorite(`c-${n}`, 'p', { sessionKey: `s-${n}` })),
  );
  const memory = await open(data);
  const following = Promise.all([memory.visitors.follow(count), memory.learning.follow(count)]);
  await memory.close();
  t.notOk((await following)[0], 'visitors have not caught up');
  const next = await open(data);
  t.ok(next.visitors.applied < count);
  await next.follow(count);
  t.equal(next.learning.changed, count);
  t.equal(next.visitors.visitorCount, count);
  await next.close();
});

t.test('everybody of whom something is remembered is known, at the start and from then on', async t => {
  const data = testFolder(t);
  const customers = Array.from({ length: 3000 }, (_, n) => `c-${n}`);
  const first = await open(data);
  await first.follow(0);
  first.take(customers.map((customer, n) => ({ activity: n % 3 === 0 ? view(customer, 'p') : search(customer, 'q') })));
  await first.close();

  const known = new KnownVisitors();
  const mayKnow = (customer: string, what: 'anything' | 'products') => known.mayKnow(visitorKey('se', customer), what);
  const memory = await open(data, known);
  t.ok(mayKnow('stranger', 'anything'), 'not known yet');
  const round = () => {
    let slices = 1;
    while (!memory.visitors.sweep(NOW)) slices++;
    return slices;
  };
  t.equal(round(), 3);
  for (let more = 0; more < 2; more++) {
    t.ok(customers.every(customer => mayKnow(customer, 'anything')));
    t.ok(customers.every((customer, n) => n % 3 !== 0 || mayKnow(customer, 'products')));
    const strangers = (what: 'anything' | 'products') =>
      Array.from({ length: 10_000 }, (_, n) => `s-${n}`).filter(customer => mayKnow(customer, what)).length;
    t.ok(strangers('anything') < 100, 'strangers are not, but for a few');
    t.ok(strangers('products') < 100);
    memory.take([{ activity: view(`new-${more}`, 'p') }, { activity: favorite(`new-${more}`, 'p') }]);
    t.ok(mayKnow(`new-${more}`, 'anything') && mayKnow(`new-${more}`, 'products'), 'at once');
    round();
    t.ok(mayKnow('new-0', 'products'), 'also after the next sweep');
  }
  await memory.follow(0);
  await memory.erase('c-1');
  memory.visitors.sweep(NOW);
  t.ok(mayKnow('c-2', 'anything'));
  await memory.close();
});

t.test('who is erased is forgotten by what is learned, too, also on the disk and where visits still wait', async t => {
  const data = testFolder(t);
  const memory = await open(data);
  const visits = ['anna', 'bo'].map(customer => ({ activity: view(customer, 'p') }));
  memory.take(visits);
  await memory.erase('anna');
  await memory.follow(0);
  memory.take([{ activity: view('carl', 'p') }, { activity: view('dora', 'p') }]);
  await memory.erase('carl');
  await memory.close();
  const learner = Learner.decode((await readLearned(join(data, 'behaviour', 'learnt.bin')))!.state, learning);
  const known = ['anna', 'bo', 'carl', 'dora'].filter(customer => {
    const { changed } = learner;
    learner.forget(customer);
    return learner.changed > changed;
  });
  t.same(known, ['bo', 'dora']);
});

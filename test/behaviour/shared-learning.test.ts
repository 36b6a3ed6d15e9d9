/**
 * Learning of a fleet: whichever daemon learns, in whatever order the notifications of the others come to its journal, and
 * however it ends, each is learned once.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { Journal, type NotificationRecord, originIn } from '../../src/behaviour/index.js';
import type { JournalName } from '../../src/behaviour/learning/journal-names.js';
import { learnedFile, peekLearned } from '../../src/behaviour/learning/learned-file.js';
import { Learner } from '../../src/behaviour/learning/learner.js';
import { LearningMemory } from '../../src/behaviour/learning-memory.js';
import { testFolder } from '../folder.js';
import { until } from '../within.js';
import { favorite, search } from './activities.js';

const seed = 20261129;
t.comment(`seed ${seed}`);
const learning = { halfLifeDays: 14 };
const DAEMONS = 3;

/** A daemon as far as learning is concerned: its journal, and the thread that learns. */
class Member {
  /** Of its own, as the others get them; the number is that of its journal. */
  readonly own: { number: number; record: NotificationRecord }[] = [];
  /** How many of those of each other daemon have come here. */
  readonly came = new Map<string, number>();
  memory!: LearningMemory;
  private journal!: Journal;

  constructor(
    readonly name: string,
    readonly data: string,
  ) {}

  get dir(): string {
    return join(this.data, 'behaviour');
  }

  get names(): JournalName[] {
    return [{ name: this.name, from: 0 }];
  }

  async start(): Promise<void> {
    const warn = (_: object, message: string) => assert.fail(message);
    const journalDir = join(this.data, 'journal');
    this.memory = await LearningMemory.open({ dir: this.dir, journalDir, learning, isShared: true, warn });
    this.journal = await Journal.open({
      dir: journalDir,
      segmentBytes: 4096,
      maxBytes: 1 << 30,
      maxAgeMs: 86_400_000,
      maxWaiting: 1_000_000,
      recorded: (record, text, number) => {
        // As the thread of behaviour does while another daemon learns.
        if (this.memory.isLeading) this.memory.take([{ number, activity: record }]);
        else this.memory.pass(number, originIn(text));
      },
      warn: (_, message) => assert.fail(message),
    });
    await this.memory.follow(this.journal.size);
  }

  async add(record: NotificationRecord): Promise<void> {
    this.own.push({ number: await this.journal.append(record), record });
  }

  /** Some more of what another daemon has recorded. */
  async hear({ name, own }: Member, count: number): Promise<void> {
    const from = this.came.get(name) ?? 0;
    const heard = own.slice(from, from + count);
    for (const { number, record } of heard) {
      await this.journal.append({ ...record, origin: { daemon: name, number, sequence: 1 } });
    }
    this.came.set(name, from + heard.length);
  }

  async stop(inOrder: boolean): Promise<void> {
    await this.journal.close();
    if (inOrder) await this.memory.close();
  }
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('add' as const), at: fc.nat(DAEMONS - 1), count: fc.nat(90) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('hear' as const),
      at: fc.nat(DAEMONS - 1),
      of: fc.nat(DAEMONS - 1),
      count: fc.nat(150),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lead' as const), at: fc.nat(DAEMONS - 1) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('publish' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('adopt' as const), at: fc.nat(DAEMONS - 1) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('restart' as const), at: fc.nat(DAEMONS - 1), inOrder: fc.boolean() }),
  },
);

t.test('each notification is learned once, whichever daemon learns and whatever ends in between', async t => {
  const root = testFolder(t);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async steps => {
      fs.rmSync(root, { recursive: true, force: true });
      const members = Array.from({ length: DAEMONS }, (_, i) => new Member(`d${i}`, join(root, `d${i}`)));
      for (const member of members) await member.start();
      const published = join(root, 'published');
      let leader: Member | undefined;
      const publish = async () => {
        if (!leader) return;
        await leader.memory.save();
        if (fs.existsSync(learnedFile(leader.dir))) fs.copyFileSync(learnedFile(leader.dir), published);
      };
      const adopt = async (member: Member) => {
        if (member !== leader && fs.existsSync(published)) await member.memory.adopt(published, member.names);
      };
      const lead = async (member: Member) => {
        if (leader === member) return;
        await leader?.memory.lead(false, leader.names);
        leader = undefined;
        await adopt(member);
        await member.memory.lead(true, member.names);
        leader = member;
      };
      let added = 0;
      for (const step of steps) {
        const member = members['at' in step ? step.at : 0]!;
        if (step.kind === 'add') {
          for (let i = 0; i < step.count; i++)
            await member.add(favorite(`c-${added}`, 'p', { sessionKey: `s-${added++}` }));
        } else if (step.kind === 'hear') {
          if (members[step.of] !== member) await member.hear(members[step.of]!, step.count);
        } else if (step.kind === 'lead') await lead(member);
        else if (step.kind === 'publish') await publish();
        else if (step.kind === 'adopt') await adopt(member);
        else {
          await member.stop(step.inOrder);
          await member.start();
          if (leader === member) {
            leader = undefined;
            await lead(member);
          }
        }
      }
      const last = members[steps.length % DAEMONS]!;
      for (const other of members) if (other !== last) await last.hear(other, added);
      await lead(last);
      await until(`${added} are learned`, () => last.memory.changed >= added);
      assert.equal(last.memory.changed, added);
      for (const member of members) await member.stop(true);
    }),
    { seed, numRuns: 25 },
  );
  t.pass();
});

t.test('what a customer has left is not taken over again from a daemon that has not forgotten it yet', async t => {
  const root = testFolder(t);
  const [first, second] = [new Member('a', join(root, 'a')), new Member('b', join(root, 'b'))];
  await Promise.all([first.start(), second.start()]);
  await first.memory.lead(true, first.names);
  first.memory.take([
    { activity: search('anna', 'lamp', { sessionKey: 'x' }) },
    { activity: search('bo', 'lamp', { sessionKey: 'y' }) },
  ]);
  await first.memory.save();
  await second.memory.adopt(learnedFile(first.dir), second.names);
  const uses = async () => (await second.memory.searches(Date.now())).length;
  t.equal(await uses(), 1, 'it answers from what the other has learned');
  await second.memory.forget('anna');
  await second.memory.adopt(learnedFile(first.dir), second.names);
  const learner = Learner.decode((await peekLearned(learnedFile(second.dir)))!.state, learning);
  const { changed } = learner;
  learner.forget('anna');
  t.equal(learner.changed, changed, 'the file has nothing of her');
  learner.forget('bo');
  t.equal(learner.changed, changed + 1);
  await Promise.all([first.stop(true), second.stop(true)]);
});

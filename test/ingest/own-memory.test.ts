import t from 'tap';
import { OwnMemory, ownMemory } from '../../src/ingest/own-memory.js';

const MEGABYTE = 1 << 20;

/** A process that has so many megabytes, of which some are garbage. */
class Process {
  collections = 0;
  private own = 0;
  private garbage = 0;
  private readonly memory = new OwnMemory(
    () => {
      this.own -= this.garbage;
      this.collections++;
    },
    () => this.own * MEGABYTE,
  );

  isWorn(hasWorked: boolean, own: number, garbage = 0): boolean {
    this.own = own;
    this.garbage = garbage;
    return this.memory.isWorn(hasWorked);
  }
}

t.test('a process is worn when it keeps much memory though garbage was collected', async t => {
  const process = new Process();
  t.notOk(process.isWorn(true, 100));
  t.equal(process.collections, 0, 'small ones are left alone');
  t.notOk(process.isWorn(true, 700, 200));
  t.ok(process.isWorn(true, 700, 50));
});

t.test('garbage is collected each time that memory has grown, and not where collecting does not help', async t => {
  const process = new Process();
  process.isWorn(true, 130, 30);
  t.equal(process.collections, 1);
  process.isWorn(true, 130, 30);
  t.equal(process.collections, 1, 'no more than the least');
  process.isWorn(true, 160);
  t.equal(process.collections, 2);
  process.isWorn(true, 190);
  t.equal(process.collections, 2, 'all of it is in use');
  process.isWorn(true, 192);
  t.equal(process.collections, 3);
});

t.test('a process that has worked is compared with what it was before', async t => {
  const process = new Process();
  t.notOk(process.isWorn(false, 2000), 'a new one would be as large');
  t.notOk(process.isWorn(true, 2400));
  t.ok(process.isWorn(true, 2600));
});

t.test('where the system does not tell, no process is worn', async t => {
  const memory = new OwnMemory(
    () => t.fail('nothing is collected'),
    () => undefined,
  );
  t.notOk(memory.isWorn(true));
});

t.test('memory that is written to is own memory', { skip: process.platform !== 'linux' && 'Linux tells' }, async t => {
  const before = ownMemory()!;
  const much = new Uint8Array(128 * MEGABYTE).fill(1);
  t.ok(ownMemory()! - before > much.length / 2);
});

import t from 'tap';
import { isWorn, ownMemory } from '../../src/ingest/own-memory.js';

const MEGABYTE = 1 << 20;

t.test('a process is worn when it keeps much memory though garbage was collected', async t => {
  const process = (megabytes: number, garbage: number) => {
    let own = megabytes * MEGABYTE;
    let collections = 0;
    const collect = () => {
      own -= garbage * MEGABYTE;
      collections++;
    };
    const worn = isWorn(collect, 600 * MEGABYTE, () => own);
    return { worn, collections };
  };
  t.strictSame(process(100, 0), { worn: false, collections: 0 }, 'small ones are left alone');
  t.strictSame(process(700, 50), { worn: true, collections: 1 });
  t.strictSame(process(700, 200), { worn: false, collections: 1 });
});

t.test('where the system does not tell, no process is worn', async t => {
  t.notOk(
    isWorn(
      () => t.fail('nothing is collected'),
      0,
      () => undefined,
    ),
  );
});

t.test(
  'the own memory of a process has what it writes to',
  { skip: process.platform !== 'linux' && 'Linux tells' },
  async t => {
    const before = ownMemory()!;
    const much = new Uint8Array(128 * MEGABYTE).fill(1);
    t.ok(ownMemory()! - before > much.length / 2);
  },
);

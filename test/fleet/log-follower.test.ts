/** When the changes of the log are applied: long ones behind their snapshots. */
import t from 'tap';
import { type ImportLog, MOST_INLINE_BYTES, type ReadEntry } from '../../src/fleet/import-log.js';
import type { FleetAsk } from '../../src/server/fleet/fleet-messages.js';
import { LogFollower } from '../../src/server/fleet/log-follower.js';

function change(sequence: number, bytes: number): ReadEntry {
  const order = { id: `import-${sequence}` };
  const body = { bytes, sha256: '' };
  return { sequence, entry: { type: 'change', generation: sequence, token: 1, order, body, snapshot: '', kept: [] } };
}

t.test('a long change waits for its snapshot, and those behind it for the change', async t => {
  const entries = [change(1, 1), change(2, MOST_INLINE_BYTES + 1), change(3, 1)];
  async function* from(sequence: number): AsyncGenerator<ReadEntry> {
    yield* entries.slice(sequence - 1);
  }
  const log = { from, receiveBody: async () => true } as unknown as ImportLog;
  const applied: number[] = [];
  const ask = async (asked: FleetAsk) => void (asked.kind === 'follow' && applied.push(asked.generation));
  let live = 1;
  const follower = new LogFollower({
    log,
    dataDir: '',
    ask: ask as never,
    awaitsSnapshot: generation => generation > live,
  });
  follower.opened(0);
  await follower.catchUp();
  t.strictSame(applied, [1], 'a short one is applied at once');
  t.ok(follower.isPostponed, 'so that this daemon does not become the writer');
  t.equal(follower.applied, 1);

  live = 2;
  await follower.catchUp();
  t.strictSame(applied, [1, 2, 3]);
  t.notOk(follower.isPostponed);
});

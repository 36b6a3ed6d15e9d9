/** Since when a daemon may lack a snapshot: it asks for the pointer again and again. */
import t from 'tap';
import { FleetConnection } from '../../src/fleet/connection.js';
import { type FleetPointer, mayFollow, PointerStore } from '../../src/fleet/pointer.js';
import { PointerCheck } from '../../src/server/fleet/pointer-check.js';
import { NO_NATS, startNats } from '../fleet.js';
import { START_PAUSE_MS, until } from '../within.js';

const slow = { pauseMs: START_PAUSE_MS };
const FIRST: FleetPointer = { generation: 1, snapshot: 'one', manifestSha256: '', token: 1 };

t.test(
  'what is known is confirmed while the servers answer, and what is newer is told once',
  { skip: NO_NATS },
  async t => {
    const [server] = await startNats(t);
    const settings = { servers: [server!.url], cluster: 'test', credentialsFile: '', replicas: 1 };
    const connection = await FleetConnection.open({ settings, name: 'test' });
    t.teardown(() => connection.close());
    const pointer = new PointerStore(await connection.bucket('pointer', 0, true));
    const told: FleetPointer[] = [];
    const check = new PointerCheck({ pointer, known: () => told.at(-1), moved: to => void told.push(to) });
    t.teardown(() => check.stop());
    check.start();
    await pointer.move(FIRST);
    await until('the pointer is told', () => told.length === 1, slow);
    const since = Date.now();
    await until('it is confirmed', () => (check.confirmedMs ?? 0) >= since, slow);

    await server!.kill();
    const away = Date.now();
    await t.rejects(pointer.get());
    t.ok(check.confirmedMs! <= away, 'nothing is confirmed while it is away');

    await server!.start();
    await until('it is confirmed again', () => check.confirmedMs! > away, slow);
    await pointer.move({ ...FIRST, generation: 2, snapshot: 'two' });
    await until('the next one is told', () => told.length === 2, slow);
    t.strictSame(
      told.map(({ snapshot }) => snapshot),
      ['one', 'two'],
    );
  },
);

t.test('a pointer is followed by none of an older generation or an earlier term', async t => {
  const at = (generation: number, token: number): FleetPointer => ({ ...FIRST, generation, token });
  const known = at(5, 3);
  t.ok(mayFollow(undefined, known));
  for (const later of [known, at(5, 4), at(6, 3)]) t.ok(mayFollow(known, later));
  for (const earlier of [at(4, 3), at(4, 4), at(6, 2)]) t.notOk(mayFollow(known, earlier));
});

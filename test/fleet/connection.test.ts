/** The first connection to the servers of a fleet. */
import t from 'tap';
import { FleetConnection } from '../../src/fleet/connection.js';
import { NO_NATS, startNats } from '../fleet.js';
import { START_PAUSE_MS, until } from '../within.js';

t.test(
  'a connection that no server takes at first is told to be away, and then to be there',
  { skip: NO_NATS },
  async t => {
    const [server] = await startNats(t);
    await server!.kill();
    const told: boolean[] = [];
    const settings = { servers: [server!.url], cluster: 'test', credentialsFile: '', replicas: 1 };
    const opening = FleetConnection.open({ settings, name: 'test', changed: isUp => void told.push(isUp) });
    await until('it is told to be away', () => told.includes(false), { pauseMs: START_PAUSE_MS });
    await server!.start();
    const connection = await opening;
    t.teardown(() => connection.close());
    t.equal(told.at(-1), true);
    t.equal(told.filter(isUp => isUp).length, 1);
  },
);

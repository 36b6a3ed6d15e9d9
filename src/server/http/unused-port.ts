/**
 * A port that several sockets shall share is bound without asking whether another daemon has it. So that is asked
 * before, with a socket that shares with nobody.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { cannotListen } from './transport.js';

/** @param port 0: any. @returns it. @throws Problem UNAVAILABLE when somebody listens on it. */
export async function unusedPort(host: string, port: number): Promise<number> {
  const probe = createServer();
  try {
    probe.listen({ host, port, exclusive: true });
    await once(probe, 'listening');
  } catch {
    throw cannotListen(host, port);
  }
  const found = (probe.address() as AddressInfo).port;
  probe.close();
  await once(probe, 'close');
  return found;
}

/**
 * Finds out whether a port is in use, with a socket that does not share it: binding a shared port succeeds even where
 * another daemon shares it.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { cannotListen } from './transport.js';

/** @param port 0: any free one. @returns the port. @throws Problem UNAVAILABLE when another socket listens on it. */
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

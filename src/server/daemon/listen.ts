/** Listens for connections, in all front ends on one port. */
import type { Disposer } from '../../kernel/disposer.js';
import { unusedPort } from '../http/unused-port.js';
import type { Daemon } from './build.js';

export interface Address {
  /** The address for a browser on this machine. */
  url: string;
  port: number;
}

/**
 * @throws Problem UNAVAILABLE when the address is in use or not of this machine, or the reason why a front end cannot
 * start
 */
export async function listen({ settings, frontEnd, others }: Daemon, disposer: Disposer): Promise<Address> {
  const { host } = settings;
  // A shared port may be in use by another daemon that shares it too.
  const wanted = others.length === 0 ? settings.port : await unusedPort(host, settings.port);
  const port = await frontEnd.listen(wanted);
  disposer.add(() => frontEnd.disconnect());
  await Promise.all(others.map(other => other.listen(port)));
  return { url: `http://${urlHost(host)}:${port}`, port };
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

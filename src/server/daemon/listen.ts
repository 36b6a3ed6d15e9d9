/**
 * Listens for connections, in all front ends on one port, and for administration on another where that is set. What
 * asks there is not always a modern client (checks of balancers speak HTTP/1.0), so that port is served by node:http.
 */
import type { Disposer } from '../../kernel/disposer.js';
import { nodeTransport } from '../http/node-transport.js';
import { unusedPort } from '../http/unused-port.js';
import type { Daemon } from './build.js';

export interface Address {
  /** The address for a browser on this machine. */
  url: string;
  port: number;
  /** That of administration. */
  adminUrl: string;
}

/**
 * @throws Problem UNAVAILABLE when the address is in use or not of this machine, or the reason why a front end cannot
 * start
 */
export async function listen(daemon: Daemon, disposer: Disposer): Promise<Address> {
  const { settings, frontEnd, others } = daemon;
  const { host } = settings;
  const adminPort = await listenForAdmin(daemon, disposer);
  const urlOf = (port: number) => `http://${urlHost(host)}:${port}`;
  // A shared port may be in use by another daemon that shares it too.
  const wanted = others.length === 0 ? settings.port : await unusedPort(host, settings.port);
  const port = await frontEnd.listen(wanted);
  disposer.add(() => frontEnd.disconnect());
  await Promise.all(others.map(other => other.listen(port)));
  return { url: urlOf(port), port, adminUrl: urlOf(adminPort ?? port) };
}

/** @returns its port; undefined: administration has none of its own */
async function listenForAdmin({ settings, frontEnd, router }: Daemon, disposer: Disposer): Promise<number | undefined> {
  const { host, adminPort } = settings;
  if (adminPort === undefined) return undefined;
  const { owed } = frontEnd;
  const listening = await nodeTransport().listen(host, adminPort, router.handleAdmin, { owed });
  disposer.add(() => listening.close());
  return listening.port;
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** A daemon in service: logs its address, and stops at a signal or when its `stop` is called. */
import { assemblyFault } from '../../kernel/assembly.js';
import type { Disposer } from '../../kernel/disposer.js';
import type { RouteListing } from '../http/router.js';
import type { Daemon } from './build.js';
import type { Address } from './listen.js';
import type { StartOptions } from './start-options.js';
import { drain, leave, stop } from './stop.js';
import type { StopSignals } from './stop-signals.js';

export interface RunningServer {
  /** The address for a browser on this machine. */
  url: string;
  port: number;
  /** The address of administration: another one where it has a port of its own. */
  adminUrl: string;
  /** The routes, without the files of the page. */
  routes: readonly RouteListing[];
  /** Refuses new requests, drains those in progress, then closes everything. */
  stop(): Promise<void>;
}

export function serve(
  daemon: Daemon,
  address: Address,
  options: StartOptions,
  signals: StopSignals,
  disposer: Disposer,
): RunningServer {
  const { log, info, queryThreads, dataDir, others, router, lastWords } = daemon;
  const { url, adminUrl } = address;
  let stopped: Promise<void> | undefined;
  const end = () => {
    lastWords?.expectEnd();
    stopped ??= leave(daemon)
      .then(() => drain(daemon))
      .then(() => stop(daemon, disposer));
    return stopped;
  };
  if (options.signals !== false) signals.handle(end);
  const loops = loopsIn(daemon);
  const where = adminUrl === url ? { url } : { url, adminUrl };
  log.info(
    { ...info, ...where, loops, threads: queryThreads, frontEnds: others.length + 1, data: dataDir },
    'listening',
  );
  return { ...address, routes: router.routes, stop: end };
}

/** In what the longest loops of queries run. */
function loopsIn({ settings, log }: Daemon): 'WebAssembly' | 'JavaScript' {
  if (!settings.webAssembly) return 'JavaScript';
  const fault = assemblyFault();
  if (!fault) return 'WebAssembly';
  log.warn({ err: fault }, 'loops of queries run in JavaScript, and take longer: no WebAssembly with SIMD here');
  return 'JavaScript';
}

/**
 * The life of a daemon, from locking its data folder to unlocking it. Each phase adds what it opens to the disposer,
 * which closes it in reverse order, at the end or when the start fails.
 */
import { Disposer } from '../../kernel/disposer.js';
import { within } from '../../kernel/within.js';
import { keepCompiledCode } from '../../threads/compiled-code.js';
import type { Settings } from '../settings/daemon-settings.js';
import { adopt } from './adopt.js';
import { build } from './build.js';
import { listen } from './listen.js';
import { open } from './open.js';
import { ReloadSignal, reloader } from './reload.js';
import { type RunningServer, serve } from './serve.js';
import type { StartOptions } from './start-options.js';
import { StopSignals } from './stop-signals.js';

/** Time limit for closing what a failed start has opened; the end of the process closes the rest. */
const LONGEST_CLEANUP_MS = 5000;

/**
 * Resolves when requests are accepted, the announced snapshot, if any, is live, and the ingest process has opened the
 * catalog store.
 * @throws Problem, or an Error that names the thread or process that cannot start; nothing listens and the folder is
 * unlocked then
 */
export async function startServer(settings: Settings, options: StartOptions = {}): Promise<RunningServer> {
  const disposer = new Disposer();
  const signals = new StopSignals();
  const reload = options.reload && new ReloadSignal();
  // The first step to be added runs last.
  disposer.add(() => {
    signals.release();
    reload?.release();
  });
  try {
    const opened = await open(settings, options, disposer);
    const daemon = await build(opened, options, disposer);
    daemon.fleet?.client.onSettings(() => reload?.request());
    const address = await listen(daemon, disposer);
    const running = serve(daemon, address, options, signals, disposer);
    await adopt(daemon);
    if (options.reload) reload?.handle(reloader(daemon, options.reload));
    keepCompiledCode('start');
    return running;
  } catch (error) {
    await within(
      disposer.run().catch(() => undefined),
      LONGEST_CLEANUP_MS,
    );
    throw error;
  }
}

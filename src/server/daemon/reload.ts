/**
 * SIGHUP, and settings that a fleet shares: reads the settings and the API keys again. Those settings that can change while
 * the daemon runs take effect; where the settings are wrong, the former ones stay.
 */
import { closeSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import { Problem } from '../../errors/problem.js';
import { changedSettings } from '../settings/changed-settings.js';
import type { Settings } from '../settings/daemon-settings.js';
import type { Daemon } from './build.js';

/** Handled from the first moment of a start on, so that a signal that comes early ends nothing. */
export class ReloadSignal {
  private run: (() => Promise<void>) | undefined;
  private due = false;
  private running = false;
  /** A terminal that was closed is none any more. */
  private readonly atTerminal = isatty(0) || isatty(1);
  private readonly onSignal = () => {
    // Where its terminal was closed, the daemon ends, as other commands do.
    if (this.atTerminal && !hasTerminal()) {
      process.kill(process.pid, 'SIGTERM');
      return;
    }
    this.request();
  };

  constructor() {
    process.on('SIGHUP', this.onSignal);
  }

  /** @param run reloads, and never rejects; called again for signals that come meanwhile */
  handle(run: () => Promise<void>): void {
    this.run = run;
    void this.work();
  }

  /** As the signal does. */
  request(): void {
    this.due = true;
    void this.work();
  }

  release(): void {
    process.off('SIGHUP', this.onSignal);
    this.run = undefined;
  }

  private async work(): Promise<void> {
    if (this.running) return;
    this.running = true;
    while (this.due && this.run) {
      this.due = false;
      await this.run();
    }
    this.running = false;
  }
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

/** @param read reads the settings again from where they came from */
export function reloader(daemon: Daemon, read: () => Promise<Settings>): () => Promise<void> {
  const { log, keys, frontEnd, others } = daemon;
  let former = daemon.settings;
  return async () => {
    try {
      const settings = await read();
      const changes = changedSettings(former, settings);
      await keys.reload(settings.apiKey);
      const { apiKey: _, webhooks: __, ...rest } = settings;
      await Promise.all(others.map(other => other.reload(rest)));
      const told = log.isLevelEnabled('info');
      // They are in force everywhere when it is told; the new level may leave it out.
      if (told) log.info(changes, 'settings and keys are read again');
      frontEnd.reload(rest);
      former = settings;
      // Of a log that told nothing before.
      if (!told) log.info(changes, 'settings and keys are read again');
    } catch (error) {
      const why = error instanceof Problem ? { faults: error.message.split('\n') } : { err: error };
      log.error(why, 'the settings cannot be read again; the former ones stay in force');
    }
  };
}

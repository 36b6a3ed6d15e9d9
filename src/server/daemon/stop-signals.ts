/**
 * The signals that stop a daemon. They are handled until everything is closed: one that comes again meanwhile must not
 * end the process by its default, which would leave the data folder locked.
 */
export class StopSignals {
  private onSignal: ((signal: NodeJS.Signals) => void) | undefined;

  /** @param end stops the daemon, once however often it is called; the process ends after it */
  handle(end: () => Promise<void>): void {
    let interrupted = false;
    this.onSignal = signal => {
      // A second Ctrl-C at a terminal ends the process at once.
      if (signal === 'SIGINT' && interrupted) process.exit(1);
      interrupted = signal === 'SIGINT';
      end().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    };
    process.on('SIGTERM', this.onSignal);
    process.on('SIGINT', this.onSignal);
  }

  release(): void {
    if (this.onSignal === undefined) return;
    process.off('SIGTERM', this.onSignal);
    process.off('SIGINT', this.onSignal);
  }
}

/**
 * Asks for the fleet's pointer again and again: a server that went may have told of it no more. It also knows since when a
 * daemon may lack a snapshot that it learns of late, because it was stopped, or cut off.
 */
import type { FleetPointer, PointerStore } from '../../fleet/pointer.js';

const ASK_EVERY_MS = 500;

export interface PointerCheckOptions {
  pointer: Pick<PointerStore, 'get'>;
  /** The pointer as it is known by now. */
  known(): FleetPointer | undefined;
  /** Called with a newer one. */
  moved(to: FleetPointer): void;
}

export class PointerCheck {
  private confirmed: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly options: PointerCheckOptions) {}

  /** When what was known was last asked for, and was the newest, in milliseconds since 1970; undefined: never yet. */
  get confirmedMs(): number | undefined {
    return this.confirmed;
  }

  start(): void {
    this.ask()
      // The servers are away: nothing is confirmed meanwhile.
      .catch(() => undefined)
      .finally(() => {
        if (!this.stopped) this.timer = setTimeout(() => this.start(), ASK_EVERY_MS);
      });
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async ask(): Promise<void> {
    const { pointer, known, moved } = this.options;
    const askedMs = Date.now();
    const newest = await pointer.get();
    const now = known();
    // A server that has just come back tells of an older one.
    if (newest && newest.generation > (now?.generation ?? -1)) moved(newest);
    else if (newest?.generation === now?.generation) this.confirmed = askedMs;
  }
}

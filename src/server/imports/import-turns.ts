/**
 * The order of imports and rollbacks: one runs, and those that may wait have their turns in the order in which their
 * requests came. A place is taken before the body is read, so that a slow sender keeps it.
 */
import { Problem } from '../../errors/problem.js';
import { shuttingDown } from '../admission/refusals.js';
import type { ImportBegun } from './import-history.js';

export interface TurnLimits {
  /** Imports that may wait beside the one that runs; 0: none. */
  most: number;
  /** Bytes of their bodies together, as sent. */
  mostBytes: number;
}

export interface ImportTurn {
  readonly begun: ImportBegun;
  /** Number in the order of arrival, which is that of execution. */
  readonly number: number;
  /** Bytes of the body that have come, or that the request has announced where those are more. */
  bytes: number;
  /** Whether it stood behind another one when it came. */
  readonly waited: boolean;
  /** Resolves with true when it is the first in line, with false when the daemon stops before. */
  readonly come: Promise<boolean>;
}

interface Standing extends ImportTurn {
  settle(isFirst: boolean): void;
}

export class ImportTurns {
  private readonly line: Standing[] = [];
  private lastNumber = 0;
  private stopped = false;

  constructor(private readonly limits: TurnLimits) {}

  /**
   * Takes the last place.
   * @param waits whether it may stand behind others
   * @throws Problem `import_in_progress` where it may not, or too many wait; `shutting_down`
   */
  enter(begun: ImportBegun, waits: boolean, expectedBytes: number): ImportTurn {
    if (this.stopped) throw shuttingDown();
    const [first] = this.line;
    if (first) this.admit(first.begun.id, waits, expectedBytes);
    return this.add(begun, this.lastNumber + 1, expectedBytes);
  }

  /** Takes the last place for an import that was admitted before a restart. */
  restore(begun: ImportBegun, number: number, bytes: number): ImportTurn {
    return this.add(begun, number, bytes);
  }

  /** Counts bytes of a body that have come. @throws as `enter` */
  grow(turn: ImportTurn, received: number): void {
    turn.bytes = Math.max(turn.bytes, received);
    if (!this.isFirst(turn) && this.waitingBytes > this.limits.mostBytes) throw this.tooManyBytes();
  }

  isFirst(turn: ImportTurn): boolean {
    return this.line[0] === turn;
  }

  /** Gives the place up; where it is the first, the next turn has come. */
  leave(turn: ImportTurn): void {
    const at = this.line.indexOf(turn as Standing);
    if (at < 0) return;
    this.line.splice(at, 1);
    if (at === 0 && !this.stopped) this.line[0]?.settle(true);
  }

  /** No further turn comes, and no place is given. */
  stop(): void {
    this.stopped = true;
    for (const turn of this.line) turn.settle(false);
  }

  /** All that have a place, the running one first. */
  get all(): readonly ImportTurn[] {
    return this.line;
  }

  get waiting(): readonly ImportTurn[] {
    return this.line.slice(1);
  }

  get waitingBytes(): number {
    return this.waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** How many are before an import; undefined where it has no place. */
  placeOf(id: string): number | undefined {
    const place = this.line.findIndex(({ begun }) => begun.id === id);
    return place < 0 ? undefined : place;
  }

  private admit(running: string, waits: boolean, expectedBytes: number): void {
    const { most, mostBytes } = this.limits;
    const waiting = this.line.length - 1;
    if (!waits || most === 0) {
      const behind = waiting === 0 ? '' : `, and ${waiting} wait`;
      throw inProgress(`import ${running} is in progress${behind}; try again when it has ended`);
    }
    if (waiting >= most) throw inProgress(`import ${running} is in progress, and ${waiting} wait: as many as may`);
    if (this.waitingBytes + expectedBytes > mostBytes) throw this.tooManyBytes();
  }

  private add(begun: ImportBegun, number: number, bytes: number): ImportTurn {
    let settle!: (isFirst: boolean) => void;
    const come = new Promise<boolean>(resolve => {
      settle = resolve;
    });
    const waited = this.line.length > 0;
    const turn: Standing = { begun, number, bytes, waited, come, settle };
    this.lastNumber = Math.max(this.lastNumber, number);
    this.line.push(turn);
    if (!waited) settle(true);
    return turn;
  }

  private tooManyBytes(): Problem {
    const { mostBytes } = this.limits;
    return inProgress(`an import is in progress, and those that wait may have ${mostBytes} bytes together`);
  }
}

function inProgress(message: string): Problem {
  return new Problem('import_in_progress', message);
}

/**
 * Precedence of one thread's work over that of others in the background, which stops at its next step until the work
 * ends. A low priority alone does not do: on two cores that share caches, work at the lowest one makes an import beside
 * it take a third longer.
 */

/** Work that takes longer than this holds no other up: a full import takes minutes. */
const LONGEST_WAIT_MS = 10_000;

/** In memory that threads share: odd while work has precedence; raised at its beginning and at its end. */
export type PrecedenceCount = Int32Array;

export function precedenceCount(): PrecedenceCount {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Of the thread whose work has precedence. */
export class Precedence {
  constructor(readonly count: PrecedenceCount) {}

  begin(): void {
    if (!isTaken(Atomics.load(this.count, 0))) Atomics.add(this.count, 0, 1);
  }

  end(): void {
    if (!isTaken(Atomics.load(this.count, 0))) return;
    Atomics.add(this.count, 0, 1);
    Atomics.notify(this.count, 0);
  }
}

/** Of a thread in the background. */
export class GivesWay {
  /** The count of work that took too long to be waited for. */
  private passed = 0;

  /** @param count of the work that has precedence; absent: none has */
  constructor(
    private readonly count: PrecedenceCount | undefined,
    private readonly longestWaitMs = LONGEST_WAIT_MS,
  ) {}

  /** To be called between steps: waits while other work has precedence. */
  wait(): void {
    const { count } = this;
    const found = count ? Atomics.load(count, 0) : 0;
    if (!count || !isTaken(found) || found === this.passed) return;
    if (Atomics.wait(count, 0, found, this.longestWaitMs) === 'timed-out') this.passed = found;
  }
}

function isTaken(count: number): boolean {
  return (count & 1) === 1;
}

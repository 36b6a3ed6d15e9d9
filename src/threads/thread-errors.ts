/** Why a thread has not answered: it has ended, or it takes too long. Both errors name the thread. */

/** An error as Node reports it from another thread: anything that was thrown there, or a limit that was exceeded. */
interface ReportedError {
  code?: unknown;
  stack?: unknown;
}

export class ThreadDeath extends Error {
  override readonly name = 'ThreadDeath';

  /**
   * @param thread its name, as in "the export thread"
   * @param reason follows the name in the message
   * @param cause what was thrown in the thread, or why it could not be started
   */
  constructor(
    readonly thread: string,
    readonly reason: string,
    cause?: unknown,
  ) {
    super(`${thread} ${reason}`, cause === undefined ? undefined : { cause });
  }
}

/** The thread lives, but the reply has not come in time. */
export class LateReply extends Error {
  override readonly name = 'LateReply';

  /** @param request its kind. @param limit in words, as in "within 5 ms" */
  constructor(thread: string, request: string, limit: string) {
    super(`${thread} has not answered "${request}" ${limit}`);
  }
}

/** What the 'error' event of a worker tells. */
export function deathByError(thread: string, error: unknown): ThreadDeath {
  const { code } = (error ?? {}) as ReportedError;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return new ThreadDeath(thread, 'ran out of memory', error);
  return new ThreadDeath(thread, `ended with an exception: ${text(error)}`, error);
}

/** What the 'exit' event of a worker tells where no error came before it. */
export function deathByExit(thread: string, code: number): ThreadDeath {
  return new ThreadDeath(thread, `ended with exit code ${code}`);
}

export function startFailure(thread: string, error: unknown): ThreadDeath {
  return new ThreadDeath(thread, `could not start: ${text(error)}`, error);
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

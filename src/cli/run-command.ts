/**
 * Runs the command `vitrine`, prints errors on standard error, and maps them to exit codes (see exit-codes.ts).
 */
import { CommanderError } from 'commander';
import { Problem } from '../errors/problem.js';
import { createProgram } from './program.js';
import { CommandFailure, describe, EXIT_FAILED, EXIT_OK, EXIT_USAGE, UsageError } from './terminal/exit-codes.js';

/** Prints an error and returns the exit code. Unexpected errors, but for those of the system, are printed with their stack. */
function report(error: unknown): number {
  if (error instanceof CommanderError) {
    // Commander has printed its own message. Help and version are reported in this way too, with exit code 0.
    return error.exitCode === 0 ? EXIT_OK : EXIT_USAGE;
  }
  const usage = error instanceof UsageError || (error instanceof Problem && error.error === 'BAD_REQUEST');
  const expected = usage || error instanceof Problem || error instanceof CommandFailure || isOfSystem(error);
  const text = !expected && error instanceof Error ? stacksOf(error) : describe(error);
  process.stderr.write(`vitrine: ${text}\n`);
  return usage ? EXIT_USAGE : EXIT_FAILED;
}

/** As of a disk that is full or read-only: the message has the code, the call and the path. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** The stacks of an error and of its causes, of which the last may come from another thread. */
function stacksOf(error: Error): string {
  const stack = error.stack ?? error.message;
  return error.cause instanceof Error ? `${stack}\ncaused by ${stacksOf(error.cause)}` : stack;
}

// The reader of the output has what it wanted, as in `vitrine imports | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? EXIT_OK : report(error));
});

createProgram()
  .parseAsync(process.argv)
  // Threads and sockets that a failed command left open must not keep the process alive.
  .catch((error: unknown) => process.exit(report(error)));

/**
 * The built command: as a shell runs it, a process of its own, or, at a third of the cost, in a thread. The program, its
 * arguments, environment, standard streams and exit code are the same in both.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { cleanEnvironment, MAIN } from '../daemon.js';

export interface Run {
  /** -1 when a signal ended it. */
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs `vitrine` to its end, as a process. Settings of the test run do not reach it. */
export function runProcess(args: readonly string[]): Promise<Run> {
  return new Promise(resolve => {
    const child = execFile(process.execPath, [MAIN, ...args], { env: cleanEnvironment() }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr });
    });
    child.stdin!.end();
  });
}

/**
 * Runs `vitrine` to its end, in a thread.
 * @param env settings beside those of the machine; those of the test run do not reach it
 * @param input what it reads from its standard input
 */
export async function runCommand(args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Run> {
  const thread = new Worker(MAIN, {
    argv: [...args],
    env: { ...cleanEnvironment(), ...env },
    // A thread whose standard input is a stream lives until it has read it.
    stdin: input !== '',
    stdout: true,
    stderr: true,
  });
  thread.stdin?.end(input);
  // The command reports its own errors: this rejects at a fault of the program alone.
  const exited = once(thread, 'exit') as Promise<[code: number]>;
  const [[code], stdout, stderr] = await Promise.all([exited, text(thread.stdout), text(thread.stderr)]);
  return { code, stdout, stderr };
}

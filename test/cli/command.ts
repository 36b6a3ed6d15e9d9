/** The command as people run it: a process of its own. */
import { execFile } from 'node:child_process';
import { cleanEnvironment, MAIN } from '../daemon.js';

export interface Run {
  /** -1 when a signal ended it. */
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs `vitrine` to its end.
 * @param env settings beside those of the machine; those of the test run do not reach it
 * @param input what it reads from its standard input
 */
export function runCommand(args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Run> {
  return new Promise(resolve => {
    const options = { env: { ...cleanEnvironment(), ...env } };
    const child = execFile(process.execPath, [MAIN, ...args], options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr });
    });
    child.stdin!.end(input);
  });
}

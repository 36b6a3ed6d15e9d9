/** A process that is measured: takes commands a line each, and answers with a line of JSON. It ends with us. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Static, TSchema } from 'typebox';
import type { Validator } from 'typebox/compile';
import { parsedJson } from '../harness/parsed-json.js';
import { memory } from '../harness/processes.js';

/** Our data folder, in the folder of a comparison. */
export const OURS = 'ours';
const OUR_PROGRAM = fileURLToPath(new URL('./ours.js', import.meta.url));
const ANSWER_WITHIN_MS = 900_000;

export class Side {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;
  private readonly ended: Promise<unknown>;
  private readonly answers: AsyncIterator<string>;
  private readonly kill = () => this.child.kill('SIGKILL');

  constructor(
    private readonly program: string,
    args: readonly string[],
  ) {
    this.child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    // Before the folder that it reads is removed.
    process.prependOnceListener('exit', this.kill);
    this.ended = once(this.child, 'close').then(() => process.off('exit', this.kill));
    this.answers = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  /** @throws Error when the process ends, or does not answer in time, or answers something else */
  async ask<Schema extends TSchema>(
    command: string,
    answer: Validator<Record<never, never>, Schema>,
  ): Promise<Static<Schema>> {
    this.child.stdin.write(`${command}\n`);
    const timer = setTimeout(this.kill, ANSWER_WITHIN_MS);
    const { value, done } = await this.answers.next();
    clearTimeout(timer);
    if (done) throw new Error(`${this.program} ended at "${command}"`);
    return parsedJson(answer, value, `${this.program}, "${command}"`);
  }

  get residentMb(): number {
    return memory(this.child.pid!).resident;
  }

  async stop(): Promise<void> {
    this.child.stdin.end();
    await this.ended;
  }
}

/** Our own. @param folder of the comparison */
export function ourSide(folder: string): Side {
  return new Side(process.execPath, [OUR_PROGRAM, join(folder, OURS), folder]);
}

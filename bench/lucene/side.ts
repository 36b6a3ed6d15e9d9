/** A process that is measured: takes commands a line each, and answers with a line of JSON. It ends with us. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { memory } from '../harness/processes.js';

const ANSWER_WITHIN_MS = 900_000;

/** @param {string} program @param {string[]} args */
export function startSide(program, args) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const ended = once(child, 'close').then(() => process.off('exit', killWithUs));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(command) {
      child.stdin.write(`${command}\n`);
      const timer = setTimeout(killWithUs, ANSWER_WITHIN_MS);
      const { value, done } = await answers.next();
      clearTimeout(timer);
      if (done) throw new Error(`${program} ended at "${command}"`);
      return JSON.parse(value);
    },
    get residentMb() {
      return memory(child.pid).resident;
    },
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

/**
 * A copy of the programs that `npm start` runs, in which single ones can be replaced by others that fail. What is
 * started is `vitrine serve`, as a process of its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cleanEnvironment, MAIN } from '../../daemon.js';
import { testFolder } from '../../folder.js';

/**
 * Generous for a machine that is busy with other tests; a process that hangs is ended then, and known by its signal.
 */
const WITHIN_MS = 180_000;

export interface Ending {
  code: number | null;
  /** Of a process that was ended because it did not by itself. */
  signal: string | null;
  /** Of both streams. */
  output: string;
}

interface Test {
  teardown(fn: () => unknown): void;
}

export class CopiedPrograms {
  /** For files of the test; removed with it. */
  readonly root: string;
  private readonly project = dirname(dirname(dirname(MAIN)));
  private folders = 0;

  constructor(t: Test) {
    this.root = testFolder(t);
    const { root, project } = this;
    // Compiled code, too, but for what a daemon of another test is just writing.
    const filter = (file: string) => !/\.map$|\.compiled\./.test(file);
    cpSync(join(project, 'bundle'), join(root, 'bundle'), { recursive: true, filter });
    copyFileSync(join(project, 'package.json'), join(root, 'package.json'));
    symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  }

  /** A data folder that does not exist yet. */
  newFolder(): string {
    return join(this.root, `data-${++this.folders}`);
  }

  /** For the time of a test. @param program its path below bundle/ */
  replace(t: Test, program: string, text: string): void {
    const file = join(this.root, 'bundle', program);
    writeFileSync(file, text);
    t.teardown(() => copyFileSync(join(this.project, 'bundle', program), file));
  }

  /** Runs `vitrine serve` on a free port until it ends. */
  async serve(args: readonly string[] = [], data = this.newFolder()): Promise<Ending> {
    const main = join(this.root, 'bundle', 'cli', 'main.js');
    const all = ['serve', '--data', data, '--host', '127.0.0.1', '--port', '0', '--workers', '1', ...args];
    const child = spawn(process.execPath, [main, ...all], {
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: WITHIN_MS,
      killSignal: 'SIGKILL',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        output += String(chunk);
      });
    }
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    return { code, signal, output };
  }
}

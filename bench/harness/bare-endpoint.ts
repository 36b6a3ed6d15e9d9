/** The bare endpoint that daemons are compared with, started and told what to answer. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./bare-endpoint-process.js', import.meta.url));
const JSON_HEADERS: readonly [string, string][] = [['Content-Type', 'application/json;charset=utf-8']];

/** What it answers everything with from now on. */
export interface BareAnswer {
  /** Of an answer, head included. */
  bytes: number;
  headers: readonly [name: string, value: string][];
  /** How many bodies take turns. */
  bodies: number;
}

export class BareEndpoint {
  private constructor(
    private readonly child: ChildProcess,
    readonly pid: number,
    readonly url: string,
  ) {}

  static async start(): Promise<BareEndpoint> {
    const child = fork(SCRIPT);
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    return new BareEndpoint(child, child.pid!, `http://127.0.0.1:${port}`);
  }

  async answer(bytes: number, headers = JSON_HEADERS, bodies = 1): Promise<void> {
    this.child.send({ bytes, headers, bodies } satisfies BareAnswer);
    await once(this.child, 'message');
  }

  async stop(): Promise<void> {
    this.child.disconnect();
    await once(this.child, 'exit');
  }
}

/**
 * Load by wrk: a request costs it a tenth of the CPU that a generator on Node needs, which it would take from the daemon
 * on the same cores. Debian has it as wrk.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { inCheckout } from '../harness/checkout.js';
import { parsedJson } from '../harness/parsed-json.js';
import { cpuSeconds, firstThreadCpuSeconds } from '../harness/processes.js';
import type { Turn } from '../publishing/results.js';

const SCRIPT = inCheckout('bench/lucene/wrk.lua');
const TIMEOUT_SECONDS = 10;

const Measured = Compile(
  Type.Object({
    requests: Type.Number({ minimum: 1 }),
    micros: Type.Number({ minimum: 1 }),
    bytes: Type.Number(),
    refused: Type.Number(),
    lost: Type.Number(),
    p50: Type.Number(),
    p99: Type.Number(),
  }),
);

/** @returns its version; undefined where it is not installed */
export function findWrk(): string | undefined {
  // It ends with 1, having said so.
  return /^wrk (\S+)/.exec(spawnSync('wrk', ['-v']).stdout?.toString() ?? '')?.[1];
}

export class Wrk {
  private readonly paths: string;
  private readonly measured: string;

  /** @param folder for what it reads and writes @param paths with their parameters; asked in turn */
  constructor(
    folder: string,
    private readonly connections: number,
    paths: readonly string[],
  ) {
    this.paths = join(folder, 'wrk-paths.txt');
    this.measured = join(folder, 'wrk-measured.json');
    writeFileSync(this.paths, `${paths.join('\n')}\n`);
  }

  /** Each connection sends the next request when the last is answered. @throws Error where requests are not answered */
  async load({ url, pid }: { url: string; pid: number }, seconds: number): Promise<Turn> {
    const all = cpuSeconds(pid);
    const first = firstThreadCpuSeconds(pid);
    const { requests, micros, bytes, refused, lost, p50, p99 } = await this.run(url, seconds);
    if (lost > 0) throw new Error(`wrk: ${lost} requests were not answered`);
    // Requests that are refused, as where other programs hold the cores, are no answers.
    const answers = requests - refused;
    const perAnswer = (cpu: number) => (cpu * 1e6) / answers;
    return {
      perSecond: (answers * 1e6) / micros,
      p50: p50 / 1000,
      p99: p99 / 1000,
      requests,
      failed: refused,
      bytes: Math.round(bytes / requests),
      cpuMicros: perAnswer(cpuSeconds(pid) - all),
      frontCpuMicros: perAnswer(firstThreadCpuSeconds(pid) - first),
    };
  }

  private async run(url: string, seconds: number) {
    const connections = ['--threads', '1', '--connections', String(this.connections)];
    const times = ['--duration', `${seconds}s`, '--timeout', `${TIMEOUT_SECONDS}s`];
    const child = spawn('wrk', [...connections, ...times, '--script', SCRIPT, url], {
      env: { ...process.env, WRK_PATHS: this.paths, WRK_MEASURED: this.measured },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`wrk ended with ${code}`);
    return parsedJson(Measured, readFileSync(this.measured, 'utf8'), 'wrk');
  }
}

/**
 * Clients that ask more than a daemon can answer, as a process of their own: connections that send the next request as
 * soon as there is a reply, a refusal too, or requests at a fixed rate however many are answered. Prints a line of JSON.
 * Its argument is JSON: see `Crowd`.
 */

import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { Latencies } from '../harness/latencies.js';
import type { Crowd, CrowdCount } from './overload.js';

const crowd = JSON.parse(process.argv[2] ?? '{}') as Crowd;
const { port, connections, seconds, perSecond, warmUpSeconds } = crowd;
const requests = (JSON.parse(readFileSync(crowd.requestsFile, 'utf8')) as string[]).map(text =>
  Buffer.from(text, 'latin1'),
);

const beginMs = performance.now();
const fromMs = beginMs + warmUpSeconds * 1000;
const endMs = fromMs + seconds * 1000;
const TICK_MS = 4;
const HEAD_END = '\r\n\r\n';

const count: Omit<CrowdCount, 'p50' | 'p99'> = { sent: 0, answered: 0, refused: 0, others: 0, broken: 0, unsent: 0 };
const latencies = new Latencies();
let next = 0;

class Connection {
  private socket: Socket | undefined;
  private sentMs = 0;
  private status = 0;
  /** Bytes of the body that are to come; -1: the head has not ended. */
  private left = -1;
  private head = '';

  constructor(private readonly whenFree: (connection: Connection) => void) {}

  send(atMs: number): void {
    this.sentMs = atMs;
    this.left = -1;
    this.head = '';
    const request = requests[next++ % requests.length]!;
    if (atMs >= fromMs) count.sent++;
    this.socket ??= this.open();
    this.socket.write(request);
  }

  close(): void {
    this.socket?.destroy();
  }

  private open(): Socket {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.on('data', data => this.take(data));
    // A 'close' follows.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (performance.now() >= endMs) return;
      count.broken++;
      this.socket = undefined;
      setTimeout(() => this.whenFree(this), 100);
    });
    return socket;
  }

  private take(data: Buffer): void {
    let body = data.length;
    if (this.left < 0) {
      const before = this.head.length;
      this.head += data.toString('latin1');
      const end = this.head.indexOf(HEAD_END);
      if (end < 0) return;
      this.status = Number(this.head.slice(9, 12));
      this.left = Number(/content-length: (\d+)/i.exec(this.head.slice(0, end))?.[1]);
      body = before + data.length - end - HEAD_END.length;
    }
    this.left -= body;
    if (this.left > 0) return;
    this.record();
    this.whenFree(this);
  }

  private record(): void {
    const now = performance.now();
    if (now < fromMs || now >= endMs) return;
    if (this.status === 200) {
      count.answered++;
      latencies.add(now - this.sentMs);
    } else if (this.status === 503) count.refused++;
    else count.others++;
  }
}

const all: Connection[] = [];
if (perSecond === undefined) {
  for (let i = 0; i < connections; i++) {
    const connection = new Connection(free => {
      if (performance.now() < endMs) free.send(performance.now());
    });
    all.push(connection);
    connection.send(performance.now());
  }
} else {
  const idle: Connection[] = [];
  let due = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    if (now >= endMs) clearInterval(timer);
    for (; due < ((now - beginMs) * perSecond) / 1000; due++) {
      const atMs = beginMs + (due * 1000) / perSecond;
      let connection = idle.pop();
      if (connection === undefined && all.length < connections) {
        connection = new Connection(free => idle.push(free));
        all.push(connection);
      }
      if (connection) connection.send(atMs);
      else if (atMs >= fromMs) count.unsent++;
    }
  }, TICK_MS);
}
setTimeout(
  () => {
    for (const connection of all) connection.close();
    process.stdout.write(`${JSON.stringify({ ...count, ...latencies.quantiles() } satisfies CrowdCount)}\n`, () =>
      process.exit(),
    );
  },
  endMs - performance.now() + 50,
);

/**
 * Clients that ask more than a daemon can answer, as a process of their own: connections that send the next request as
 * soon as there is a reply, a refusal too, or requests at a fixed rate however many are answered. All requests are
 * encoded before, and of a reply they read the head alone, so that they have time left. Prints a line of JSON. Its
 * argument is JSON: see `Crowd`.
 */

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Latencies } from '../harness/latencies.js';
import type { Crowd, CrowdCount } from './overload.js';

const crowd = JSON.parse(process.argv[2] ?? '{}') as Crowd;
const { port, connections, seconds, perSecond, warmUpSeconds } = crowd;
const requests = (JSON.parse(readFileSync(crowd.requestsFile, 'utf8')) as string[]).map(text =>
  Buffer.from(text, 'latin1'),
);

const TICK_MS = 2;
/** Connections that are opened at once: the system drops what a listening socket has no room for. */
const OPENED_AT_ONCE = 100;
const HEAD_END = '\r\n\r\n';

const count = { sent: 0, answered: 0, refused: 0, others: 0, broken: 0, unsent: 0 };
const latencies = new Latencies();
/** As the daemon states them. */
const ownTimes = new Latencies();
/** Lateness of this process. */
const late = new Latencies();
let next = 0;
let fromMs = Number.POSITIVE_INFINITY;
let endMs = Number.POSITIVE_INFINITY;

class Connection {
  private socket: Socket | undefined;
  private sentMs = 0;
  /** Whether a request has no reply yet. */
  private isWaiting = false;
  private status = 0;
  private ownMs = 0;
  /** Bytes of the body that are to come; -1: the head has not ended. */
  private left = -1;
  /** Bytes of a head that has not come as a whole. */
  private begun: Buffer | undefined;

  constructor(private readonly whenFree: (connection: Connection) => void) {}

  send(atMs: number): void {
    this.sentMs = atMs;
    this.isWaiting = true;
    this.left = -1;
    const request = requests[next++ % requests.length]!;
    if (atMs >= fromMs) count.sent++;
    this.socket ??= this.connected();
    this.socket.write(request);
  }

  /** Resolves when there is a connection. */
  async open(): Promise<void> {
    this.socket = this.connected();
    await once(this.socket, 'connect');
  }

  close(): void {
    this.socket?.destroy();
  }

  private connected(): Socket {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.on('data', data => this.take(data));
    // A 'close' follows.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (performance.now() >= endMs) return;
      this.socket = undefined;
      // One that is idle for long is closed by the daemon; the next request opens another.
      if (!this.isWaiting) return;
      this.isWaiting = false;
      count.broken++;
      setTimeout(() => this.whenFree(this), 100);
    });
    return socket;
  }

  private take(data: Buffer): void {
    let body = data.length;
    if (this.left < 0) {
      const bytes = this.begun === undefined ? data : Buffer.concat([this.begun, data]);
      const end = bytes.indexOf(HEAD_END);
      this.begun = end < 0 ? bytes : undefined;
      if (end < 0) return;
      const head = bytes.toString('latin1', 0, end);
      this.status = Number(head.slice(9, 12));
      this.ownMs = Number(/x-response-time: (\d+)/i.exec(head)?.[1]);
      this.left = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      body = bytes.length - end - HEAD_END.length;
    }
    this.left -= body;
    if (this.left > 0) return;
    this.isWaiting = false;
    this.record();
    this.whenFree(this);
  }

  private record(): void {
    const now = performance.now();
    if (now < fromMs || now >= endMs) return;
    if (this.status === 200) {
      count.answered++;
      latencies.add(now - this.sentMs);
      ownTimes.add(this.ownMs);
    } else if (this.status === 503) count.refused++;
    else count.others++;
  }
}

/** Opens connections ahead of what is measured. */
async function openAll(whenFree: (connection: Connection) => void): Promise<Connection[]> {
  const all: Connection[] = [];
  while (all.length < connections) {
    const some = Array.from(
      { length: Math.min(OPENED_AT_ONCE, connections - all.length) },
      () => new Connection(whenFree),
    );
    await Promise.all(some.map(connection => connection.open()));
    all.push(...some);
  }
  return all;
}

/** @returns when it begins, by `performance.now` */
function begin(): number {
  const now = performance.now();
  fromMs = now + warmUpSeconds * 1000;
  endMs = fromMs + seconds * 1000;
  return now;
}

/** Each connection sends the next request as soon as it is free. */
async function repeat(): Promise<Connection[]> {
  const all = await openAll(free => {
    if (performance.now() < endMs) free.send(performance.now());
  });
  const beginMs = begin();
  for (const connection of all) connection.send(beginMs);
  return all;
}

/** Requests are sent when they are due, by connections that are free. */
async function keepRate(rate: number): Promise<Connection[]> {
  const idle: Connection[] = [];
  const all = await openAll(free => idle.push(free));
  idle.push(...all);
  const beginMs = begin();
  let due = 0;
  let lastMs = beginMs;
  const timer = setInterval(() => {
    const now = performance.now();
    if (now >= fromMs) late.add(now - lastMs);
    lastMs = now;
    if (now >= endMs) clearInterval(timer);
    for (; due < ((now - beginMs) * rate) / 1000; due++) {
      const atMs = beginMs + (due * 1000) / rate;
      const connection = idle.pop();
      if (connection) connection.send(atMs);
      else if (atMs >= fromMs) count.unsent++;
    }
  }, TICK_MS);
  return all;
}

const all = await (perSecond === undefined ? repeat() : keepRate(perSecond));
await delay(endMs - performance.now() + 50);
for (const connection of all) connection.close();
const { p50: ownP50, p99: ownP99 } = ownTimes.quantiles();
const counted: CrowdCount = { ...count, ...latencies.quantiles(), ownP50, ownP99, lateP99: late.quantiles().p99 };
process.stdout.write(`${JSON.stringify(counted)}\n`, () => process.exit());

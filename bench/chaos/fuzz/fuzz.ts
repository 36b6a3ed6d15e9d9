/**
 * Requests that the daemon's own interface description allows, nearly allows or does not allow, against each transport:
 * every one is answered with a status that the description states, in time, and the daemon is the same as before. Places are
 * sold, so that requests meet campaigns, and pages with banners, sponsored lists and sponsored slices.
 */
import { writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { say } from '../../../scripts/setup/say.mjs';
import { stream } from '../../catalogs/chance.js';
import { Daemon } from '../../harness/daemon.js';
import { whole } from '../../harness/figures.js';
import { Faults, type Trial } from '../results.js';
import { Shop } from '../shop.js';
import { describedInterface } from './described.js';
import { type FuzzedRequest, FuzzedRequests, type Kind } from './requests.js';

const CONNECTIONS = 16;
/**
 * Milliseconds from the request to the last byte of its answer, with all the others at the same time: a query may compute
 * for two seconds, what is read or recorded may wait for a disk, and an import builds behind those before it.
 */
const BOUNDS: Readonly<Record<Kind, number>> = { query: 4_000, notification: 4_000, read: 20_000, write: 60_000 };
const SAY_EVERY = 50_000;
const KEPT_TICKETS = 50;
/** An answer in so many is read as JSON. */
const READ_EVERY = 8;
/** A connection that nothing came on for so long may be closed by the daemon at any moment. */
const IDLE_MS = 4_000;
/** Statuses that any request may get which is not one of the interface at all. */
const OF_SPOILED: ReadonlySet<number> = new Set([200, 204, 400, 403, 404, 405, 411, 413, 414, 415, 431]);

export const TRANSPORTS = ['native', 'node'] as const;
export type Transport = (typeof TRANSPORTS)[number];

export interface FuzzOptions {
  /** On each transport. */
  requests: number;
  seed: number;
  /** Seconds after which no more are sent, of all transports. */
  within?: number;
}

export async function benchFuzz(folder: string, { requests, seed, within }: FuzzOptions): Promise<Trial[]> {
  const mostMs = ((within ?? Number.POSITIVE_INFINITY) * 1_000) / TRANSPORTS.length;
  const trials: Trial[] = [];
  const config = join(folder, 'settings.json');
  writeFileSync(config, JSON.stringify({ site: { retailMedia: { searchPositions: [0, 2], maxShare: 0.5 } } }));
  for (const transport of TRANSPORTS) {
    const args = ['--http', transport, '--config', config];
    const daemon = await Daemon.start(join(folder, transport), 16, args);
    try {
      trials.push(await new Fuzz(daemon, transport, seed).run(requests, mostMs));
    } finally {
      await daemon.stop();
    }
  }
  return trials;
}

interface Answer {
  status: number;
  type: string;
  text: string;
}

class Fuzz {
  private readonly faults = new Faults();
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  /** When the last reply on a connection ended, by `performance.now`. */
  private readonly lastUse = new WeakMap<Socket, number>();
  private closedIdle = 0;
  private endedBackups = 0;
  private readonly tickets: string[] = [];
  private readonly statuses = new Map<string, number>();
  private readonly slowest: Record<Kind, number> = { query: 0, notification: 0, read: 0, write: 0 };
  private sent = 0;

  constructor(
    private readonly daemon: Daemon,
    private readonly transport: Transport,
    private readonly seed: number,
  ) {}

  async run(requests: number, mostMs: number): Promise<Trial> {
    const shop = new Shop(this.daemon.url);
    await shop.takesImports();
    await this.fill(shop);
    const fuzzed = new FuzzedRequests(
      stream(`fuzz ${this.seed}`),
      await describedInterface(this.daemon.url),
      this.tickets,
    );
    const started = performance.now();
    const untilMs = started + mostMs;
    await Promise.all(Array.from({ length: CONNECTIONS }, () => this.send(fuzzed, requests, untilMs)));
    const seconds = (performance.now() - started) / 1_000;
    this.agent.destroy();
    await this.fill(shop);
    const answered = await shop.answered();
    if (!answered.startsWith('edition 1,')) this.faults.add(`afterwards, answers are of ${answered}`);
    for (const line of this.daemon.errors) this.faults.add(`log: ${line.slice(0, 500)}`);
    return this.trial(seconds);
  }

  /** Whatever the requests have made of the shop: what it was. */
  private async fill(shop: Shop): Promise<void> {
    const orders = [
      () => shop.putCatalog(1, 1),
      () => shop.postPage(1),
      () => shop.postSoldPage(),
      () => shop.putCampaign(),
      () => shop.inService(),
    ];
    for (const order of orders) {
      const { status, text } = await order();
      if (status !== 204) throw new Error(`import: ${status} ${text}`);
    }
    await shop.ready();
  }

  private trial(seconds: number): Trial {
    const { faults, slowest } = this;
    const byStatus = [...this.statuses].sort().map(([name, count]) => [name, count] as const);
    return {
      what: `requests by ${this.transport === 'native' ? 'uWebSockets.js' : 'node:http'}`,
      tried: this.sent,
      failed: faults.count,
      faults: faults.first,
      figures: {
        'a second': Math.round(this.sent / seconds),
        ...Object.fromEntries(byStatus),
        'idle connections closed': this.closedIdle,
        'backups ended by an erasure': this.endedBackups,
        'slowest query ms': slowest.query,
        'notification ms': slowest.notification,
        'read ms': slowest.read,
        'import ms': slowest.write,
      },
    };
  }

  private async send(fuzzed: FuzzedRequests, requests: number, untilMs: number): Promise<void> {
    while (this.sent < requests && performance.now() < untilMs && this.daemon.end === undefined) {
      this.sent++;
      if (this.sent % SAY_EVERY === 0) say(`${whole(this.sent)} requests, ${this.faults.count} faults`);
      const one = fuzzed.next();
      const started = performance.now();
      try {
        const answer = await this.answer(one);
        const took = performance.now() - started;
        this.slowest[one.kind] = Math.max(this.slowest[one.kind], took);
        if (took > BOUNDS[one.kind]) this.fault(one, `${Math.round(took)} ms`);
        this.check(one, answer);
      } catch (error) {
        const what = error instanceof Error ? error.message : String(error);
        // A backup amid which a customer is forgotten ends.
        if (what === 'aborted' && one.target.includes('/backup')) this.endedBackups++;
        else this.fault(one, what);
      }
    }
    if (this.daemon.end !== undefined) this.faults.add(`the daemon ended with ${this.daemon.end}`);
  }

  private check(one: FuzzedRequest, { status, type, text }: Answer): void {
    const name = status === 503 ? '503' : `${Math.floor(status / 100)}xx`;
    this.statuses.set(name, (this.statuses.get(name) ?? 0) + 1);
    const isStated = one.operation.statuses.has(status) || (one.isSpoiled && OF_SPOILED.has(status));
    if (!isStated || status === 500) this.fault(one, `${status} ${text.slice(0, 200)}`);
    if (/\n\s+at \S+ \(|node_modules/.test(text)) this.fault(one, `${status} with a stack: ${text.slice(0, 200)}`);
    if (type.split(';')[0] !== 'application/json' || one.method === 'HEAD' || text === '') return;
    if (status < 400 && this.sent % READ_EVERY !== 0) return;
    JSON.parse(text);
    if (one.kind !== 'query') return;
    for (const [, ticket] of text.matchAll(/"ticket":"([^"]+)"/g)) {
      if (this.tickets.length < KEPT_TICKETS) this.tickets.push(ticket);
      else this.tickets[this.sent % KEPT_TICKETS] = ticket;
    }
  }

  private answer(one: FuzzedRequest): Promise<Answer> {
    const { method, target, body } = one;
    const { agent } = this;
    // By itself Node states no length of a body under HEAD or DELETE, and such a body is no part of its request.
    const headers = body === undefined ? one.headers : { ...one.headers, 'Content-Length': body.length };
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const sent = request(`${this.daemon.url}/`, { agent, method, path: target, headers });
      let idleMs = 0;
      sent.on('socket', socket => {
        idleMs = performance.now() - (this.lastUse.get(socket) ?? performance.now());
      });
      sent.on('error', error => {
        // It has met a closing connection, as every client does now and then.
        if (idleMs > IDLE_MS) {
          this.closedIdle++;
          resolve(this.answer(one));
        } else reject(new Error(`${error.message} after ${Math.round(performance.now() - started)} ms`));
      });
      sent.on('response', (response: IncomingMessage) => {
        const { socket } = response;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          this.lastUse.set(socket, performance.now());
          const isText = response.headers['content-encoding'] === undefined;
          resolve({
            status: response.statusCode ?? 0,
            type: isText ? (response.headers['content-type'] ?? '') : '',
            text: isText ? Buffer.concat(chunks).toString() : '',
          });
        });
      });
      sent.end(body);
    });
  }

  private fault({ method, target, headers, body }: FuzzedRequest, what: string): void {
    const key = headers['Api-Key'] === undefined ? '' : ' with a key';
    const sent = body === undefined ? '' : ` ${headers['Content-Type']} ${body.toString().slice(0, 200)}`;
    this.faults.add(`${what}: ${method} ${target.slice(0, 200)}${key}${sent}`);
  }
}

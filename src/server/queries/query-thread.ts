/**
 * A query thread: everything between parsed requests and response bytes happens here, in one call for a batch. A body
 * is copied once, from the buffer that pages write to into memory of its own, which is transferred to the front end,
 * cached, sent, and returned with a later batch (see `buffer-pool.ts`). (One buffer for a batch would need a second
 * copy here and, for the cache, a third there: measured with answers of 30 kB in batches of 4, 34 µs an answer against
 * 24.)
 */
import type { VisitorSource } from '../../behaviour/visitors/visitor.js';
import type { VisitorReader, VisitorReaderOptions } from '../../behaviour/visitors/visitor-reader.js';
import { arenaBytes } from '../../kernel/arena.js';
import { advance, type Steps } from '../../kernel/steps.js';
import { Pages, type PagesConfig, PhaseTimer, Workspaces } from '../../pages/pages.js';
import { RecordMemory } from '../../pages/shared/cards/record-memory.js';
import type { StorefrontRequest } from '../../pages/shared/requests.js';
import type { TicketSecret } from '../../pages/shared/tickets/ticket-secret.js';
import { takeLookups } from '../../query/cache-lookups.js';
import {
  collectBeyond,
  collectReleased,
  releaseParts,
  type SharedSignals,
  type SharedSnapshot,
} from '../../snapshot/index.js';
import { keepCompiledCode } from '../../threads/compiled-code.js';
import { asFailure, type Failure } from '../../threads/failure.js';
import { Transferred } from '../../threads/request-server.js';
import { serveTasks } from '../../threads/task-server.js';
import type { ThreadMemory } from '../observability/front-end-reading.js';
import { BufferPool } from './buffer-pool.js';
import { compress } from './compression.js';
import {
  type AnswerBatch,
  type ExplainOutcome,
  FACT_BYTES,
  FACT_CORRECTED,
  FACT_DEGRADED,
  FACT_ENCODED,
  FACT_HITS,
  FACT_MS,
  FACT_PERSONAL,
  FACT_SECOND,
  FACTS,
  type QueryResult,
  type QueryTask,
  type QueryThreadData,
  type UnreadBody,
} from './query-task.js';
import { SAMPLED_PAIRS, sampleOf } from './rehearsal.js';

/** What the thread is set up with; undefined before its first task. */
let setUp: { config: PagesConfig; visitors: VisitorReaderOptions } | undefined;
/** Undefined until a query needs it, or all have been answered that were waiting for the start. */
let visitors: VisitorReader | undefined;
const open = new Map<string, Pages>();
/** Undefined until there is a body to be read. */
let readBody:
  | ((request: StorefrontRequest, body: UnreadBody, ticketSecret: TicketSecret) => StorefrontRequest)
  | undefined;
/** For pages: what is asked for a customer is run with visitors open. */
const visitorSource: VisitorSource = {
  get: (market, customerKey) => visitors?.get(market, customerKey),
};
/** What is left of what is being prepared, by snapshot and then by view. */
const preparing = new Map<string, Map<string, Steps<void>>>();
const NO_CARDS = { used: 0, most: 0 };
/** Of the answer that is being made. */
const timer = new PhaseTimer();
/** How long an answer takes of which the phases are told, in case that it counts as slow: several times the usual one. */
const STAGES_FROM_MS = 1;
/** Buffers for answers. */
const buffers = new BufferPool();

type Worked = QueryResult | Transferred<QueryResult>;

export default serveTasks(work);

function work(task: QueryTask): Worked | Promise<Worked> {
  switch (task.kind) {
    case 'start':
      configOf(task.data);
      return { kind: 'done' };
    case 'open':
      openPages(task.snapshot, task.signals, configOf(task.data));
      return { kind: 'done' };
    case 'open-visitors':
      return openVisitors(task.visitors).then(() => ({ kind: 'done' }));
    case 'learn':
      open.get(task.signals.snapshotId)?.learn(task.signals);
      return { kind: 'done' };
    case 'warm': {
      const pages = open.get(task.id);
      if (pages === undefined) return { kind: 'missing' };
      for (const request of task.requests) pages.answer(request, Date.now(), task.queryMs);
      keepCompiledCode('start');
      return { kind: 'done' };
    }
    case 'first': {
      const pages = open.get(task.id);
      if (pages === undefined) return { kind: 'missing' };
      const { request } = task;
      pages.answer({ ...request, q: pages.someWord(request) ?? request.q }, Date.now());
      keepCompiledCode('start');
      return { kind: 'done' };
    }
    case 'prepare':
      return { kind: prepare(task) ? 'done' : 'more' };
    case 'rehearsed':
      keepCompiledCode('work');
      return { kind: 'done' };
    case 'sample': {
      const pages = open.get(task.id);
      if (pages === undefined) return { kind: 'missing' };
      const { body } = pages.answer(task.request, Date.now());
      const sample = sampleOf(Buffer.from(body).toString());
      if (sample) sample.pairs.push(...pages.frequentPairs(task.request, SAMPLED_PAIRS));
      return { kind: 'sampled', sample };
    }
    case 'release':
      release(task.id);
      collectBeyond();
      return { kind: 'done' };
    case 'collect':
      collectReleased();
      return { kind: 'done' };
    case 'explain': {
      const pages = open.get(task.snapshotId);
      if (pages === undefined) return { kind: 'missing' };
      return withVisitors([task.request], () => ({ kind: 'explained', outcome: explain(pages, task) }));
    }
    case 'answer': {
      for (const buffer of task.spent) buffers.give(buffer);
      const pages = open.get(task.snapshotId);
      if (pages === undefined) return { kind: 'missing' };
      return withReader(task, () => {
        const batch = answer(pages, task);
        const bodies = batch.bodies.filter(body => body !== undefined);
        return new Transferred<QueryResult>({ kind: 'answers', batch }, bodies);
      });
    }
  }
}

/** The configuration of pages: that of the first task with a configuration. */
function configOf({ visitors, cardMemoryBytes, ...data }: QueryThreadData): PagesConfig {
  if (setUp) return setUp.config;
  const cardMemory = RecordMemory.ofBytes(cardMemoryBytes, data.assembly);
  const config = { ...data, cardMemory, workspaces: new Workspaces({ ...data, cardMemory }) };
  setUp = { config, visitors };
  return config;
}

/** Opens the visitor store first where one of the requests may read it. */
function withVisitors<T>(requests: readonly StorefrontRequest[], run: () => T): T | Promise<T> {
  const needed = !visitors && requests.some(request => 'customerKey' in request && request.customerKey !== undefined);
  return needed ? openVisitors(setUp!.visitors).then(run) : run();
}

/** As `withVisitors`; loads what reads bodies first where one of them is to be read. */
function withReader<T>(task: QueryTask & { kind: 'answer' }, run: () => T): T | Promise<T> {
  const answering = () => withVisitors(task.requests, run);
  if (task.bodies === undefined || readBody) return answering();
  return import('./read-body.js').then(module => {
    readBody = module.readBody;
    return answering();
  });
}

async function openVisitors(options: VisitorReaderOptions): Promise<void> {
  if (visitors) return;
  const { VisitorReader } = await import('../../behaviour/visitors/visitor-reader.js');
  visitors = new VisitorReader(options);
}

function openPages(snapshot: SharedSnapshot, signals: SharedSignals | undefined, config: PagesConfig): void {
  let pages = open.get(snapshot.id);
  if (pages === undefined) open.set(snapshot.id, (pages = new Pages(snapshot, config, visitorSource, timer)));
  if (signals) pages.learn(signals);
}

/** @returns whether all is prepared, or the snapshot is not open */
function prepare({ id, request, what, ms }: QueryTask & { kind: 'prepare' }): boolean {
  const pages = open.get(id);
  if (pages === undefined) return true;
  const ofSnapshot = preparing.get(id) ?? new Map<string, Steps<void>>();
  preparing.set(id, ofSnapshot);
  const key = `${what}|${request.market}|${request.locale}`;
  let steps = ofSnapshot.get(key);
  steps ??= what === 'queries' ? pages.prepare(request) : pages.prepareRecommendations(request, Date.now());
  // Steps that have thrown have none left: asked again, they would count as done.
  ofSnapshot.delete(key);
  const done = advance(steps, ms);
  if (!done) ofSnapshot.set(key, steps);
  return done;
}

function release(id: string): void {
  preparing.delete(id);
  const pages = open.get(id);
  if (pages === undefined) return;
  pages.close();
  open.delete(id);
  releaseParts(
    pages.parts,
    [...open.values()].map(({ parts }) => parts),
  );
}

function explain(pages: Pages, { request, products, budget }: QueryTask & { kind: 'explain' }): ExplainOutcome {
  const nowMs = Date.now();
  visitors?.refresh(nowMs);
  try {
    return { json: JSON.stringify(pages.explain(request, products, nowMs, budget.queryMs)) };
  } catch (error) {
    return { failure: asFailure(error) };
  }
}

function answer(
  pages: Pages,
  { requests, bodies: unread, encodings, budget }: QueryTask & { kind: 'answer' },
): AnswerBatch {
  const facts = new Float64Array(requests.length * FACTS);
  const nowMs = Date.now();
  visitors?.refresh(nowMs);
  const bodies: (ArrayBuffer | undefined)[] = [];
  let failures: Map<number, Failure> | undefined;
  let stages: Map<number, Float64Array> | undefined;
  const startMs = performance.now();
  const endMs = startMs + budget.taskMs;
  for (let i = 0; i < requests.length; i++) {
    const at = i * FACTS;
    const begunMs = performance.now();
    try {
      const toRead = unread?.get(i);
      const request = toRead ? readBody!(requests[i]!, toRead, setUp!.config.ticketSecret) : requests[i]!;
      const share = Math.max(0, endMs - begunMs) / (requests.length - i);
      const budgetMs = Math.min(budget.queryMs, share);
      timer.start();
      const { body, totalHits, autoCorrected, personal, degraded, second } = pages.answer(request, nowMs, budgetMs);
      if (timer.stop() >= STAGES_FROM_MS) {
        stages ??= new Map();
        stages.set(i, timer.spent.slice());
      }
      const encoded = compress(body, encodings[i]!);
      bodies[i] = copyOf(encoded);
      facts[at + FACT_BYTES] = encoded.length;
      facts[at + FACT_ENCODED] = encoded === body ? 0 : 1;
      facts[at + FACT_HITS] = totalHits;
      facts[at + FACT_CORRECTED] = autoCorrected ? 1 : 0;
      facts[at + FACT_PERSONAL] = personal ? 1 : 0;
      facts[at + FACT_DEGRADED] = degraded ? 1 : 0;
      facts[at + FACT_SECOND] = second;
    } catch (error) {
      failures ??= new Map();
      failures.set(i, asFailure(error));
    }
    facts[at + FACT_MS] = performance.now() - begunMs;
  }
  const ms = performance.now() - startMs;
  const memory = heldMemory();
  const rare = { ...(failures && { failures }), ...(stages && { stages }) };
  return { bodies, facts, lookups: takeLookups(), memory, ms, endedMs: Date.now(), ...rare };
}

function heldMemory(): ThreadMemory {
  const { used, most } = setUp?.config.cardMemory?.bytes ?? NO_CARDS;
  const { open: matching, spare } = arenaBytes();
  return { cards: used, mostCards: most, matching, spare };
}

function copyOf(body: Uint8Array): ArrayBuffer {
  const buffer = buffers.take(body.length);
  new Uint8Array(buffer).set(body);
  return buffer;
}

/**
 * A query thread: everything between parsed requests and response bytes happens here, in one call for a batch. The
 * bodies of a batch leave in one buffer that is handed over, not copied.
 */
import { workerData } from 'node:worker_threads';
import { constants, gzipSync } from 'node:zlib';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { VisitorReader } from '../../behaviour/visitors/index.js';
import { Pages } from '../../pages/pages.js';
import { letGo, type SharedSignals, type SharedSnapshot } from '../../snapshot/index.js';
import { MIN_GZIP_BYTES } from '../http/encoding.js';
import { asFailure, type Failure } from '../threads/failure.js';
import {
  type AnswerBatch,
  type ExplainOutcome,
  FACT_CORRECTED,
  FACT_END,
  FACT_GZIPPED,
  FACT_HITS,
  FACT_PERSONAL,
  FACTS,
  type QueryResult,
  type QueryTask,
  type QueryThreadData,
} from './query-task.js';

const config = workerData as QueryThreadData;
const visitors = new VisitorReader(config.visitors);
const open = new Map<string, Pages>();

/** A page takes few of such chunks, of the default size dozens. */
const GZIP = { level: constants.Z_BEST_SPEED, chunkSize: 1 << 16 };

/** Bodies of the batch at hand; grows to the largest batch and stays. */
let scratch = new Uint8Array(1 << 20);

export default function work(task: QueryTask): QueryResult | object {
  switch (task.kind) {
    case 'open':
      openPages(task.snapshot, task.signals);
      return { kind: 'done' };
    case 'learn':
      open.get(task.signals.snapshotId)?.learn(task.signals);
      return { kind: 'done' };
    case 'warm': {
      const pages = open.get(task.id);
      if (pages === undefined) return { kind: 'missing' };
      for (const request of task.requests) pages.answer(request, Date.now());
      return { kind: 'done' };
    }
    case 'release':
      release(task.id);
      return { kind: 'done' };
    case 'explain': {
      const pages = open.get(task.snapshotId);
      return pages === undefined ? { kind: 'missing' } : { kind: 'explained', outcome: explain(pages, task) };
    }
    case 'answer': {
      const pages = open.get(task.snapshotId);
      if (pages === undefined) return { kind: 'missing' };
      const batch = answer(pages, task);
      return move({
        [transferableSymbol]: [batch.bytes],
        [valueSymbol]: { kind: 'answers', batch } satisfies QueryResult,
      });
    }
  }
}

function openPages(snapshot: SharedSnapshot, signals: SharedSignals | undefined): void {
  let pages = open.get(snapshot.id);
  if (pages === undefined) open.set(snapshot.id, (pages = new Pages(snapshot, config, visitors)));
  if (signals) pages.learn(signals);
}

function release(id: string): void {
  const pages = open.get(id);
  if (pages === undefined) return;
  pages.close();
  open.delete(id);
  letGo(
    pages.parts,
    [...open.values()].map(({ parts }) => parts),
  );
}

function explain(pages: Pages, { request, products }: QueryTask & { kind: 'explain' }): ExplainOutcome {
  const nowMs = Date.now();
  visitors.refresh(nowMs);
  try {
    return { json: JSON.stringify(pages.explain(request, products, nowMs)) };
  } catch (error) {
    return { failure: asFailure(error) };
  }
}

function answer(pages: Pages, { requests, gzip }: QueryTask & { kind: 'answer' }): AnswerBatch {
  const facts = new Float64Array(requests.length * FACTS);
  const nowMs = Date.now();
  visitors.refresh(nowMs);
  let failures: Map<number, Failure> | undefined;
  let end = 0;
  for (let i = 0; i < requests.length; i++) {
    const at = i * FACTS;
    try {
      const { body, totalHits, autoCorrected, personal } = pages.answer(requests[i]!, nowMs);
      const compress = gzip[i] && body.length >= MIN_GZIP_BYTES;
      end = append(compress ? gzipSync(body, GZIP) : body, end);
      facts[at + FACT_GZIPPED] = compress ? 1 : 0;
      facts[at + FACT_HITS] = totalHits;
      facts[at + FACT_CORRECTED] = autoCorrected ? 1 : 0;
      facts[at + FACT_PERSONAL] = personal ? 1 : 0;
    } catch (error) {
      failures ??= new Map();
      failures.set(i, asFailure(error));
    }
    facts[at + FACT_END] = end;
  }
  return { bytes: scratch.buffer.slice(0, end), facts, ...(failures && { failures }) };
}

/** @returns where the bytes end in `scratch`. */
function append(bytes: Uint8Array, end: number): number {
  const needed = end + bytes.length;
  if (needed > scratch.length) {
    const larger = new Uint8Array(Math.max(needed, scratch.length * 2));
    larger.set(scratch.subarray(0, end));
    scratch = larger;
  }
  scratch.set(bytes, end);
  return needed;
}

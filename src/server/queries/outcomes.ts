/** What becomes of the questions that a query thread is asked. */
import type { StorefrontRequest } from '../../pages/shared/requests.js';
import type { Failure } from '../../threads/failure.js';
import type { AnswerEncoding } from '../http/encoding.js';
import { Lease } from '../http/lease.js';
import type { Answer } from './answer-cache.js';
import type { BufferPool } from './buffer-pool.js';
import {
  type AnswerBatch,
  FACT_BYTES,
  FACT_CORRECTED,
  FACT_DEGRADED,
  FACT_ENCODED,
  FACT_HITS,
  FACT_PERSONAL,
  FACT_SECOND,
  FACTS,
  type UnreadBody,
} from './query-task.js';

export type Outcome = { answer: Answer } | { failure: Failure };

/** What a thread is to answer. */
export interface Question {
  readonly request: StorefrontRequest;
  /** What the request does not have yet. */
  readonly body?: UnreadBody | undefined;
  /** That of its answer, unless it is too short. */
  readonly encoding: AnswerEncoding;
}

/** @param spent where the memory of answers goes that nothing uses any more */
export function outcomesOf(
  { bodies, facts, failures }: AnswerBatch,
  questions: readonly Question[],
  spent: BufferPool,
): Outcome[] {
  return questions.map(({ encoding }, i) => {
    const at = i * FACTS;
    const failure = failures?.get(i);
    if (failure !== undefined) return { failure };
    const buffer = bodies[i]!;
    const answer: Answer = {
      body: new Uint8Array(buffer, 0, facts[at + FACT_BYTES]!),
      lease: new Lease(() => spent.give(buffer)),
      encoding: facts[at + FACT_ENCODED] === 1 ? encoding : 'identity',
      totalHits: facts[at + FACT_HITS]!,
      autoCorrected: facts[at + FACT_CORRECTED] === 1,
      personal: facts[at + FACT_PERSONAL] === 1,
      second: facts[at + FACT_SECOND],
      degraded: facts[at + FACT_DEGRADED] === 1,
    };
    return { answer };
  });
}

/** Answers requests one after the other on this thread, and tells how quickly. */
import { Latencies } from './latencies.js';

export interface TimedRequests<Request> {
  /** Asked in their order, over and over. */
  requests: readonly Request[];
  /** For so long at most. */
  seconds: number;
  /** So many at most. */
  most: number;
}

export interface TimedAnswers {
  perSecond: number;
  /** Microseconds of CPU of all threads of the process for an answer. */
  cpuMicros: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Of an answer on average. */
  bytes: number;
}

/** @param answer of a request; returns its bytes */
export function timedAnswers<Request>(
  { requests, seconds, most }: TimedRequests<Request>,
  answer: (request: Request) => number,
): TimedAnswers {
  const latencies = new Latencies();
  const cpu = process.cpuUsage();
  const started = performance.now();
  let [bytes, now] = [0, started];
  for (let i = 0; i < most && now - started < seconds * 1000; i++) {
    bytes += answer(requests[i % requests.length]);
    const after = performance.now();
    latencies.add(after - now);
    now = after;
  }
  const { count } = latencies;
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: count / ((now - started) / 1000),
    cpuMicros: (user + system) / count,
    ...latencies.quantiles(),
    bytes: bytes / count,
  };
}

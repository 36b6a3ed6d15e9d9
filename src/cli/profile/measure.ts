/**
 * Answers requests one after the other on this thread, repeatedly, and records how long each answer took, in all and in
 * each phase. An answer is timed from the parsed request to the bytes of the response.
 */
import { type Pages, PHASE_NAMES, type PhaseTimer } from '../../pages/pages.js';
import type { StorefrontRequest } from '../../pages/shared/requests.js';

/** The output calls the phases of an answer stages. */
const STAGES = PHASE_NAMES.length;
/** Long enough for the compiler and caches to settle; every request is answered at least once. */
const MAX_WARM_UP_MS = 1_000;
/** Most answers of a run. */
const MOST_ANSWERS = 1_000_000;

export interface StageTimes {
  stage: string;
  /**
   * Time without interruptions: the mean over all requests of the answer of median length. The stages add up to the
   * total.
   */
  typicalMicros: number;
  /** Share of the typical total, 0 to 1. */
  share: number;
  /** Percentiles over all answers, with the interruptions of some. */
  meanMicros: number;
  p50Micros: number;
  p99Micros: number;
}

export interface SlowRequest {
  /** Index of the request. */
  index: number;
  /** Duration of its answer of median length. */
  totalMicros: number;
  /** Durations of that answer by stage. */
  stages: { stage: string; micros: number }[];
}

export interface Profile {
  answers: number;
  seconds: number;
  perSecond: number;
  /** Processor time of all threads for an answer: above its duration where runtime threads help, below it otherwise. */
  cpuMicros: number;
  stages: StageTimes[];
  total: Omit<StageTimes, 'stage' | 'share'>;
  /** The slowest first. */
  slowest: SlowRequest[];
}

/** @param slowest how many of the slowest requests are reported */
export function measure(
  pages: Pages,
  timer: PhaseTimer,
  requests: readonly StorefrontRequest[],
  seconds: number,
  slowest: number,
): Profile {
  const nowMs = Date.now();
  const warm = performance.now() + Math.min(MAX_WARM_UP_MS, seconds * 1000);
  do for (const request of requests) pages.answer(request, nowMs);
  while (performance.now() < warm);

  const samples = new Samples();
  const cpu = process.cpuUsage();
  const started = performance.now();
  const end = started + seconds * 1000;
  let now = started;
  for (let i = 0; (now < end || i < requests.length) && i < MOST_ANSWERS; i++) {
    timer.start();
    pages.answer(requests[i % requests.length]!, nowMs);
    samples.add(timer.stop(), timer.spent);
    now = performance.now();
  }
  const { user, system } = process.cpuUsage(cpu);
  return samples.profile(user + system, requests.length, slowest);
}

class Samples {
  private answers = 0;
  /** @param total milliseconds @param spent milliseconds by stage */
  private times = new Float64Array((STAGES + 1) * 1024);

  add(total: number, spent: Float64Array): void {
    const at = this.answers++ * (STAGES + 1);
    if (at === this.times.length) {
      const longer = new Float64Array(at * 2);
      longer.set(this.times);
      this.times = longer;
    }
    this.times[at] = total;
    this.times.set(spent, at + 1);
  }

  profile(cpuMicros: number, requests: number, slowest: number): Profile {
    const typical = this.medianAnswers(requests);
    const { stage: _, share: __, ...total } = this.stageTimes('total', 0, typical, 0);
    const seconds = (total.meanMicros * this.answers) / 1e6;
    return {
      answers: this.answers,
      seconds,
      perSecond: this.answers / seconds,
      cpuMicros: cpuMicros / this.answers,
      stages: PHASE_NAMES.map((name, stage) => this.stageTimes(name, stage + 1, typical, total.typicalMicros)),
      total,
      slowest: this.slowest(typical, slowest),
    };
  }

  private stageTimes(stage: string, column: number, typical: readonly number[], totalMicros: number): StageTimes {
    const sorted = new Float64Array(this.answers);
    for (let i = 0; i < this.answers; i++) sorted[i] = this.at(i, column);
    const meanMicros = (sorted.reduce((sum, ms) => sum + ms, 0) * 1000) / this.answers;
    sorted.sort();
    const percentile = (share: number) => sorted[Math.min(this.answers - 1, Math.floor(share * this.answers))]! * 1000;
    const typicalMicros = (typical.reduce((sum, answer) => sum + this.at(answer, column), 0) * 1000) / typical.length;
    const share = totalMicros === 0 ? 0 : typicalMicros / totalMicros;
    return { stage, typicalMicros, share, meanMicros, p50Micros: percentile(0.5), p99Micros: percentile(0.99) };
  }

  /** For each request, its answer of median length, which is not affected by an interruption of a single one. */
  private medianAnswers(requests: number): number[] {
    return Array.from({ length: Math.min(requests, this.answers) }, (_, index) => {
      const own: number[] = [];
      for (let i = index; i < this.answers; i += requests) own.push(i);
      own.sort((a, b) => this.at(a, 0) - this.at(b, 0));
      return own[own.length >>> 1]!;
    });
  }

  private slowest(typical: readonly number[], most: number): SlowRequest[] {
    const ofRequests = typical.map((answer, index) => ({ answer, index }));
    ofRequests.sort((a, b) => this.at(b.answer, 0) - this.at(a.answer, 0));
    return ofRequests.slice(0, most).map(({ index, answer }) => ({
      index,
      totalMicros: this.at(answer, 0) * 1000,
      stages: PHASE_NAMES.map((stage, i) => ({ stage, micros: this.at(answer, i + 1) * 1000 })),
    }));
  }

  private at(answer: number, column: number): number {
    return this.times[answer * (STAGES + 1) + column]!;
  }
}

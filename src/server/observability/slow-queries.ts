/**
 * The log of queries that took long: which kind, for which market and locale, and where the time went. Not what was asked,
 * and not by whom. On a daemon that is overloaded all queries take long: ten lines a second say so as well.
 */
import { PHASE_NAMES } from '../../pages/shared/phases.js';
import type { StorefrontRequest } from '../../pages/shared/requests.js';
import type { Log } from './log.js';

const MOST_IN_A_SECOND = 10;

/** What a query thread has spent on a query. */
export interface Computed {
  ms: number;
  /** Milliseconds by phase (`PHASE_NAMES`), where it took long. */
  stages: Float64Array | undefined;
}

export interface SlowQuery {
  request: string;
  asked: Pick<StorefrontRequest, 'query' | 'market' | 'locale'>;
  status: number;
  /** From the request to the reply. */
  ms: number;
  /** Undefined where no query thread has answered it. */
  computed: Computed | undefined;
}

export class SlowQueries {
  private second = 0;
  private lines = 0;
  private omitted = 0;

  /** @param thresholdMs what takes no longer is not slow; Infinity: nothing is */
  constructor(
    private readonly log: Log,
    readonly thresholdMs: number,
  ) {}

  add({ request, asked, status, ms, computed }: SlowQuery, nowMs: number): void {
    const second = Math.floor(nowMs / 1000);
    if (second !== this.second) {
      this.second = second;
      this.lines = 0;
    }
    if (this.lines === MOST_IN_A_SECOND) {
      this.omitted++;
      return;
    }
    this.lines++;
    const { query, market, locale } = asked;
    const times = { ms: toHundredths(ms), ...(computed && computedFacts(computed)) };
    const omitted = this.omitted > 0 ? { omitted: this.omitted } : {};
    this.omitted = 0;
    this.log.warn({ request, query, market, locale, status, ...times, ...omitted }, 'slow query');
  }
}

function computedFacts({ ms, stages }: Computed): object {
  const times = [...(stages ?? [])].map((stage, i) => [PHASE_NAMES[i], toHundredths(stage)]);
  const named = Object.fromEntries(times.filter(([, stage]) => stage !== 0));
  return { computeMs: toHundredths(ms), ...(stages && { stages: named }) };
}

export function toHundredths(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/**
 * Measures phases within a step of a page: replaces methods of a profiled thread's resources by ones that do the same
 * and switch the timer's phase. Other threads have the original methods.
 */
import type { PageResources } from '../shared/context/page-context.js';
import type { PageWriters } from '../shared/context/page-writers.js';
import { PHASE, type Phase } from '../shared/phases.js';
import type { PhaseTimer } from './phase-timer.js';

export function timeParts(resources: PageResources, writers: PageWriters, timer: PhaseTimer): void {
  time(resources.matcher, ['match', 'countMatches', 'matchesAny', 'matchBoth'], PHASE.MATCHING, timer);
  time(resources.matcher.merger, ['merge'], PHASE.MERGING, timer);
  time(writers.facets, ['write'], PHASE.FACET_WRITING, timer);
  time(writers.cards, ['list'], PHASE.CARDS, timer);
  time(writers.content, ['lists'], PHASE.CONTENT, timer);
  time(writers.tickets, ['sign'], PHASE.TICKETS, timer);
  if (resources.retailMedia) time(resources.retailMedia, ['auction'], PHASE.AUCTION, timer);
}

function time<Part extends object>(
  part: Part,
  methods: readonly (keyof Part & string)[],
  phase: Phase,
  timer: PhaseTimer,
): void {
  for (const name of methods) {
    const method: unknown = part[name];
    if (typeof method !== 'function') throw new Error(`${part.constructor.name}.${name} is no method`);
    const timed = (...given: unknown[]): unknown => {
      const outer = timer.begin(phase);
      const result: unknown = Reflect.apply(method, part, given);
      timer.begin(outer);
      return result;
    };
    Reflect.set(part, name, timed);
  }
}

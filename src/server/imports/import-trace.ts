/** The spans of an import, where an SDK of OpenTelemetry is registered (see tracing.ts). */
import { ROOT_CONTEXT, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { ImportRecord } from './import-history.js';

/** When a phase of an import began, since 1970. */
export interface BegunPhase {
  phase: string;
  atMs: number;
}

/** The span of an import that has ended, and below it those of its phases, of which one is the build. */
export function traceImport(tracer: Tracer, record: ImportRecord, phases: readonly BegunPhase[]): void {
  const { id, kind, outcome, snapshot, startedAt, endedAt } = record;
  const endTime = new Date(endedAt ?? Date.now());
  const attributes = { 'vitrine.import': id, 'vitrine.kind': kind, 'vitrine.outcome': outcome };
  const span = tracer.startSpan(
    `import ${kind}`,
    {
      root: true,
      startTime: new Date(startedAt),
      attributes: { ...attributes, ...(snapshot !== undefined && { 'vitrine.snapshot': snapshot }) },
    },
    ROOT_CONTEXT,
  );
  const within = trace.setSpan(ROOT_CONTEXT, span);
  phases.forEach(({ phase, atMs }, at) => {
    const next = phases[at + 1]?.atMs;
    const child = tracer.startSpan(phase, { startTime: new Date(atMs), attributes }, within);
    child.end(next === undefined ? endTime : new Date(next));
  });
  if (outcome === 'FAILURE') span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endTime);
}

/** The spans of imports, and of builds without one, where an SDK of OpenTelemetry is registered (see tracing.ts). */
import { type Attributes, ROOT_CONTEXT, type Span, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { BaseTimes } from '../../imports/protocol.js';
import type { ImportRecord } from './import-history.js';
import type { Repaired } from './ingest-supervisor.js';

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
  tracePhases(tracer, span, phases, attributes, endTime);
  if (outcome === 'FAILURE') span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endTime);
}

function tracePhases(
  tracer: Tracer,
  span: Span,
  phases: readonly BegunPhase[],
  attributes: Attributes,
  endTime: Date,
): void {
  const within = trace.setSpan(ROOT_CONTEXT, span);
  phases.forEach(({ phase, atMs }, at) => {
    const next = phases[at + 1]?.atMs;
    const child = tracer.startSpan(phase, { startTime: new Date(atMs), attributes }, within);
    child.end(next === undefined ? endTime : new Date(next));
  });
}

/** The span of a new base that has been taken up, for which there was no import of its own. */
export function traceBase(tracer: Tracer, snapshot: string, { begunMs, builtMs }: BaseTimes): void {
  const attributes = { 'vitrine.snapshot': snapshot };
  const span = tracer.startSpan('new base', { root: true, startTime: new Date(begunMs), attributes }, ROOT_CONTEXT);
  const endTime = new Date();
  const phases = [
    { phase: 'build', atMs: begunMs },
    { phase: 'take up', atMs: builtMs },
  ];
  tracePhases(tracer, span, phases, attributes, endTime);
  span.end(endTime);
}

/** The spans of repairs: a snapshot that is found damaged is built again without an import. */
export class RepairTraces {
  private readonly phases: BegunPhase[] = [];

  constructor(private readonly tracer: Tracer) {}

  progress(phase: string): void {
    if (this.phases.at(-1)?.phase !== phase) this.phases.push({ phase, atMs: Date.now() });
  }

  ended(result: Repaired): void {
    const phases = this.phases.splice(0);
    const endTime = new Date();
    const attributes = 'snapshot' in result ? { 'vitrine.snapshot': result.snapshot } : {};
    const startTime = new Date(phases[0]?.atMs ?? endTime);
    const span = this.tracer.startSpan('repair', { root: true, startTime, attributes }, ROOT_CONTEXT);
    tracePhases(this.tracer, span, phases, attributes, endTime);
    if ('failure' in result) span.setStatus({ code: SpanStatusCode.ERROR, message: result.failure });
    span.end(endTime);
  }
}

/** Spans of builds that no import has asked for, kept by an exporter in memory. */
import { SpanStatusCode } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import t from 'tap';
import { RepairTraces, traceBase } from '../../../src/server/imports/import-trace.js';

t.test('a repair has a span, and its phases below it', t => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const traces = new RepairTraces(provider.getTracer('test'));
  for (const phase of ['read', 'build', 'build', 'verify']) traces.progress(phase);
  traces.ended({ snapshot: '00000002-abcdef12' });
  const spans = exporter.getFinishedSpans();
  const root = spans.find(({ name }) => name === 'repair')!;
  t.match(root, { attributes: { 'vitrine.snapshot': '00000002-abcdef12' }, parentSpanContext: undefined });
  const below = spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === root.spanContext().spanId);
  t.same(
    below.map(({ name }) => name),
    ['read', 'build', 'verify'],
  );
  exporter.reset();

  traces.ended({ failure: 'the catalog store is damaged' });
  const [failed, ...none] = exporter.getFinishedSpans();
  t.match(failed, { name: 'repair', status: { code: SpanStatusCode.ERROR, message: 'the catalog store is damaged' } });
  t.same(none, [], 'nothing of the repair before');
  t.end();
});

t.test('a new base has a span, and its build and its taking up below it', t => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const nowMs = Date.now();
  traceBase(provider.getTracer('test'), '00000003-abcdef12', { begunMs: nowMs - 5000, builtMs: nowMs - 1000 });
  const spans = exporter.getFinishedSpans();
  const root = spans.find(({ name }) => name === 'new base')!;
  t.match(root, { attributes: { 'vitrine.snapshot': '00000003-abcdef12' }, parentSpanContext: undefined });
  const below = spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === root.spanContext().spanId);
  t.same(
    below.map(({ name, duration: [seconds] }) => [name, seconds]),
    [
      ['build', 4],
      ['take up', 1],
    ],
  );
  t.end();
});

/** What sides reply, a JSON line each. */
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';

/** Of a command without an answer of its own. */
export const Done = Compile(Type.Object({}));

const IndexedSchema = Type.Object({ seconds: Type.Number(), cpuSeconds: Type.Number() });
export const Indexed = Compile(IndexedSchema);
export type Indexed = Static<typeof IndexedSchema>;

const MeasuredSchema = Type.Object({
  perSecond: Type.Number(),
  /** Microseconds of CPU of all threads of the process for an answer. */
  cpuMicros: Type.Number(),
  /** Milliseconds. */
  p50: Type.Number(),
  /** Milliseconds. */
  p99: Type.Number(),
  /** Of an answer on average. */
  bytes: Type.Number(),
});
export const Measured = Compile(MeasuredSchema);
export type Measured = Static<typeof MeasuredSchema>;

const TotalsSchema = Type.Object({ totals: Type.Array(Type.Integer({ minimum: 0 })) });
/** Hits of searches, in their order. */
export const Totals = Compile(TotalsSchema);
export type Totals = Static<typeof TotalsSchema>;

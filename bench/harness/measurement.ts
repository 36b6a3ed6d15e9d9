/** One measurement of `npm run bench`, and the table of all. */
import { whole } from './figures.js';
import { markdownTable } from './markdown.js';

/** What does not apply is left out. */
export interface Measurement {
  what: string;
  rate?: string;
  /** Milliseconds. */
  p50?: number;
  /** Milliseconds. */
  p99?: number;
  /** Microseconds of CPU for one request, of all threads of the daemon. */
  cpuMicros?: number;
  memoryMb?: number;
  /** Of an answer. */
  bytes?: number;
  /** Share of the bare endpoint's requests a second. */
  ofBare?: number;
  note?: string;
  target?: string;
  /** Whether the target is. */
  met?: boolean;
}

const HEAD = ['', 'rate', 'p50 ms', 'p99 ms', 'CPU µs', 'MB', 'KB/answer', 'of bare', 'target', 'notes'];

export function measurementTable(measurements: readonly Measurement[]): string {
  return markdownTable([HEAD, ...measurements.map(cells)]);
}

/** The target of a rate, and whether it is met; nothing where there is none. */
export function rateTarget(target: number | undefined, perSecond: number): Pick<Measurement, 'target' | 'met'> {
  return target === undefined ? {} : { target: `${whole(target)}/s`, met: perSecond >= target };
}

/** A note of parts, those left out that are undefined. */
export function noteOf(...parts: (string | undefined)[]): string {
  return parts.filter(part => part !== undefined).join('; ');
}

/** Part of a note, where requests failed. */
export function failures(failed: number): string | undefined {
  return failed > 0 ? `${failed} FAILED` : undefined;
}

function cells(measurement: Measurement): string[] {
  const { what, rate = '', p50, p99, cpuMicros, memoryMb, bytes, ofBare, note = '', target, met } = measurement;
  return [
    what,
    rate,
    written(p50, milliseconds),
    written(p99, milliseconds),
    written(cpuMicros, whole),
    written(memoryMb, whole),
    written(bytes, count => (count / 1000).toFixed(1)),
    written(ofBare, share => `${Math.round(share * 100)} %`),
    target === undefined ? '' : `${target} ${met ? '(met)' : '(missed)'}`,
    note,
  ];
}

function written(value: number | undefined, write: (value: number) => string): string {
  return value === undefined ? '' : write(value);
}

function milliseconds(value: number): string {
  return value.toFixed(2);
}

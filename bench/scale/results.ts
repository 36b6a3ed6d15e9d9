/** What a catalog of one size comes to, and scale.json, where the results of the last published run stand. */
import { readFileSync, writeFileSync } from 'node:fs';
import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { inCheckout } from '../harness/checkout.js';
import { parsedJson } from '../harness/parsed-json.js';
import { ThreadFigures } from '../load/query-thread.js';

const FILE = inCheckout('bench/scale/scale.json');

const number = () => Type.Number();
const byKind = <Figures extends TSchema>(figures: Figures) =>
  Type.Object({ 'search-page': figures, autocomplete: figures });

const LoadFigures = Type.Object({
  perSecond: number(),
  /** Milliseconds. */
  p50: number(),
  /** Milliseconds. */
  p99: number(),
  /** Microseconds of CPU of the daemon for a request. */
  cpuMicros: number(),
  /** Of an answer. */
  bytes: number(),
  failed: number(),
});

const SnapshotBytes = Type.Object({
  /** A product and view: by kind of part, and `card files`. Parts that views share count for each. */
  perItem: Type.Record(Type.String(), number()),
  /** Of the same without card files. */
  indexPerItem: number(),
  /** On disk, what views share once: parts, and card files. */
  index: number(),
  cards: number(),
  views: number(),
});

const Size = Type.Object({
  products: number(),
  /** Of the catalog's lines, before compression. */
  lineBytes: number(),
  /** Seconds, seconds of CPU, and megabytes of the ingest process. */
  import: Type.Object({ seconds: number(), cpu: number(), own: number(), peak: number() }),
  /** Of all processes while they serve, without mapped files and with them. */
  memoryMb: Type.Object({ own: number(), resident: number() }),
  bytes: SnapshotBytes,
  /** Seconds until the daemon is ready and until it has answered; seconds of CPU. */
  start: Type.Object({ ready: number(), answered: number(), cpu: number() }),
  /** One query thread alone. */
  thread: byKind(ThreadFigures),
  /** The daemon under load. */
  load: byKind(LoadFigures),
});

const Results = Type.Object({
  circumstances: Type.String(),
  /** Of each load. */
  seconds: number(),
  connections: number(),
  sizes: Type.Array(Size),
});
const validator = Compile(Results);

export type LoadFigures = Static<typeof LoadFigures>;
export type SnapshotBytes = Static<typeof SnapshotBytes>;
export type Size = Static<typeof Size>;
export type Results = Static<typeof Results>;

export function readResults(): Results {
  return parsedJson(validator, readFileSync(FILE, 'utf8'), FILE);
}

export function writeResults(results: Results): void {
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`);
}

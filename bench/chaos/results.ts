/**
 * Published trials of reliability, `bench/results/reliability.json`: of each part its newest run, with its conditions
 * and its seed. The tables of `bench/reliability.md` are generated from it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { say } from '../../scripts/setup/say.mjs';
import { inCheckout } from '../harness/checkout.js';
import { parsedJson } from '../harness/parsed-json.js';
import { ConditionsSchema, roundedJson } from '../publishing/results.js';
import { withPiece } from './pieces.js';

/** In the order of the page. */
export const PARTS = ['kills', 'damage', 'disk', 'fuzz', 'overload', 'soak', 'fleet', 'fleet-costs'] as const;
export type Part = (typeof PARTS)[number];

const FILE = inCheckout('bench/results/reliability.json');
const STRICT = { additionalProperties: false };
/** Of a trial, so that a run in which everything fails can still be read. */
const MOST_FAULTS = 20;
/** Characters; all of it is printed during the run. */
const LONGEST_FAULT = 300;

const Trial = Type.Object(
  {
    what: Type.String(),
    /** How often it was tried: kills, damaged files, requests, samples. */
    tried: Type.Integer({ minimum: 0 }),
    /** How often what is promised did not hold, and the first of what was seen then. */
    failed: Type.Integer({ minimum: 0 }),
    faults: Type.Array(Type.String()),
    /** What else was counted or measured, by its name, which has the unit. */
    figures: Type.Record(Type.String(), Type.Number()),
    /** Of a soak: the medians that the slope is made of, over minutes. */
    points: Type.Optional(Type.Array(Type.Tuple([Type.Number(), Type.Number()]))),
  },
  STRICT,
);
const Run = Type.Object({ conditions: ConditionsSchema, trials: Type.Array(Trial) }, STRICT);
const Results = Type.Object(
  { version: Type.Literal(1), runs: Type.Partial(Type.Record(Type.Enum(PARTS), Run), STRICT) },
  STRICT,
);
const validator = Compile(Results);

export type Trial = Static<typeof Trial>;
export type Run = Static<typeof Run>;
type Runs = Static<typeof Results>['runs'];

/** Collects what did not hold. */
export class Faults {
  readonly first: string[] = [];
  count = 0;

  add(fault: string): void {
    this.count++;
    if (this.first.length < MOST_FAULTS) say(fault);
    if (this.first.length < MOST_FAULTS) this.first.push(fault.replace(/\s+/g, ' ').slice(0, LONGEST_FAULT));
  }
}

/** @returns nothing of parts that were never published */
export function readReliability(): Runs {
  return existsSync(FILE) ? parsedJson(validator, readFileSync(FILE, 'utf8'), FILE).runs : {};
}

/** Replaces what was published of the part. @param add adds to it instead */
export function recordTrials(part: Part, run: Run, add: boolean): void {
  const before = readReliability();
  const published = before[part];
  const runs = { ...before, [part]: add && published !== undefined ? withPiece(published, run) : run };
  writeFileSync(FILE, roundedJson({ version: 1, runs }));
}

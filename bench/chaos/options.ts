/** The options of `npm run bench -- chaos`. */
import { readOptions, wholeNumber } from '../harness/command-line.js';
import { PARTS, type Part } from './results.js';

export interface ChaosOptions {
  only: ReadonlySet<Part>;
  seed: number;
  kills: number;
  /** Of the catalog that travels through a fleet. */
  products: number;
  /** Fuzzed, on each transport. */
  requests: number;
  /** How often a disk becomes full. */
  fills: number;
  /** Whether each file is damaged, or the first of each kind. */
  everyFile: boolean;
  /** Of each measurement under overload. */
  seconds: number;
  /** Words in the names of the damages to try; all without it. */
  how?: readonly string[];
  /** Names of files to damage; all without it. */
  kinds?: RegExp;
  /** Of all damages to files every so many, from which one on, counted from 0. */
  slice?: { from: number; every: number };
  /** Of the soak. */
  minutes: number;
  /** Of the soak: how many times as often all comes. */
  pace: number;
  /** Seconds after which kills, damages and requests end, however many they were to be. */
  within?: number;
  note?: string;
  write: boolean;
  /** To what was published, instead of in its place. */
  add: boolean;
}

const USAGE = `npm run bench -- chaos [options]
  --only A,B       of ${PARTS.join(', ')} (default: all)
  --seed N         of all chance (default: that of the clock; it is printed)
  --kills N        of one daemon, and of a fleet (default 60)
  --products N     of the catalog that travels through a fleet (default 100000)
  --requests N     fuzzed requests on each transport (default 50000)
  --fills N        how often a disk becomes full (default 60)
  --every-file     damage every file of the data folder, instead of the first of each kind
  --seconds N      length of each measurement under overload (default 8)
  --ways A,B       of damage: bit, noise, cut, zeroes, removed (default: all)
  --files PATTERN  of damage: the files whose names it matches (default: all)
  --slice I/N      of damage: the I-th of N parts of what is to be tried
  --minutes N      length of the soak (default 10)
  --pace N         of the soak: imports, queries and notifications come N times as often (default 1)
  --hours          1,000 kills, every file, 500 full disks, 500,000 requests on each transport,
                   a soak of an hour
  --within N       end kills, damages and fuzzed requests after N seconds, however many there were
  --note TEXT      what else was going on, for the page
  --write          put what was seen into bench/results/reliability.json, and write the page from that
  --add            the same, adding to what was seen of a part before: for long runs in pieces, each with a seed of its own`;

const OPTIONS = {
  only: { type: 'string', default: PARTS.join(',') },
  seed: { type: 'string' },
  kills: { type: 'string' },
  products: { type: 'string', default: '100000' },
  requests: { type: 'string' },
  fills: { type: 'string' },
  'every-file': { type: 'boolean' },
  seconds: { type: 'string', default: '8' },
  ways: { type: 'string' },
  files: { type: 'string' },
  minutes: { type: 'string' },
  pace: { type: 'string', default: '1' },
  hours: { type: 'boolean', default: false },
  note: { type: 'string' },
  slice: { type: 'string' },
  within: { type: 'string' },
  write: { type: 'boolean', default: false },
  add: { type: 'boolean', default: false },
} as const;

/** Ends the process with 2 when an option is wrong. @param args behind `chaos` */
export function chaosOptions(args: string[]): ChaosOptions {
  return readOptions(
    USAGE,
    OPTIONS,
    ({ hours, ...values }) => ({
      only: partsOf(values.only),
      seed: wholeNumber('seed', values.seed ?? String(Date.now() % 1_000_000), 0, 2 ** 31),
      kills: wholeNumber('kills', values.kills ?? (hours ? '1000' : '60'), 1, 1_000_000),
      products: wholeNumber('products', values.products, 1000, 10_000_000),
      requests: wholeNumber('requests', values.requests ?? (hours ? '500000' : '50000'), 1, 1_000_000_000),
      fills: wholeNumber('fills', values.fills ?? (hours ? '500' : '60'), 1, 1_000_000),
      everyFile: values['every-file'] ?? hours,
      seconds: wholeNumber('seconds', values.seconds, 1, 600),
      how: values.ways?.split(','),
      kinds: values.files === undefined ? undefined : new RegExp(values.files),
      slice: sliceOf(values.slice),
      minutes: wholeNumber('minutes', values.minutes ?? (hours ? '60' : '10'), 5, 10_000),
      pace: wholeNumber('pace', values.pace, 1, 100),
      within: values.within === undefined ? undefined : wholeNumber('within', values.within, 1, 1_000_000),
      note: values.note,
      write: values.write || values.add,
      add: values.add,
    }),
    args,
  );
}

function sliceOf(text: string | undefined): ChaosOptions['slice'] {
  if (text === undefined) return undefined;
  const [, part, every] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? [];
  if (!part || !every || part > every) throw new Error(`--slice: found ${text}, expected I/N, I from 1 to N`);
  return { from: part - 1, every };
}

function partsOf(text: string): Set<Part> {
  const names = text.split(',');
  const unknown = names.filter(name => !PARTS.some(part => part === name));
  if (unknown.length > 0) throw new Error(`--only: found ${unknown.join(', ')}, expected ${PARTS.join(', ')}`);
  return new Set(PARTS.filter(part => names.includes(part)));
}

/** The options of `npm run bench`. */
import { readOptions, wholeNumber } from './harness/command-line.js';

/** What is measured. */
export const PARTS = [
  'import',
  'one-view',
  'thread',
  'uncached',
  'cached',
  'hits',
  'cores',
  'size',
  'swap',
  'swaps',
  'updates',
  'pauses',
  'start',
  'firsts',
  'notifications',
  'visitors',
] as const;
export type Part = (typeof PARTS)[number];

export interface BenchOptions {
  /** Of the invented catalog. */
  products: number;
  /** Of each measurement. */
  seconds: number;
  cacheMb: number;
  visitors: number;
  only: ReadonlySet<Part>;
  /** Other catalogs than the invented one: the fashion catalog, the demo shop, an empty folder. */
  others: boolean;
  /** What else was going on, for the page. */
  note?: string;
  write: boolean;
}

const USAGE = `npm run bench -- [options]
npm run bench -- recommend [options]   how good recommendations are; --help for its options
npm run bench -- ranking               what learning weights from visitors makes of known preferences
npm run bench -- chaos [options]       kills, damage, full disks, senseless requests; --help
npm run bench -- fleet [options]       kills in a fleet on three NATS servers, and how snapshots travel; as chaos --only fleet
npm run bench -- campaign-day          pacing, spend and revenue of campaigns over a simulated day
npm run bench -- campaign-pages [options]  what ten thousand campaigns cost a search page; --help
npm run bench -- campaign-live [options]   how soon imports are live beside campaigns; --help
npm run bench -- typos                 how long mistyped words take to look up
npm run bench -- vectors               how long comparing a vector with those of all products takes
npm run bench -- facets                how long ways to count facets take
npm run bench -- publish               write the pages from the results, without measuring

  --products N     products of the invented catalog (default 100000)
  --seconds N      length of each measurement (default 8)
  --only A,B       of ${PARTS.join(', ')} (default: all)
  --invented-only  neither the fashion catalog nor the demo shop nor an empty folder
  --cache-mb N     answer cache of the cached measurements (default 64, as the daemon's)
  --quick          5,000 products, 2 seconds, 100,000 visitors
  --note TEXT      what else was going on, for the page
  --write          put what is measured into bench/results/daemon.json, and write the pages from that`;

const OPTIONS = {
  products: { type: 'string' },
  seconds: { type: 'string' },
  only: { type: 'string', default: PARTS.join(',') },
  'invented-only': { type: 'boolean', default: false },
  note: { type: 'string' },
  'cache-mb': { type: 'string', default: '64' },
  quick: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
} as const;

/** Ends the process with 2 when an option is wrong. */
export function benchOptions(): BenchOptions {
  return readOptions(USAGE, OPTIONS, values => ({
    products: wholeNumber('products', values.products ?? (values.quick ? '5000' : '100000'), 100, 2_000_000),
    seconds: wholeNumber('seconds', values.seconds ?? (values.quick ? '2' : '8'), 1, 120),
    cacheMb: wholeNumber('cache-mb', values['cache-mb'], 1, 65_536),
    visitors: values.quick ? 100_000 : 1_000_000,
    only: partsOf(values.only),
    others: !values['invented-only'],
    note: values.note,
    write: values.write,
  }));
}

function partsOf(text: string): Set<Part> {
  const names = text.split(',');
  const unknown = names.filter(name => !PARTS.some(part => part === name));
  if (unknown.length > 0) throw new Error(`--only: found ${unknown.join(', ')}, expected ${PARTS.join(', ')}`);
  return new Set(PARTS.filter(part => names.includes(part)));
}

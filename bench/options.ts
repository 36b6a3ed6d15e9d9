/** The options of the bench. */
import { parseArgs } from 'node:util';

export const PARTS = /** @type {const} */ ([
  'import',
  'thread',
  'uncached',
  'cached',
  'hits',
  'cores',
  'swap',
  'swaps',
  'updates',
  'start',
  'notifications',
  'visitors',
]);

const USAGE = `npm run bench -- [options]
npm run bench -- recommend [options]   how good recommendations are; --help for its options
npm run bench -- typos                 how long mistyped words take to look up
npm run bench -- facets                how long ways to count facets take
npm run bench -- scale [options]       what becomes of import, memory, start and queries as a catalog grows; --help

  --products N     products of the invented catalog (default 100000)
  --seconds N      length of each measurement (default 8)
  --only A,B       of ${PARTS.join(', ')} (default: all)
  --cache-mb N     answer cache of the cached measurements (default 64, as the daemon's)
  --quick          5,000 products, 2 seconds, 100,000 visitors
  --write          put the table into bench/README.md`;

/** Ends the process with 2 when an option is wrong. */
export function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        products: { type: 'string' },
        seconds: { type: 'string' },
        only: { type: 'string', default: PARTS.join(',') },
        'cache-mb': { type: 'string', default: '64' },
        quick: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    const only = values.only.split(',');
    const unknown = only.filter(part => !PARTS.includes(/** @type {typeof PARTS[number]} */ (part)));
    if (unknown.length > 0) throw new Error(`--only: found ${unknown.join(', ')}, expected ${PARTS.join(', ')}`);
    return {
      products: number('products', values.products ?? (values.quick ? '5000' : '100000'), 100, 2_000_000),
      seconds: number('seconds', values.seconds ?? (values.quick ? '2' : '8'), 1, 120),
      cacheMb: number('cache-mb', values['cache-mb'], 1, 65_536),
      visitors: values.quick ? 100_000 : 1_000_000,
      only: new Set(only),
      write: values.write,
    };
  } catch (error) {
    console.error(`${/** @type {Error} */ (error).message}\n${USAGE}`);
    process.exit(2);
  }
}

/** A whole number within bounds. @throws Error that names the option. */
export function number(name, text, least, most) {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`--${name}: found ${text}, expected a whole number from ${least} to ${most}`);
}

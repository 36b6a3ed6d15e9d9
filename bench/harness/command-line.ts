/** Command lines of the benches: an option that is wrong is told with the usage, and ends the process with 2. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<Given extends Options> = ReturnType<typeof parseArgs<{ options: Given }>>['values'];

/**
 * Reads options; `--help` prints the usage and ends the process with 0.
 * @param read what the options come to; throws an Error that names the option
 */
export function readOptions<Given extends Options, Read>(
  usage: string,
  options: Given,
  read: (values: Values<Given>) => Read,
  args = process.argv.slice(2),
): Read {
  if (args.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return read(parseArgs({ args, options }).values);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
    process.exit(2);
  }
}

/** A whole number within bounds. @throws Error that names the option. */
export function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`--${name}: found ${text}, expected a whole number from ${least} to ${most}`);
}

/** JSON from files, processes and the daemon, read as what a schema says that it is. */
import type { Static, TSchema } from 'typebox';
import type { Validator } from 'typebox/compile';
import { checked } from '../../src/kernel/schema-faults.js';

/**
 * @param text JSON
 * @param source where it comes from, for the error
 * @throws Error that names the source, the path in it, what was found and what was expected
 */
export function parsedJson<Schema extends TSchema>(
  validator: Validator<Record<never, never>, Schema>,
  text: string,
  source: string,
): Static<Schema> {
  try {
    return checked({ validator }, JSON.parse(text));
  } catch (error) {
    throw new Error(`${source}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

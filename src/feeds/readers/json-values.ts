/**
 * Objects of a JSON feed, one at a time: of JSON lines, of a list, or of the lists that stand in the members of one
 * document (`{"products": […]}`).
 */
import { JSONParser } from '@streamparser/json';
import { FeedError } from '../feed-error.js';

export type JsonObject = Record<string, unknown>;

/** @returns the objects with their numbers, from 1 */
export async function* jsonValues(
  texts: AsyncIterable<string>,
  name: string,
  head: string,
): AsyncGenerator<{ number: number; value: JsonObject }> {
  const lines = isJsonLines(head);
  const paths = lines ? ['$'] : head.trimStart().startsWith('[') ? ['$.*'] : ['$.*.*'];
  const parser = new JSONParser({ paths, keepStack: false, ...(lines && { separator: '' }) });
  let values: unknown[] = [];
  parser.onValue = ({ value }) => values.push(value);
  let number = 0;
  const take = function* (): Generator<{ number: number; value: JsonObject }> {
    const taken = values;
    values = [];
    for (const value of taken) {
      number++;
      // What else a document has beside its lists is not an object.
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        yield { number, value: value as JsonObject };
    }
  };
  try {
    for await (const text of texts) {
      parser.write(text);
      yield* take();
    }
    // A document that is complete has ended the parser already.
    if (!parser.isEnded) parser.end();
  } catch (error) {
    if (error instanceof FeedError) throw error;
    throw new FeedError(`${name}: the JSON is malformed after object ${number}: ${(error as Error).message}`);
  }
  yield* take();
}

/** Whether the first line is a whole object that is no document with lists. */
function isJsonLines(head: string): boolean {
  const text = head.trimStart();
  const end = text.indexOf('\n');
  try {
    const first: unknown = JSON.parse(end < 0 ? text : text.slice(0, end));
    if (typeof first !== 'object' || first === null || Array.isArray(first)) return false;
    return !Object.values(first).some(
      value => Array.isArray(value) && typeof value[0] === 'object' && !('id' in first || 'handle' in first),
    );
  } catch {
    return false;
  }
}

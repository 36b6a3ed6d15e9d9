/** Records of a feed, whatever its syntax: XML, JSON or a table, told by its first character. */
import type { FeedFormat } from '../formats/feed-format.js';
import { csvRows } from './csv-rows.js';
import { addField, type FeedRow, LONGEST_FIELD } from './feed-row.js';
import { type JsonObject, jsonValues } from './json-values.js';
import { xmlRows } from './xml-rows.js';

/** Characters of the beginning that tell the syntax and the delimiter. */
const HEAD_LENGTH = 1 << 16;
const DEEPEST = 8;

/** @param item name of the elements that are records, in XML */
export async function* readRows(
  texts: AsyncIterable<string>,
  name: string,
  format: FeedFormat,
  item: string | undefined,
): AsyncGenerator<FeedRow> {
  const { head, all } = await peek(texts);
  const first = head.trimStart()[0];
  if (first === '<') yield* xmlRows(all, name, item);
  else if (first === '{' || first === '[') yield* jsonRows(all, name, head, format);
  else yield* csvRows(all, name, head);
}

async function* jsonRows(
  texts: AsyncIterable<string>,
  name: string,
  head: string,
  { fromJson }: FeedFormat,
): AsyncGenerator<FeedRow> {
  for await (const { number, value } of jsonValues(texts, name, head)) {
    if (fromJson) yield* fromJson(value, number);
    else yield { line: number, fields: fieldsOf(value) };
  }
}

/** Members as fields by their path: `{"a": {"b": [1, 2]}}` has the field `a.b` with the texts 1 and 2. */
function fieldsOf(value: JsonObject): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  const walk = (member: unknown, path: string, depth: number): void => {
    if (Array.isArray(member)) for (const one of member) walk(one, path, depth + 1);
    else if (typeof member === 'object' && member !== null) {
      if (depth === DEEPEST) return;
      for (const [name, inner] of Object.entries(member))
        walk(inner, path === '' ? name : `${path}.${name}`, depth + 1);
    } else if (member !== null && member !== undefined) addField(fields, path, String(member).slice(0, LONGEST_FIELD));
  };
  walk(value, '', 0);
  return fields;
}

/** The beginning of a text, and all of it. */
async function peek(texts: AsyncIterable<string>): Promise<{ head: string; all: AsyncGenerator<string> }> {
  const rest = texts[Symbol.asyncIterator]();
  let head = '';
  while (head.length < HEAD_LENGTH) {
    const { value, done } = await rest.next();
    if (done) break;
    head += value;
  }
  const all = (async function* () {
    try {
      if (head !== '') yield head;
      for (;;) {
        const { value, done } = await rest.next();
        if (done) return;
        yield value;
      }
    } finally {
      await rest.return?.(undefined);
    }
  })();
  return { head, all };
}

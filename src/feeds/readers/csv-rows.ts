/**
 * Records of a table: CSV, TSV, or with semicolons or bars, whichever its first line has most of. That line names the
 * fields; a name that is there several times has several texts.
 */
import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { FeedError } from '../feed-error.js';
import { addField, type FeedRow, LONGEST_FIELD, MOST_FIELDS } from './feed-row.js';

const DELIMITERS = [',', ';', '\t', '|'];

/** @param head the beginning of the text, which is in `texts` too */
export async function* csvRows(texts: AsyncIterable<string>, name: string, head: string): AsyncGenerator<FeedRow> {
  const parser = parse({
    delimiter: delimiterOf(head),
    info: true,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: LONGEST_FIELD,
  });
  const source = Readable.from(texts);
  source.on('error', error => parser.destroy(error));
  source.pipe(parser);
  let columns: string[] | undefined;
  // A record may have line breaks: the parser counts the lines up to its end.
  let line = 1;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      if (!columns) {
        if (record.length > MOST_FIELDS)
          throw new FeedError(`${name}: found ${record.length} columns, expected at most ${MOST_FIELDS}`);
        columns = record.map(column => column.trim());
      } else {
        const fields = new Map<string, string[]>();
        for (const [at, column] of columns.entries()) if (column !== '') addField(fields, column, record[at] ?? '');
        yield { line, fields };
      }
      line = info.lines + 1;
    }
  } catch (error) {
    throw error instanceof CsvError ? new FeedError(`${name}: the table is malformed: ${error.message}`) : error;
  } finally {
    source.destroy();
  }
}

/** The delimiter that the first line has most of outside quotes. */
function delimiterOf(head: string): string {
  const counts = new Map<string, number>();
  let quoted = false;
  for (const character of head) {
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === '\n') break;
    else if (DELIMITERS.includes(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? ',';
}

/** The requests of the comparison, and the files that both sides read them from. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StorefrontRequest } from '../../src/pages/shared/requests.js';
import { requests } from '../catalogs/requests.js';
import { parsedQuery } from '../harness/own-pages.js';
import { ANSWER_KINDS, type AnswerKind } from '../publishing/answer-kinds.js';
import { FACETS } from './fields.js';

export type Kind = AnswerKind;
export const KIND_NAMES = Object.keys(ANSWER_KINDS) as Kind[];

/** Requests of a kind before its stream starts over. */
const STREAM = 20_000;

/** What requests of a kind are asked: its stream, or of that each text once. */
export const STREAMS = ['all', 'once'] as const;
export type Stream = (typeof STREAMS)[number];

const fileOf = (folder: string, kind: Kind, stream: Stream) => join(folder, `requests-${kind}-${stream}.tsv`);
/** The query that we are asked. */
export const queryOf = (kind: Kind) => (kind === 'prefix' ? 'autocomplete' : 'search-page');

/** The facets that answers of a kind have. */
export const facetsOf = (kind: Kind): readonly string[] => (kind === 'page' ? FACETS : []);

/** Query strings. @param texts to search for, most frequent first */
export function parametersOf(kind: Kind, texts: readonly string[]): string[] {
  const all = requests(queryOf(kind), texts, STREAM, 'thread').map(({ parameters }) => parameters);
  return kind === 'few' ? all.map(text => text.replace('limit=60', 'limit=8').replace('skip=60', 'skip=8')) : all;
}

/** A request as engines beside ours take it. */
export interface Line {
  text: string;
  /** Hits before the page. */
  skip: number;
  /** Id of the selected colour, '' without any. */
  color: string;
  /** The query string. */
  parameters: string;
}

/**
 * Writes a line for each request: text, hits to skip, selected colour, query string; tabs between them. And a file of
 * the first request of each text.
 */
export function writeRequests(folder: string, kind: Kind, parameters: readonly string[]): void {
  const lines = parameters.map(lineOf);
  const texts = new Set<string>();
  const first = lines.filter(({ text }) => texts.size < texts.add(text).size);
  const write = (stream: Stream, some: readonly Line[]) => {
    const cells = some.map(({ text, skip, color, parameters: query }) => [text, skip, color, query]);
    writeFileSync(fileOf(folder, kind, stream), cells.map(line => `${line.join('\t')}\n`).join(''));
  };
  write('all', lines);
  write('once', first);
}

function lineOf(parameters: string): Line {
  const given = new URLSearchParams(parameters);
  const text = (given.get('q') ?? '').replaceAll(/\s/g, ' ');
  return { text, skip: Number(given.get('skip') ?? 0), color: given.get('f.color') ?? '', parameters };
}

/** The same as our pages take them. */
export function readRequests(folder: string, kind: Kind, stream: Stream = 'all'): StorefrontRequest[] {
  return readLines(folder, kind, stream).map(({ parameters }) => parsedQuery(queryOf(kind), parameters));
}

/** The first request of a kind without its text. */
export function requestWithoutText(folder: string, kind: Kind): StorefrontRequest {
  const given = new URLSearchParams(readLines(folder, kind, 'once')[0].parameters);
  given.set('q', '');
  return parsedQuery(queryOf(kind), given.toString());
}

/** What was written. */
export function readLines(folder: string, kind: Kind, stream: Stream): Line[] {
  const lines = readFileSync(fileOf(folder, kind, stream), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map(line => {
    const [text, skip, color, parameters] = line.split('\t');
    return { text, skip: Number(skip), color, parameters };
  });
}

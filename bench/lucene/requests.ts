/** The requests of the comparison, and the files that both sides read them from. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StorefrontRequest } from '../../src/pages/shared/requests.js';
import { requests } from '../catalogs/requests.js';
import { parsedQuery } from '../harness/own-pages.js';
import { ANSWER_KINDS, type AnswerKind } from '../publishing/answer-kinds.js';

export type Kind = AnswerKind;
export const KIND_NAMES = Object.keys(ANSWER_KINDS) as Kind[];

/** Requests of a kind before its stream starts over. */
const STREAM = 20_000;

const fileOf = (folder: string, kind: string) => join(folder, `requests-${kind}.tsv`);
const queryOf = (kind: Kind) => (kind === 'prefix' ? 'autocomplete' : 'search-page');

/** Query strings. @param texts to search for, most frequent first */
export function parametersOf(kind: Kind, texts: readonly string[]): string[] {
  const all = requests(queryOf(kind), texts, STREAM, 'thread').map(({ parameters }) => parameters);
  return kind === 'few' ? all.map(text => text.replace('limit=60', 'limit=8').replace('skip=60', 'skip=8')) : all;
}

/** Writes a line for each request: text, hits to skip, selected colour, query string; tabs between them. */
export function writeRequests(folder: string, kind: Kind, parameters: readonly string[]): void {
  const lines = parameters.map(text => {
    const given = new URLSearchParams(text);
    const q = (given.get('q') ?? '').replaceAll(/\s/g, ' ');
    return `${q}\t${given.get('skip') ?? 0}\t${given.get('f.color') ?? ''}\t${text}\n`;
  });
  writeFileSync(fileOf(folder, kind), lines.join(''));
}

/** The same as our pages take them. */
export function readRequests(folder: string, kind: Kind): StorefrontRequest[] {
  const lines = readFileSync(fileOf(folder, kind), 'utf8').trimEnd().split('\n');
  return lines.map(line => parsedQuery(queryOf(kind), line.split('\t')[3]));
}

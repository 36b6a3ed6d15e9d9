/**
 * Catalog imports over HTTP, for tests: lines in, the reply or the polled outcome out.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { SnapshotManifest } from '../../src/snapshot/manifest.js';
import type { Daemon } from '../daemon.js';
import { START_PAUSE_MS, until } from '../within.js';

type Address = Pick<Daemon, 'url' | 'key'>;

/** Between two questions about an import: it needs the processor as well. */
export const POLL_MS = 5;
/** Below the limit of a test file, so that the wait says what did not come. */
const LONGEST_IMPORT_MS = 240_000;

/** What the status of an import says. */
export interface ImportState {
  id: string;
  status: 'NOT_FOUND' | 'WAITING' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILURE' | 'ABORTED';
  reason?: string;
  place?: number;
  progress?: { phase: string; done: number; total: number };
  counts?: Record<string, number>;
  warnings?: string[];
  errorDetails?: ErrorDetails;
}

export interface ErrorDetails {
  count: number;
  dataErrors: Record<string, { count: number; exampleKeys: string[] }>;
  [kind: string]: unknown;
}

/** The reply to an import; `body` is undefined when there is none. */
export interface Reply {
  status: number;
  headers: Headers;
  body: undefined | (Partial<ImportState> & { error?: string; message?: string; errorDetails?: ErrorDetails });
}

export type Method = 'PUT' | 'POST';

/** `lines`: objects, or text as it is. `parameters`: of the query string. */
export async function importLines(
  { url, key }: Address,
  method: Method,
  lines: readonly (object | string)[],
  parameters: Record<string, string> = {},
): Promise<Reply> {
  const body = new Uint8Array(gzipSync(jsonLines(lines)));
  const headers = { 'Api-Key': key, 'Content-Type': 'application/jsonlines', 'Content-Encoding': 'gzip' };
  const query = new URLSearchParams(parameters);
  return reply(await fetch(`${url}/api/admin/v4/import/catalog?${query}`, { method, headers, body }));
}

/** As `importLines`, again while the ingest process is starting. */
export function importWhenReady(...order: Parameters<typeof importLines>): Promise<Reply> {
  return whenReady(() => importLines(...order));
}

/** Sends an import, again while the ingest process is starting. */
export async function whenReady(send: () => Promise<Reply>): Promise<Reply> {
  let answer!: Reply;
  const isTaken = async () => {
    answer = await send();
    return answer.status !== 503 || !/starting/.test(answer.body?.message ?? '');
  };
  await until('an import that is taken', isTaken, { longestMs: LONGEST_IMPORT_MS, pauseMs: START_PAUSE_MS });
  return answer;
}

export function jsonLines(lines: readonly (object | string)[]): string {
  return lines.map(line => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
}

export async function reply(response: Response): Promise<Reply> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : (JSON.parse(text) as Reply['body']),
  };
}

export async function importState({ url, key }: Address, id: string): Promise<ImportState> {
  const response = await fetch(`${url}/api/admin/v4/import/status?id=${id}`, { headers: { 'Api-Key': key } });
  return (await response.json()) as ImportState;
}

/** Polls until the import has ended; `each` sees every state on the way. */
export async function ended(daemon: Address, id: string, each?: (state: ImportState) => void): Promise<ImportState> {
  let state!: ImportState;
  const hasEnded = async () => {
    state = await importState(daemon, id);
    each?.(state);
    return state.status !== 'WAITING' && state.status !== 'IN_PROGRESS';
  };
  await until(`the end of import ${id}`, hasEnded, { longestMs: LONGEST_IMPORT_MS, pauseMs: POLL_MS });
  return state;
}

export async function snapshots({ url, key }: Address): Promise<{ live?: string; snapshots: { id: string }[] }> {
  const response = await fetch(`${url}/api/admin/v4/snapshots`, { headers: { 'Api-Key': key } });
  return (await response.json()) as { live?: string; snapshots: { id: string }[] };
}

export async function rollback({ url, key }: Address, id: string): Promise<number> {
  const to = `${url}/api/admin/v4/snapshots/rollback?id=${id}`;
  const response = await fetch(to, { method: 'POST', headers: { 'Api-Key': key } });
  await response.arrayBuffer();
  return response.status;
}

/** The manifest of the announced snapshot, from the data folder. */
export async function announcedManifest(dataDir: string): Promise<SnapshotManifest> {
  const { snapshot } = JSON.parse(await readFile(join(dataDir, 'current.json'), 'utf8')) as { snapshot: string };
  const stored = JSON.parse(await readFile(join(dataDir, 'snapshots', `${snapshot}.json`), 'utf8'));
  return (stored as { manifest: SnapshotManifest }).manifest;
}

/** An export as text, as soon as there is one: until a snapshot is live it is refused. */
export async function exportText(url: string, key: string, kind: string): Promise<string> {
  const headers = { 'Api-Key': key, 'Accept-Encoding': 'identity' };
  let text = '';
  const isThere = async () => {
    const response = await fetch(`${url}/api/admin/v4/export/${kind}`, { headers });
    text = await response.text();
    return response.status === 200;
  };
  await until(`the export of ${kind}`, isThere, { pauseMs: 20 });
  return text;
}

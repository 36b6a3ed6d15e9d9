/** The daemon's administration interface, as far as benches use it: imports, with the key of the bench. */
import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { ImportStatus } from '../../src/api/admin-responses.js';
import { parsedJson } from './parsed-json.js';

export const ADMIN_PATH = '/api/admin/v4';
/** With all scopes. */
export const KEY = 'key-of-the-bench';
const START_WITHIN_MS = 60_000;
const IMPORT_WITHIN_MS = 3_600_000;

const Accepted = Compile(Type.Object({ id: Type.String() }));
const Status = Compile(ImportStatus);

export interface Reply {
  status: number;
  text: string;
  /** When the last byte of the request went to the socket, and when the reply's head came, by `performance.now`. */
  sentMs: number;
  repliedMs: number;
}

export function adminHeaders(): Record<string, string> {
  return { 'Api-Key': KEY };
}

/**
 * Sends catalog lines.
 * @param body gzipped: bytes, or the name of a file
 * @param parameters of the query string
 * @param key with the scope of imports
 */
export async function postCatalog(
  url: string,
  body: Buffer | string,
  method: 'PUT' | 'POST',
  parameters: string,
  key = KEY,
): Promise<Reply> {
  const inFile = typeof body === 'string';
  const sent = request(`${url}${ADMIN_PATH}/import/catalog?${parameters}`, {
    method,
    headers: {
      'Api-Key': key,
      'Content-Type': 'application/jsonlines',
      'Content-Encoding': 'gzip',
      'Content-Length': inFile ? statSync(body).size : body.length,
    },
    timeout: IMPORT_WITHIN_MS,
  });
  sent.on('timeout', () => sent.destroy(new Error('the import takes too long')));
  let sentMs = 0;
  sent.once('finish', () => {
    sentMs = performance.now();
  });
  const replied = once(sent, 'response') as Promise<[IncomingMessage]>;
  if (inFile) createReadStream(body).pipe(sent);
  else sent.end(body);
  const [response] = await replied;
  const repliedMs = performance.now();
  return { status: response.statusCode ?? 0, text: await text(response), sentMs, repliedMs };
}

/**
 * Imports a catalog from a file, .jsonl.gz, and resolves when it is live.
 * @throws Error when it is refused
 */
export async function uploadCatalog(url: string, file: string, method: 'PUT' | 'POST'): Promise<void> {
  const started = Date.now();
  for (;;) {
    const { status, text } = await postCatalog(url, file, method, 'force=true');
    if (status === 204) return;
    if (status === 202) return finished(url, parsedJson(Accepted, text, 'import').id, started);
    // The ingest process is still starting.
    if (status !== 503 || Date.now() - started > START_WITHIN_MS) throw new Error(`import: ${status} ${text}`);
    await delay(100);
  }
}

async function finished(url: string, id: string, started: number): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}${ADMIN_PATH}/import/status?id=${id}`, { headers: adminHeaders() });
    const { status, reason } = parsedJson(Status, await response.text(), 'status of the import');
    if (status === 'SUCCESS') return;
    if (status !== 'WAITING' && status !== 'IN_PROGRESS') throw new Error(`import: ${status} ${reason}`);
    if (Date.now() - started > IMPORT_WITHIN_MS) throw new Error('the import takes too long');
    await delay(200);
  }
}

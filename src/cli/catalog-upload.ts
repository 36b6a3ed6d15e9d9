/**
 * Sends a catalog file to a running daemon and follows the import until it has ended. The file is streamed: plain JSON
 * lines are compressed on the way, a file that already is gzip (told by its first bytes, not its name) goes as it is.
 */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { constants, createGzip } from 'node:zlib';
import type { ErrorDetails } from '../ingest/import/error-details.js';
import type { ImportCounts } from '../ingest/protocol.js';
import type { AdminClient, Answer } from './admin-client.js';
import { CommandFailure, describe } from './exit.js';
import type { Progress } from './progress.js';

export interface UploadOptions {
  /** Apply the instructions to what is there (POST) instead of replacing everything (PUT). */
  partial: boolean;
  force: boolean;
  validateOnly: boolean;
  name?: string;
}

/** How the import ended. `reason` and `errorDetails` say why it was refused. */
export interface UploadResult {
  ok: boolean;
  id?: string;
  status: string;
  reason?: string;
  errorDetails?: ErrorDetails;
  /** What the catalog holds with it. */
  counts?: ImportCounts;
  /** What was ignored, a sentence each. */
  warnings?: string[];
}

const ROUTE = '/api/admin/v4/import';
const POLL_FROM_MS = 50;
const POLL_UP_TO_MS = 500;
const BUSY_FROM_MS = 250;
const BUSY_UP_TO_MS = 4000;
/** How long a daemon may take to start before it counts as unavailable. */
const BUSY_FOR_MS = 60_000;

/**
 * Shows its stages on `progress` and ends them.
 *
 * @throws CommandFailure when the file cannot be read or the daemon cannot be reached.
 */
export async function uploadCatalog(
  client: AdminClient,
  file: string,
  options: UploadOptions,
  progress: Progress,
): Promise<UploadResult> {
  let completed = false;
  try {
    const result = await upload(client, file, options, progress);
    completed = result.ok;
    return result;
  } finally {
    progress.end(completed);
  }
}

async function upload(
  client: AdminClient,
  file: string,
  options: UploadOptions,
  progress: Progress,
): Promise<UploadResult> {
  const catalog = await inspect(file);
  await checkKey(client);

  const query = new URLSearchParams({ blockingTimeout: 'PT0S' });
  if (options.force) query.set('force', 'true');
  if (options.validateOnly) query.set('validationOnly', 'true');
  if (options.name) query.set('name', options.name);
  const method = options.partial ? 'POST' : 'PUT';
  const giveUpAt = performance.now() + BUSY_FOR_MS;
  for (let waitMs = BUSY_FROM_MS; ; waitMs = Math.min(BUSY_UP_TO_MS, waitMs * 2)) {
    const answer = await send(client, method, `${ROUTE}/catalog?${query}`, catalog, progress);
    if (answer.status !== 503 || performance.now() > giveUpAt) return follow(client, answer, progress);
    // A daemon that has just started, or whose ingest process has, asks to come back in a moment.
    progress.show('waiting for the daemon', 0, 0);
    await delay(waitMs);
  }
}

async function send(
  client: AdminClient,
  method: string,
  route: string,
  { path, size, gzipped }: CatalogFile,
  progress: Progress,
): Promise<Answer> {
  let done = 0;
  progress.show('uploading', 0, size);
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      done += chunk.length;
      progress.show('uploading', done, size);
      callback(null, chunk);
    },
  });
  const headers = { 'Content-Type': 'application/jsonlines', 'Content-Encoding': 'gzip' };
  const transforms = gzipped ? [counter] : [counter, createGzip({ level: constants.Z_BEST_SPEED })];
  try {
    return await client.stream(method, route, headers, createReadStream(path), transforms);
  } catch (error) {
    throw error instanceof CommandFailure ? error : new CommandFailure(`${path}: ${describe(error)}`);
  }
}

interface CatalogFile {
  path: string;
  size: number;
  gzipped: boolean;
}

async function inspect(path: string): Promise<CatalogFile> {
  try {
    const { size } = await stat(path);
    const handle = await open(path);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
      return { path, size, gzipped: bytesRead === 2 && buffer.readUInt16BE(0) === 0x1f8b };
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new CommandFailure(`${path} cannot be read: ${describe(error)}`);
  }
}

/** A key that is refused is better known before a large file has been sent than after. */
async function checkKey(client: AdminClient): Promise<void> {
  const answer = await client.send('GET', `${ROUTE}/status?id=none`);
  if (answer.status === 403) throw new CommandFailure(`the daemon does not accept the key: ${answer.message}`);
}

async function follow(client: AdminClient, answer: Answer, progress: Progress): Promise<UploadResult> {
  if (answer.status === 204) return { ok: true, status: 'SUCCESS' };
  if (answer.status !== 202) return refusal(answer);
  let waitMs = POLL_FROM_MS;
  for (let report = readStatus(answer.body); ; ) {
    if (report.id === undefined) throw new CommandFailure('the daemon accepted the import but gave it no id');
    if (report.progress) progress.show(report.progress.phase, report.progress.done, report.progress.total);
    if (report.status !== 'WAITING' && report.status !== 'IN_PROGRESS') {
      const { progress: _, ...rest } = report;
      return { ...rest, ok: report.status === 'SUCCESS' };
    }
    await delay(waitMs);
    waitMs = Math.min(POLL_UP_TO_MS, waitMs * 1.5);
    const polled = await client.send('GET', `${ROUTE}/status?id=${encodeURIComponent(report.id)}`);
    if (polled.status !== 200) throw new CommandFailure(`the import's progress cannot be read: ${polled.message}`);
    report = readStatus(polled.body);
  }
}

function refusal(answer: Answer): UploadResult {
  const body = typeof answer.body === 'object' && answer.body !== null ? answer.body : {};
  const result: UploadResult = { ok: false, status: 'FAILURE', reason: answer.message };
  if ('errorDetails' in body) result.errorDetails = body.errorDetails as ErrorDetails;
  return result;
}

interface StatusReport extends Omit<UploadResult, 'ok'> {
  progress?: { phase: string; done: number; total: number };
}

/** The status document as the daemon serves it; anything else at that address is named as such. */
function readStatus(body: unknown): StatusReport {
  if (typeof body !== 'object' || body === null || !('status' in body) || typeof body.status !== 'string') {
    throw new CommandFailure('the answer is not the state of an import; is the address that of a Vitrine daemon?');
  }
  return body as StatusReport;
}

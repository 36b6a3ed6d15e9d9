/**
 * Uploads a catalog file to a running daemon, and follows the import to its end. The file is streamed: plain JSON lines
 * are compressed on the way, a gzip file is sent unchanged.
 */
import { Transform } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorDetails } from '../imports/import-findings.js';
import type { ImportCounts } from '../imports/protocol.js';
import type { AdminClient, Answer } from './admin-client.js';
import { inspectFile, type SourceFile, sendFile } from './source-file.js';
import { CommandFailure } from './terminal/exit-codes.js';
import { formatCount } from './terminal/print.js';
import type { TerminalProgress } from './terminal/progress.js';
import { whileBusy } from './while-busy.js';

export interface UploadOptions {
  /** Whether the instructions are applied to the stored catalog (POST) instead of replacing it (PUT). */
  partial: boolean;
  force: boolean;
  validateOnly: boolean;
  /** False: the outcome is not awaited, and the result has the status WAITING or IN_PROGRESS. */
  wait?: boolean;
  name?: string;
}

/** Result of the import; `reason` and `errorDetails` describe a refusal. */
export interface UploadResult {
  ok: boolean;
  id?: string;
  status: string;
  reason?: string;
  /** The import is stored, but its snapshot could not be made live. */
  stored?: true;
  errorDetails?: ErrorDetails;
  /** Numbers of records in the catalog after the import. */
  counts?: ImportCounts;
  /** Warnings, a sentence each. */
  warnings?: string[];
  /** With WAITING: how many imports are before it. */
  place?: number;
}

const ROUTE = '/api/admin/v4/import';
const POLL_FROM_MS = 50;
const POLL_UP_TO_MS = 500;

/**
 * @param progress shows the stages; ended before the function returns
 *
 * @throws CommandFailure when the file cannot be read or the daemon cannot be reached.
 */
export async function uploadCatalog(
  client: AdminClient,
  file: string,
  options: UploadOptions,
  progress: TerminalProgress,
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
  progress: TerminalProgress,
): Promise<UploadResult> {
  const catalog = await inspectFile(file);
  await checkKey(client);

  const query = new URLSearchParams({ blockingTimeout: 'PT0S' });
  if (options.force) query.set('force', 'true');
  if (options.validateOnly) query.set('validationOnly', 'true');
  if (options.name) query.set('name', options.name);
  const method = options.partial ? 'POST' : 'PUT';
  const answer = await whileBusy(
    () => send(client, method, `${ROUTE}/catalog?${query}`, catalog, progress),
    what => progress.show(what, 0, 0),
  );
  if (options.wait === false && answer.status === 202) return { ok: true, ...readStatus(answer.body) };
  return follow(client, answer, progress);
}

async function send(
  client: AdminClient,
  method: string,
  route: string,
  file: SourceFile,
  progress: TerminalProgress,
): Promise<Answer> {
  let done = 0;
  progress.show('uploading', 0, file.size);
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      done += chunk.length;
      progress.show('uploading', done, file.size);
      callback(null, chunk);
    },
  });
  return sendFile(client, { method, route, contentType: 'application/jsonlines' }, file, [counter]);
}

/** Checks the key with a small request first, so that a wrong one is reported before a large file is sent. */
async function checkKey(client: AdminClient): Promise<void> {
  const answer = await client.send('GET', `${ROUTE}/status?id=none`);
  if (answer.status === 403) throw new CommandFailure(`the daemon does not accept the key: ${answer.message}`);
}

async function follow(client: AdminClient, answer: Answer, progress: TerminalProgress): Promise<UploadResult> {
  if (answer.status === 204) return { ok: true, status: 'SUCCESS' };
  if (answer.status !== 202) return refusal(answer);
  let waitMs = POLL_FROM_MS;
  for (let report = readStatus(answer.body); ; ) {
    if (report.id === undefined) throw new CommandFailure('the daemon accepted the import but gave it no id');
    if (report.progress) progress.show(report.progress.phase, report.progress.done, report.progress.total);
    if (report.place !== undefined) progress.show(`waiting for ${formatCount(report.place, 'import')}`, 0, 0);
    if (report.status !== 'WAITING' && report.status !== 'IN_PROGRESS') {
      const { progress: _, ...rest } = report;
      return { ...rest, ok: report.status === 'SUCCESS' };
    }
    await delay(waitMs);
    waitMs = Math.min(POLL_UP_TO_MS, waitMs * 1.5);
    const route = `${ROUTE}/status?id=${encodeURIComponent(report.id)}`;
    const polled = await whileBusy(
      () => client.send('GET', route),
      what => progress.show(what, 0, 0),
    );
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

/** Parses the status of an import. @throws CommandFailure when the reply is not one */
function readStatus(body: unknown): StatusReport {
  if (typeof body !== 'object' || body === null || !('status' in body) || typeof body.status !== 'string') {
    throw new CommandFailure('the answer is not the state of an import; is the address that of a Vitrine daemon?');
  }
  return body as StatusReport;
}

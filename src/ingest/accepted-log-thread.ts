/**
 * The thread of the ingest process that appends to the log of a fleet, while the thread that holds the transaction of the
 * change waits: see accepted-log.ts. A term ends with the first append that is refused, or of which it is not known
 * whether it has come about.
 */
import { readFileSync } from 'node:fs';
import { type MessagePort, workerData } from 'node:worker_threads';
import { FleetConnection } from '../fleet/connection.js';
import { ImportLog, type LoggedEntry, MOST_INLINE_BYTES } from '../fleet/import-log.js';
import { repeated } from '../fleet/repeated.js';
import type { AppendedChange, LogReply, LogRequest, LogThreadData } from './accepted-log-messages.js';

/** How long an append is repeated where the servers do not reply: imports wait so long. */
const LONGEST_APPEND_MS = 10_000;

interface Term {
  token: number;
  log: ImportLog;
  /** The sequence of the last entry. */
  last: number;
}

const { port, settings, daemon, replies } = workerData as LogThreadData & { port: MessagePort };
let opened: Promise<FleetConnection> | undefined;
let term: Term | undefined;

port.on('message', (request: LogRequest) => {
  const done = request.kind === 'begin' ? begin(request) : append(request.change);
  done
    .catch((error: unknown) => {
      term = undefined;
      return { kind: 'failed' as const, message: error instanceof Error ? error.message : String(error) };
    })
    .then(reply => {
      port.postMessage({ ...reply, id: request.id } satisfies LogReply);
      Atomics.add(replies, 0, 1);
      Atomics.notify(replies, 0);
    });
});

type Outcome = LogReply extends infer Reply ? (Reply extends { id: number } ? Omit<Reply, 'id'> : never) : never;

async function begin({ token, generation }: LogRequest & { kind: 'begin' }): Promise<Outcome> {
  term = undefined;
  // Anew for each term: servers that have lost it have another one in its place.
  const log = await ImportLog.open(await open());
  for (;;) {
    const { last } = await log.range();
    const logged = await lastGeneration(log, last);
    if (logged > generation) return { kind: 'behind' };
    const sequence = await repeated(LONGEST_APPEND_MS, () =>
      log.append({ type: 'term', token, daemon, generation }, last),
    );
    if (sequence === undefined) continue;
    term = { token, log, last: sequence };
    return { kind: 'begun', logged };
  }
}

async function append({ generation, order, body, snapshot, kept }: AppendedChange): Promise<Outcome> {
  if (!term) return { kind: 'refused' };
  const { token, log, last } = term;
  const isLong = body !== undefined && body.bytes > MOST_INLINE_BYTES;
  const inline = body && !isLong ? readFileSync(body.file) : undefined;
  const change = {
    type: 'change' as const,
    generation,
    token,
    order,
    ...(body && { body: { bytes: body.bytes, sha256: body.sha256 } }),
    snapshot,
    kept,
  } satisfies LoggedEntry;
  const sequence = await repeated(LONGEST_APPEND_MS, async () => {
    if (isLong) await log.storeBody(change, body.file);
    return log.append(change, last, inline);
  });
  if (sequence === undefined) {
    term = undefined;
    return { kind: 'refused' };
  }
  term.last = sequence;
  return { kind: 'done' };
}

/** The generation of the last change; 0 where the log has none. */
async function lastGeneration(log: ImportLog, last: number): Promise<number> {
  for (let sequence = last; sequence > 0; sequence--) {
    const read = await log.read(sequence);
    if (!read) return 0;
    if (read.entry.type === 'change') return read.entry.generation;
  }
  return 0;
}

function open(): Promise<FleetConnection> {
  opened ??= FleetConnection.open({ settings, name: `${daemon} ingest` });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

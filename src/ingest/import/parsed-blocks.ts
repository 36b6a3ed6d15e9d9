/**
 * Reads the lines of a catalog file in order, block by block; worker threads parse the product groups of a large file
 * in advance. The applying thread holds the transaction, so it waits for the workers without returning to its event
 * loop (see threads/watchdog.ts).
 */
import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import { availableParallelism } from 'node:os';
import type { PreparedGroup } from '../../catalog/prepared-group.js';
import type { Sent, SyncWorkerClient } from '../../threads/sync-worker-client.js';
import { Watchdog } from '../../threads/watchdog.js';
import type { ParsedLines, ParseProtocol, ParseThreadData } from './parse-protocol.js';
import { PlainGroups } from './plain-groups.js';
import { type Line, type LineBlock, readBlocks } from './read-lines.js';
import type { RecordCheck } from './record-check.js';

/** Least file size, in bytes, at which worker threads are worth their start. */
const WORTH_THREADS = 8 << 20;
/** Further threads would be idle, because applying the parsed groups is then the bottleneck. */
const MOST_THREADS = 3;
/** Blocks in flight for each thread: one that is being parsed, and the next. */
const AHEAD = 2;
const LONGEST_SILENCE_MS = 300_000;

export interface ParsedBlock extends LineBlock {
  /** The group that a line of the block replaces; undefined for a line that is to be parsed. */
  group(line: Line): PreparedGroup | undefined;
}

/** What a shop takes of records. */
type Taken = Pick<RecordCheck, 'configured' | 'svgImages' | 'embeddings'>;

/** @param worthThreads least file size, in bytes, at which lines are parsed in worker threads */
export function* parsedBlocks(file: string, taken: Taken, worthThreads = WORTH_THREADS): Iterable<ParsedBlock> {
  if (fs.statSync(file).size < worthThreads) {
    const plain = new PlainGroups(taken.configured);
    const group = ({ bytes }: Line) => (isUtf8(bytes) ? plain.read(bytes) : undefined);
    for (const block of readBlocks(file)) yield { ...block, group };
    return;
  }
  const watchdog = new Watchdog();
  try {
    yield* inThreads(file, startThreads(watchdog, taken));
  } finally {
    watchdog.close();
  }
}

type ParseThread = SyncWorkerClient<ParseProtocol>;

function startThreads(watchdog: Watchdog, { configured, svgImages, embeddings }: Taken): ParseThread[] {
  const data: Omit<ParseThreadData, 'leader'> = {
    configured: [...(configured?.markets() ?? [])],
    svgImages,
    embeddings,
  };
  return Array.from({ length: Math.min(MOST_THREADS, availableParallelism()) }, (_, i) =>
    watchdog.start<ParseProtocol>({
      name: `parse thread ${i + 1}`,
      file: new URL('./parse-thread.js', import.meta.url),
      data,
    }),
  );
}

function* inThreads(file: string, threads: readonly ParseThread[]): Iterable<ParsedBlock> {
  const underWay: { block: LineBlock; thread: ParseThread; sent: Sent<ParsedLines> }[] = [];
  const first = (): ParsedBlock => {
    const { block, thread, sent } = underWay.shift()!;
    return withGroups(block, thread.wait(sent, LONGEST_SILENCE_MS));
  };
  let fault: unknown;
  let count = 0;
  try {
    for (const block of readBlocks(file)) {
      const thread = threads[count++ % threads.length];
      const sent = thread.send({ kind: 'parse', bytes: block.bytes, first: block.first });
      underWay.push({ block, thread, sent });
      if (underWay.length > threads.length * AHEAD) yield first();
    }
  } catch (error) {
    // A line that is too long is reported after the faults of those before it.
    fault = error;
  }
  while (underWay.length > 0) yield first();
  if (fault !== undefined) throw fault;
}

function withGroups(block: LineBlock, { groups, names, bytes }: ParsedLines): ParsedBlock {
  const records = Buffer.from(bytes);
  const sets = names.map(list => new Set(list));
  return {
    ...block,
    group: ({ number }) => {
      const parsed = groups[number - block.first];
      if (!parsed) return undefined;
      const { key, from, to, keys } = parsed;
      return { key, bytes: records.subarray(from, to), keys, names: sets[parsed.names] };
    },
  };
}

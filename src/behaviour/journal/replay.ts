/**
 * Reading the journal from a position on, for whoever learns from it: at once what is there, segment by segment.
 * Needs no journal to be open, and may run beside one that writes.
 */
import type { NotificationRecord } from '../activities/notification.js';
import { listSegments, readSegment, type Segment, type SegmentFile } from './segment.js';

export interface Recorded {
  /** Its number in the journal: whoever has learned from it goes on at the next. */
  number: number;
  record: NotificationRecord;
}

export interface ReplayOptions {
  /** The first record wanted; where it was dropped already, reading begins at the oldest that is kept. */
  from?: number;
  /** The first record not wanted: `Journal.size` beside a journal that writes, so that nothing is read too early. */
  until?: number;
  /** Told of a segment that lacks records it should have: the disk has damaged it. */
  damaged?(file: string, missing: { from: number; until: number }): void;
}

/** Records given at once. */
const BATCH = 4096;

/** Yields records in their order. @throws what the file system throws, but for segments dropped meanwhile. */
export async function* replay(dir: string, options: ReplayOptions = {}): AsyncGenerator<Recorded[]> {
  const { from = 0, until = Number.POSITIVE_INFINITY, damaged } = options;
  const files = await listSegments(dir);
  for (const [i, segment] of files.entries()) {
    const end = Math.min(until, files[i + 1]?.first ?? Number.POSITIVE_INFINITY);
    if (end <= from || segment.first >= until) continue;
    const found = await readKept(dir, segment);
    if (found === 'dropped') continue;
    const count = found?.count ?? 0;
    const whole = segment.first + count;
    if (whole < end && Number.isFinite(end)) damaged?.(segment.file, { from: whole, until: end });
    if (found) yield* batches(found, Math.max(from, segment.first), Math.min(end, whole));
  }
}

/**
 * The texts of the newest records, newest first, as long as `wants` says so.
 * @param wants is given each record's text.
 */
export async function readNewest(dir: string, wants: (text: string) => boolean): Promise<void> {
  const files = await listSegments(dir);
  for (let i = files.length - 1; i >= 0; i--) {
    const found = await readKept(dir, files[i]);
    if (found === 'dropped' || found === undefined) continue;
    const end = Math.min(found.count, (files[i + 1]?.first ?? Number.POSITIVE_INFINITY) - found.first);
    for (let index = end - 1; index >= 0; index--) if (!wants(found.text(index))) return;
  }
}

/** Undefined: without a whole header. */
async function readKept(dir: string, { file }: SegmentFile): Promise<Segment | undefined | 'dropped'> {
  try {
    return await readSegment(dir, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'dropped';
    throw error;
  }
}

function* batches(segment: Segment, from: number, until: number): Generator<Recorded[]> {
  for (let start = from; start < until; start += BATCH) {
    const length = Math.min(BATCH, until - start);
    yield Array.from({ length }, (_, i) => ({
      number: start + i,
      record: JSON.parse(segment.text(start + i - segment.first)) as NotificationRecord,
    }));
  }
}

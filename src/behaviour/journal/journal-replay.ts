/**
 * Reads the journal from a position on, segment by segment, in batches. Opens no journal for writing, and may run
 * while a journal appends to the same folder.
 */
import type { NotificationRecord } from '../activities/notification.js';
import { listSegments, readSegment, type Segment, type SegmentFile } from './journal-segment.js';

export interface Recorded {
  /** Record number in the journal; a reader that has processed it continues at the next. */
  number: number;
  record: NotificationRecord;
}

export interface ReplayOptions {
  /** Number of the first record to read; if retention has dropped it, reading begins at the oldest stored record. */
  from?: number;
  /** Exclusive end: `Journal.size` while a journal appends, so that only durable records are read. */
  until?: number;
  /** Called for a segment with damaged records, or fewer than the number of the next segment implies. */
  damaged?(file: string, missing: { from: number; until: number }): void;
  /** Texts of which records have one; all others are passed over unread, which takes a fraction of the time. */
  having?: readonly string[];
}

/** Records in one batch. */
const BATCH = 4096;

/**
 * Yields records in their order.
 * @throws errors of the file system, except for segments that were dropped meanwhile.
 */
export async function* replay(dir: string, options: ReplayOptions = {}): AsyncGenerator<Recorded[]> {
  const { from = 0, until = Number.POSITIVE_INFINITY, damaged, having } = options;
  const files = await listSegments(dir);
  for (const [i, segment] of files.entries()) {
    const next = files[i + 1]?.first;
    const end = Math.min(until, next ?? Number.POSITIVE_INFINITY);
    if (end <= from || segment.first >= until) continue;
    const found = await readKept(dir, segment, next);
    if (found === 'dropped') continue;
    const count = found?.count ?? 0;
    const whole = segment.first + count;
    if (whole < end && Number.isFinite(end)) damaged?.(segment.file, { from: whole, until: end });
    if (!found) continue;
    for (const gap of damagedRecords(found, Math.min(end, whole))) damaged?.(segment.file, gap);
    const isWanted = having ? (text: string) => having.some(one => text.includes(one)) : () => true;
    yield* batches(found, Math.max(from, segment.first), Math.min(end, whole), isWanted);
  }
}

/**
 * Reads the texts of the newest records, newest first.
 * @param wants takes each record's text; returns whether to continue.
 */
export async function readNewest(dir: string, wants: (text: string) => boolean): Promise<void> {
  const files = await listSegments(dir);
  for (let i = files.length - 1; i >= 0; i--) {
    const found = await readKept(dir, files[i], files[i + 1]?.first);
    if (found === 'dropped' || found === undefined) continue;
    const end = Math.min(found.count, (files[i + 1]?.first ?? Number.POSITIVE_INFINITY) - found.first);
    for (let index = end - 1; index >= 0; index--) {
      const text = found.text(index);
      if (text !== undefined && !wants(text)) return;
    }
  }
}

/** @returns undefined when the segment has no whole header. */
async function readKept(
  dir: string,
  { file, first }: SegmentFile,
  next: number | undefined,
): Promise<Segment | undefined | 'dropped'> {
  try {
    return await readSegment(dir, file, next === undefined ? undefined : next - first);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'dropped';
    throw error;
  }
}

/** The runs of damaged records before a number. */
function* damagedRecords(segment: Segment, until: number): Generator<{ from: number; until: number }> {
  if (segment.damaged === 0) return;
  let from: number | undefined;
  for (let number = segment.first; number <= until; number++) {
    const isDamaged = number < until && segment.text(number - segment.first) === undefined;
    if (isDamaged) from ??= number;
    else if (from !== undefined) {
      yield { from, until: number };
      from = undefined;
    }
  }
}

/** Batches may have fewer records than numbers: damaged ones and those that are not wanted are left out. */
function* batches(
  segment: Segment,
  from: number,
  until: number,
  isWanted: (text: string) => boolean,
): Generator<Recorded[]> {
  for (let start = from; start < until; start += BATCH) {
    const batch: Recorded[] = [];
    for (let number = start; number < Math.min(until, start + BATCH); number++) {
      const text = segment.text(number - segment.first);
      if (text !== undefined && isWanted(text)) batch.push({ number, record: JSON.parse(text) as NotificationRecord });
    }
    if (batch.length > 0) yield batch;
  }
}

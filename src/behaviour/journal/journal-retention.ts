/**
 * Retention of a journal's closed segments: whole segments are dropped, oldest first, while the journal exceeds its
 * size or the newest record of the oldest segment exceeds its age. Dropping and rewriting take turns: otherwise a
 * rewriting that had read a segment could bring it back after it was dropped.
 */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SegmentFile } from './journal-segment.js';
import { ASIDE, mendSegment, removeAside } from './mend-segment.js';
import { type Change, rewriteSegment } from './rewrite-segment.js';

export interface RetentionOptions {
  dir: string;
  maxBytes: number;
  maxAgeMs: number;
}

/** A closed segment. */
export interface Sealed {
  file: string;
  bytes: number;
  /** When its last record was written, ms since 1970. */
  lastMs: number;
}

export class Retention {
  /** The latest change of files (dropping or rewriting) that has begun. */
  private changing: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly options: RetentionOptions,
    /** Oldest first. */
    private readonly segments: Sealed[],
  ) {}

  static async open(options: RetentionOptions, files: readonly SegmentFile[]): Promise<Retention> {
    const sealed = files.map(async ({ file }) => {
      const { size, mtimeMs } = await stat(join(options.dir, file));
      return { file, bytes: size, lastMs: mtimeMs };
    });
    return new Retention(options, await Promise.all(sealed));
  }

  /** Bytes of the closed segments. */
  get bytes(): number {
    return this.segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  sealed(segment: Sealed): void {
    this.segments.push(segment);
  }

  /**
   * Changes records of a closed segment.
   * @param records how many it has
   * @returns how many were changed; none where it has been dropped
   */
  rewrite(file: string, records: number, change: Change): Promise<number> {
    return this.exclusive(async () => {
      const rewritten = await rewriteSegment(this.options.dir, file, change, records);
      if (rewritten === undefined) return 0;
      this.resized(file, rewritten.bytes);
      return rewritten.changed;
    });
  }

  /** Puts a closed segment aside where it is damaged. @param records how many it has @returns whether it was */
  mend(file: string, records: number): Promise<boolean> {
    return this.exclusive(async () => {
      const bytes = await mendSegment(this.options.dir, file, records);
      if (bytes !== undefined) this.resized(file, bytes);
      return bytes !== undefined;
    });
  }

  private resized(file: string, bytes: number): void {
    const segment = this.segments.find(sealed => sealed.file === file);
    if (segment !== undefined) segment.bytes = bytes;
  }

  /** @param activeBytes size of the active segment, which counts towards the bound and is never dropped. */
  apply(activeBytes: number): Promise<void> {
    return this.exclusive(() => this.drop(activeBytes));
  }

  private exclusive<T>(work: () => Promise<T>): Promise<T> {
    const done = this.changing.then(work);
    this.changing = done.catch(() => undefined);
    return done;
  }

  private async drop(activeBytes: number): Promise<void> {
    const { dir, maxBytes, maxAgeMs } = this.options;
    const oldestMs = Date.now() - maxAgeMs;
    const dropped: Sealed[] = [];
    let total = activeBytes + this.bytes;
    for (let oldest = this.segments[0]; oldest && (total > maxBytes || oldest.lastMs < oldestMs); ) {
      this.segments.shift();
      dropped.push(oldest);
      total -= oldest.bytes;
      oldest = this.segments[0];
    }
    for (const { file } of dropped) {
      for (const name of [file, file + ASIDE]) await rm(join(dir, name), { force: true });
    }
    await removeAside(dir, oldestMs);
  }
}

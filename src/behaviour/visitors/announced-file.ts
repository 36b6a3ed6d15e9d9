/**
 * Which file the visitors are read from, as the threads of a daemon tell each other: its writer is another process, and
 * what it has put in place is announced to all of them. A file that stands in its place for another reason is no store,
 * and one that was removed stays what it was for those who have it open.
 *
 *   0  4  number of announcements (i32)                                     memory shared by threads
 *   4  4  1 where the file has what cannot be right, until the next announcement (i32)
 *   8  8  inode of the writer's file (u64); 0 until the first announcement
 */
export const ANNOUNCED_BYTES = 16;

export class AnnouncedFile {
  private readonly announcements: Int32Array;
  private readonly doubts: Int32Array;
  private readonly own: BigUint64Array;

  constructor(readonly memory = new SharedArrayBuffer(ANNOUNCED_BYTES)) {
    this.announcements = new Int32Array(memory, 0, 1);
    this.doubts = new Int32Array(memory, 4, 1);
    this.own = new BigUint64Array(memory, 8, 1);
  }

  /** The writer has inspected or written the file, and put it in its place. */
  announce(inode: bigint): void {
    Atomics.store(this.own, 0, inode);
    Atomics.store(this.doubts, 0, 0);
    Atomics.add(this.announcements, 0, 1);
  }

  get number(): number {
    return Atomics.load(this.announcements, 0);
  }

  get inode(): bigint {
    return Atomics.load(this.own, 0);
  }

  /** Nothing is to be read from the file, which its writer then inspects. */
  doubt(): void {
    Atomics.store(this.doubts, 0, 1);
  }

  get isDoubted(): boolean {
    return Atomics.load(this.doubts, 0) !== 0;
  }
}

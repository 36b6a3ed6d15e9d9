/**
 * Keeps buffers for answers to come, bounded in bytes. Answers are hundreds of kilobytes: with a new buffer for each,
 * V8 collects the whole heap of the front end after every forty, which costs as much as computing the answers. So their
 * buffers travel in a circle: a query thread fills one and transfers it to the front end, which sends and caches it,
 * and returns it with a later batch when neither uses it any more. (Measured for a body of 235 kB: 30 µs of CPU for
 * both threads in this way, 52 µs through shared memory, and 87 µs with new buffers, before any collection.)
 */

/** Most bytes of the buffers of a pool: those of a full batch of large answers. */
export const MAX_POOL_BYTES = 16 << 20;
/** Most buffers of a pool. */
const MAX_BUFFERS = 256;
/** The smallest buffer. */
const MIN_BYTES = 1024;

export class BufferPool {
  /** In the order of their return. */
  private buffers: ArrayBuffer[] = [];
  private held = 0;

  constructor(private readonly maxBytes = MAX_POOL_BYTES) {}

  get bytes(): number {
    return this.held;
  }

  /** @returns a buffer of `capacityFor(bytes)` bytes of any content */
  take(bytes: number): ArrayBuffer {
    const capacity = capacityFor(bytes);
    const { buffers } = this;
    for (let i = buffers.length - 1; i >= 0; i--) {
      const buffer = buffers[i]!;
      if (buffer.byteLength !== capacity) continue;
      buffers.splice(i, 1);
      this.held -= capacity;
      return buffer;
    }
    return new ArrayBuffer(capacity);
  }

  /** Adds a buffer that nothing uses. Where there are too many, those that were returned first are dropped. */
  give(buffer: ArrayBuffer): void {
    const { buffers } = this;
    buffers.push(buffer);
    this.held += buffer.byteLength;
    let dropped = 0;
    while (this.held > this.maxBytes || buffers.length - dropped > MAX_BUFFERS) {
      this.held -= buffers[dropped++]!.byteLength;
    }
    if (dropped > 0) buffers.splice(0, dropped);
  }

  /** @returns all buffers, which leave the pool */
  drain(): ArrayBuffer[] {
    const { buffers } = this;
    this.buffers = [];
    this.held = 0;
    return buffers;
  }
}

/**
 * The size of the buffer for a body: four sizes between one power of two and the next, so that answers of similar
 * lengths can use the same buffers and at most a fifth of one stays empty.
 */
export function capacityFor(bytes: number): number {
  if (bytes <= MIN_BYTES) return MIN_BYTES;
  const step = 2 ** (Math.floor(Math.log2(bytes - 1)) - 2);
  return Math.ceil(bytes / step) * step;
}

/**
 * Shared memory that goes back to the system as soon as no thread has an object for it. What is allocated plainly comes
 * from malloc, and glibc keeps what is freed of blocks below 32 MB, for each thread that has allocated them by itself:
 * after 8 updates over 100,000 products, 280 MB. Memory that may grow is mapped by the engine, in whole pages; this one
 * has its full size from the beginning. Arrays that name their length, and none other, are as fast in it as elsewhere.
 */

/** Smaller memory is as cheap anywhere, and would be rounded up to pages. */
const LEAST_MAPPED_BYTES = 64 << 10;

/** Of ES2024, which all supported releases of Node have. */
const Growable: new (bytes: number, options: { maxByteLength: number }) => SharedArrayBuffer =
  SharedArrayBuffer as never;

export function sharedMemory(bytes: number): SharedArrayBuffer {
  return bytes < LEAST_MAPPED_BYTES ? new SharedArrayBuffer(bytes) : new Growable(bytes, { maxByteLength: bytes });
}

/** All bytes of shared memory, as an array that names its length. */
export function bytesIn(shared: ArrayBufferLike): Uint8Array {
  return new Uint8Array(shared, 0, shared.byteLength);
}

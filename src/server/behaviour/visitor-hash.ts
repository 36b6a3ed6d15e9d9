/** A hash of texts (FNV-1a, 32 bits), by which tables in shared memory give visitors their places. */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** @param texts counts as their concatenation */
export function hashOf(...texts: string[]): number {
  let value = FNV_OFFSET;
  for (const text of texts) {
    for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), FNV_PRIME);
  }
  return value;
}

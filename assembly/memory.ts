/** Reading and copying. */

/** Bytes copied at a time. */
const STEP: usize = 16;

/** The number at an address, u32. */
export function word(at: usize): usize {
  return <usize>load<u32>(at);
}

/** Copies bytes, sixteen at a time: up to fifteen behind the end are overwritten, and read. */
export function copy(to: usize, from: usize, length: usize): void {
  for (let done: usize = 0; done < length; done += STEP) v128.store(to + done, v128.load(from + done));
}

/** `Atomics.waitAsync`, which is missing in the types of the configured language version, but present in every supported Node. */
const atomics = Atomics as unknown as {
  waitAsync(words: Int32Array, at: number, value: number, longestMs: number): { value: string | Promise<string> };
};

/** Resolves when a word of shared memory is notified, is no longer `value`, or the time is over. */
export async function waitAsync(words: Int32Array, at: number, value: number, longestMs: number): Promise<void> {
  await atomics.waitAsync(words, at, value, longestMs).value;
}

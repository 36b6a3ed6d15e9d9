/** Short texts, most of which are ASCII: they are quicker written in a loop than by a call of the engine, which takes 100 ns. */

/** Texts up to here are worth a loop. */
export const SHORT_TEXT = 32;
const LAST_ASCII = 0x7f;

/** Writes the characters of a text up to the first one that is not ASCII. @returns how many they are */
export function writeAscii(text: string, out: Uint8Array, at: number): number {
  const { length } = text;
  let i = 0;
  for (; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > LAST_ASCII) break;
    out[at + i] = code;
  }
  return i;
}

/** Compares JSON as bytes: of most records that change in a shop, prices and stock alone do, which are numbers. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [PLUS, MINUS, POINT, ZERO, NINE, EXPONENT, LARGE_EXPONENT] = [0x2b, 0x2d, 0x2e, 0x30, 0x39, 0x65, 0x45];

/** Whether two texts of JSON, without white space around values, have the same members and values but for numbers. */
export function differInNumbersAlone(a: Uint8Array, b: Uint8Array): boolean {
  let i = 0;
  let j = 0;
  let quoted = false;
  while (i < a.length && j < b.length) {
    const byte = a[i];
    if (byte === b[j]) {
      i++;
      j++;
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === BACKSLASH && a[i++] !== b[j++]) return false;
      continue;
    }
    if (quoted) return false;
    const [from, others] = [i, j];
    while (isOfNumber(a[i])) i++;
    while (isOfNumber(b[j])) j++;
    // Two numbers may have the same beginning, of which one is all.
    const areNumbers = isOfNumber(a[i - 1]) && isOfNumber(b[j - 1]);
    if (!areNumbers || (i === from && j === others)) return false;
  }
  return i === a.length && j === b.length;
}

function isOfNumber(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  if (byte >= ZERO && byte <= NINE) return true;
  return byte === POINT || byte === MINUS || byte === PLUS || byte === EXPONENT || byte === LARGE_EXPONENT;
}

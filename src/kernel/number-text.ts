/**
 * Parses decimal numbers of parameters and rules. JavaScript's own `Number(text)` takes an empty string for 0 and reads
 * hexadecimal; `parseFloat` stops at the first other character. These parse the whole text or nothing.
 */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** A finite decimal number (`-1`, `2.50`, `1e3`), or undefined. Minus zero comes out as zero. */
export function parseDecimal(text: string): number | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value + 0 : undefined;
}

/** Digits only and at most 9 of them (so that every result is a small integer), or undefined. */
export function parseCount(text: string): number | undefined {
  const length = text.length;
  if (length === 0 || length > 9) return undefined;
  let value = 0;
  for (let i = 0; i < length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return value;
}

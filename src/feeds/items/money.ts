/** Prices of feeds: `15.00 USD`, `SEK 1 299,50`, `1.299,00`, `$15`. */

export interface Money {
  amount: number;
  /** Where the text has one. */
  currency?: string;
}

const NUMBER = /\d[\d.,'’\s\u00a0\u202f]*/;

/** @param decimal what stands between units and cents @returns undefined for text that is no price of 0 or more */
export function parseMoney(text: string, decimal: '.' | ','): Money | undefined {
  const [found] = NUMBER.exec(text) ?? [];
  if (found === undefined) return undefined;
  const before = text.slice(0, text.indexOf(found));
  if (/-\s*$/.test(before)) return undefined;
  const amount = Number(digitsOf(found.replace(/[\s\u00a0\u202f'’]/g, ''), decimal));
  if (!Number.isFinite(amount)) return undefined;
  const currency = /(?:^|[^A-Za-z])([A-Z]{3})(?![A-Za-z])/.exec(text)?.[1];
  return currency === undefined ? { amount } : { amount, currency };
}

/** The number with a dot for the cents and nothing between thousands. */
function digitsOf(text: string, decimal: '.' | ','): string {
  const digits = text.replace(/[.,]+$/, '');
  const [dot, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
  if (dot >= 0 && comma >= 0) {
    // The last of the two stands before the cents.
    const [thousands, cents] = dot > comma ? [',', '.'] : ['.', ','];
    return digits.replaceAll(thousands, '').replace(cents, '.');
  }
  const separator = dot >= 0 ? '.' : ',';
  const parts = digits.split(separator);
  if (parts.length === 1) return digits;
  // Several of one kind, or one of the other kind before three digits, stand between thousands.
  const isGrouping = parts.length > 2 || (separator !== decimal && parts[1]!.length === 3 && parts[0] !== '0');
  return isGrouping ? parts.join('') : parts.join('.');
}

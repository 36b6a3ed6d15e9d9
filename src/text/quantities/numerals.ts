/**
 * Reads a written number: `42.50` and `42,5` are 42.5, `1,000` is a thousand in English and one in German. The result
 * is text, not a float: numbers are searched as words.
 */

export interface Numeral {
  /** Digits with at most one dot, without leading and trailing zeros. */
  text: string;
  /** Behind the last digit. */
  end: number;
}

/** Shorter whole numbers keep their leading zeros (size 00, model 007). */
const SHORTEST_PADDED = 4;

/**
 * The number at `start`, or undefined when none stands there or the signs in it make it a part number.
 * @param thousands the sign by which the language groups thousands
 */
export function numeralAt(text: string, start: number, end: number, thousands: ',' | '.'): Numeral | undefined {
  const groups: string[] = [];
  let signs = '';
  let at = start;
  for (;;) {
    const from = at;
    while (at < end && isDigit(text.charCodeAt(at))) at++;
    if (at === from) return undefined;
    groups.push(text.slice(from, at));
    const sign = text[at];
    if ((sign !== '.' && sign !== ',') || at + 1 >= end || !isDigit(text.charCodeAt(at + 1))) break;
    signs += sign;
    at++;
  }
  if (groups.length === 1) return { text: whole(groups[0]), end: at };

  const last = signs[signs.length - 1];
  const grouping = signs.slice(0, -1);
  const lastIsDecimal =
    groups.length === 2 ? !(last === thousands && isGrouped(groups)) : grouping !== last.repeat(grouping.length);
  const head = lastIsDecimal ? groups.slice(0, -1) : groups;
  const uniform = new Set(lastIsDecimal ? grouping : signs).size <= 1;
  if (head.length > 1 && !(uniform && isGrouped(head))) return undefined;
  const integer = head.join('').replace(/^0+(?=.)/, '');
  const fraction = lastIsDecimal ? withoutEndingZeros(groups[groups.length - 1]) : '';
  return { text: fraction === '' ? integer : `${integer}.${fraction}`, end: at };
}

/** As `replace(/0+$/, '')`, which takes quadratic time where a digit follows many zeros. */
function withoutEndingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--;
  return digits.slice(0, end);
}

function isGrouped(groups: string[]): boolean {
  const [first, ...rest] = groups;
  return first.length <= 3 && first[0] !== '0' && rest.every(group => group.length === 3);
}

function whole(digits: string): string {
  return digits.length < SHORTEST_PADDED ? digits : digits.replace(/^0+(?=.)/, '');
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** The loops of `text-compression.ts`, which has the layout: twins of `assembly/texts.ts`, with the same bytes. */
/** Where everything is in the memory, as in `assembly/texts.ts`: two tables, the dictionary, the text, sequences. */
export const TEXT_MEMORY = {
  table: 0,
  tableBits: 12,
  dictionaryTable: 1 << 14,
  dictionaryBits: 13,
  dictionary: 3 << 14,
} as const;

export const TEXT_HASH = 0x9e3779b1;
/** Bytes of the shortest match. */
export const LEAST_MATCH = 4;

const TABLE_SHIFT = 32 - TEXT_MEMORY.tableBits;
const DICTIONARY_SHIFT = 32 - TEXT_MEMORY.dictionaryBits;
const FARTHEST = 0xffff;
const NEAR = 0x100;
const MOST_IN_TOKEN = 7;
const MORE = 0xff;
const [SAME, BYTE, PAIR, FORMER] = [0, 1, 2, 3];
/** After every 32 places without a match, one more is passed over at a time. */
const PATIENCE = 5;

/** @returns the address behind the sequences */
export function compressPlainly(
  view: DataView,
  bytes: Uint8Array,
  ...[text, end, sequences, epoch]: [text: number, end: number, sequences: number, epoch: number]
): number {
  let out = sequences;
  let anchor = text;
  let at = text;
  let distance = 0;
  let former = 0;
  let misses = 0;
  const slotOf = (hash: number): number => TEXT_MEMORY.table + (hash >>> TABLE_SHIFT) * 4;
  const enter = (place: number): void => {
    if (place + LEAST_MATCH > end) return;
    const hash = Math.imul(view.getUint32(place, true), TEXT_HASH);
    view.setUint32(slotOf(hash), epoch + place - text, true);
  };
  const isAt = (from: number, word: number): boolean => at - from <= FARTHEST && view.getUint32(from, true) === word;
  while (at + LEAST_MATCH <= end) {
    const word = view.getUint32(at, true);
    const hash = Math.imul(word, TEXT_HASH);
    const known = view.getUint32(slotOf(hash), true);
    view.setUint32(slotOf(hash), epoch + at - text, true);
    let from = 0;
    if (distance > 0 && isAt(at - distance, word)) from = at - distance;
    else if (former > 0 && isAt(at - former, word)) from = at - former;
    else {
      if (known >= epoch && isAt(text + known - epoch, word)) from = text + known - epoch;
      else {
        const before = view.getUint32(TEXT_MEMORY.dictionaryTable + (hash >>> DICTIONARY_SHIFT) * 4, true);
        if (before > 0 && isAt(before, word)) from = before;
      }
    }
    if (from === 0) {
      at += 1 + (misses++ >>> PATIENCE);
      continue;
    }
    misses = 0;
    let behind = at + LEAST_MATCH;
    while (behind < end && bytes[behind] === bytes[from + behind - at]) behind++;
    while (at > anchor && from > TEXT_MEMORY.dictionary && bytes[at - 1] === bytes[from - 1]) {
      at--;
      from--;
    }
    const now = at - from;
    const kind = now === distance ? SAME : now === former ? FORMER : now < NEAR ? BYTE : PAIR;
    if (kind !== SAME) {
      former = distance;
      distance = now;
    }
    const length = behind - at - LEAST_MATCH;
    out = writeLiterals(bytes, anchor, at, out, (kind << 3) | Math.min(length, MOST_IN_TOKEN));
    if (kind === BYTE || kind === PAIR) bytes[out++] = now;
    if (kind === PAIR) bytes[out++] = now >>> 8;
    if (length >= MOST_IN_TOKEN) out = writeRest(bytes, length - MOST_IN_TOKEN, out);
    enter(behind - ((behind - at) >>> 1));
    enter(behind - 2);
    at = behind;
    anchor = behind;
  }
  return writeLiterals(bytes, anchor, end, out, 0);
}

/**
 * @param to the address behind the text, and the one up to which is restored at least
 * @returns the address behind what is restored; 0 where the sequences are unsound
 */
export function restorePlainly(
  bytes: Uint8Array,
  sequences: number,
  behind: number,
  text: number,
  [end, enough]: [number, number],
): number {
  let from = sequences;
  let at = text;
  let distance = 0;
  let former = 0;
  /** Reads what a token has no room for. */
  const rest = (): number => {
    let sum = 0;
    let more = MORE;
    while (more === MORE) {
      if (from >= behind) return Number.POSITIVE_INFINITY;
      more = bytes[from++];
      sum += more;
    }
    return sum;
  };
  while (from < behind) {
    const token = bytes[from++];
    const few = token >>> 5;
    const literals = few === MOST_IN_TOKEN ? few + rest() : few;
    if (literals > behind - from || literals > end - at) return 0;
    for (const stop = at + literals; at < stop; ) bytes[at++] = bytes[from++];
    if (at >= enough) return at;
    const kind = (token >>> 3) & 3;
    if (kind !== SAME) {
      let now = former;
      if (kind === BYTE) now = bytes[from++];
      else if (kind === PAIR) {
        now = bytes[from] | (bytes[from + 1] << 8);
        from += 2;
      }
      if (from > behind) return 0;
      former = distance;
      distance = now;
    }
    const short = token & MOST_IN_TOKEN;
    const length = LEAST_MATCH + (short === MOST_IN_TOKEN ? short + rest() : short);
    if (distance === 0 || distance > at - TEXT_MEMORY.dictionary || length > end - at) return 0;
    for (const stop = at + length; at < stop; at++) bytes[at] = bytes[at - distance];
    if (at >= enough) return at;
  }
  return 0;
}

/** Writes a token with the literals before a match. @returns the address behind them */
function writeLiterals(bytes: Uint8Array, from: number, to: number, at: number, kindAndLength: number): number {
  let out = at;
  const length = to - from;
  bytes[out++] = (Math.min(length, MOST_IN_TOKEN) << 5) | kindAndLength;
  if (length >= MOST_IN_TOKEN) out = writeRest(bytes, length - MOST_IN_TOKEN, out);
  for (let i = from; i < to; i++) bytes[out++] = bytes[i];
  return out;
}

/** @returns the address behind it */
function writeRest(bytes: Uint8Array, rest: number, at: number): number {
  let out = at;
  let left = rest;
  for (; left >= MORE; left -= MORE) bytes[out++] = MORE;
  bytes[out++] = left;
  return out;
}

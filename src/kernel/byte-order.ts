/**
 * The order of texts by their UTF-8 bytes, which is that of code points. Long lists are sorted by a quicksort on
 * several keys (Bentley and Sedgewick, "Fast algorithms for sorting and searching strings", 1997) that keeps the next
 * five bytes of every text beside its ordinal (Ng and Kakehi, "Cache efficient radix sort for string sorting", 2007):
 * comparing whole texts follows two pointers each time.
 */

// Of UTF-8: the least units of two and of three bytes, the bits of first bytes and of the others.
const TWO_BYTES = 0x80;
const THREE_BYTES = 0x800;
const LEAD_OF_TWO = 0xc0;
const LEAD_OF_THREE = 0xe0;
const CONTINUED = 0x80;
const LOW_BITS = 0x3f;
/** Bytes that a unit takes at most. */
export const MOST_UNIT_BYTES = 3;

/** @param from UTF-16 units that are known to be equal */
export function compareBytes(a: string, b: string, from = 0): number {
  const length = Math.min(a.length, b.length);
  for (let i = from; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return orderedUnit(x) - orderedUnit(y);
  }
  return a.length - b.length;
}

/** Texts in the order of `compareBytes`. */
export function sortedByBytes(texts: Iterable<string>): string[] {
  const all = [...texts];
  return Array.from(orderByBytes(all), ordinal => all[ordinal]);
}

/** @returns the ordinals of `texts` in the order of `compareBytes`; those of equal texts ascend */
export function orderByBytes(texts: readonly string[]): Uint32Array {
  const units = texts.reduce((sum, { length }) => sum + length, 0);
  const bytes = new Uint8Array(units * MOST_UNIT_BYTES);
  const starts = new Uint32Array(texts.length + 1);
  for (let i = 0; i < texts.length; i++) starts[i + 1] = writeOrdered(texts[i], bytes, starts[i]);
  return orderOfBytes(bytes, starts);
}

/**
 * @param bytes those of all texts, concatenated: as `writeOrdered` writes them, or UTF-8
 * @param starts where each text begins, with the end behind the last
 * @returns the ordinals of the texts in order; those of equal texts ascend
 */
export function orderOfBytes(bytes: Uint8Array, starts: Uint32Array): Uint32Array {
  const ordinals = new Uint32Array(starts.length - 1);
  for (let i = 0; i < ordinals.length; i++) ordinals[i] = i;
  new Sorter(bytes, starts, ordinals).sort(0, ordinals.length, 0);
  return ordinals;
}

/** Whether ordinals are what `orderOfBytes` returns. */
export function isOrderOfBytes(ordinals: Uint32Array, bytes: Uint8Array, starts: Uint32Array): boolean {
  for (let i = 1; i < ordinals.length; i++) {
    const order = compareTexts(bytes, starts, ordinals[i - 1], ordinals[i]);
    if (order > 0 || (order === 0 && ordinals[i - 1] > ordinals[i])) return false;
  }
  return true;
}

/** Compares two texts of which the first `depth` bytes are equal. */
function compareTexts(bytes: Uint8Array, starts: Uint32Array, a: number, b: number, depth = 0): number {
  const endA = starts[a + 1];
  const endB = starts[b + 1];
  let i = starts[a] + depth;
  let k = starts[b] + depth;
  for (; i < endA && k < endB; i++, k++) if (bytes[i] !== bytes[k]) return bytes[i] - bytes[k];
  return endA - i - (endB - k);
}

/**
 * Writes the units of a text in the form whose order is that of bytes (see `orderedUnit`), each in one to three bytes
 * as UTF-8 has it, which keeps the order. Of units below 0xd800, these are the bytes of UTF-8.
 * @returns the place behind them
 */
export function writeOrdered(text: string, into: Uint8Array, start: number): number {
  let at = start;
  for (let i = 0; i < text.length; i++) {
    const unit = orderedUnit(text.charCodeAt(i));
    if (unit < TWO_BYTES) into[at++] = unit;
    else {
      if (unit < THREE_BYTES) into[at++] = LEAD_OF_TWO | (unit >>> 6);
      else {
        into[at++] = LEAD_OF_THREE | (unit >>> 12);
        into[at++] = CONTINUED | ((unit >>> 6) & LOW_BITS);
      }
      into[at++] = CONTINUED | (unit & LOW_BITS);
    }
  }
  return at;
}

/**
 * Reads ordered units from bytes that `writeOrdered` has written.
 * @returns the place behind the last unit
 */
export function readOrdered(bytes: Uint8Array, from: number, to: number, units: Uint16Array, start: number): number {
  let at = start;
  for (let i = from; i < to; ) {
    const byte = bytes[i++];
    if (byte < TWO_BYTES) units[at++] = byte;
    else if (byte < LEAD_OF_THREE) units[at++] = ((byte & ~LEAD_OF_TWO) << 6) | (bytes[i++] & LOW_BITS);
    else units[at++] = ((byte & ~LEAD_OF_THREE) << 12) | ((bytes[i++] & LOW_BITS) << 6) | (bytes[i++] & LOW_BITS);
  }
  return at;
}

/** How many units `readOrdered` reads. */
export function countOrdered(bytes: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < bytes.length; i++) if ((bytes[i] & ~LOW_BITS) !== CONTINUED) count++;
  return count;
}

/**
 * A unit in a form whose order is that of code points: surrogates, which encode the highest, come behind all others.
 */
export function orderedUnit(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** The unit whose `orderedUnit` this is. */
export function writtenUnit(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xf800 ? unit - 0x2000 : unit + 0x800;
}

/** Shorter ranges are sorted by insertion. */
const SHORT = 12;
/** Bytes beyond this are compared text by text, which bounds the depth of calls. */
const DEEPEST = 600;
/** Bytes of a prefix, and the bits of each in it: 0 for the end of the text, or the byte plus one. */
const PREFIX = 5;
const BITS = 9;
const VALUES = 1 << BITS;
/** Of a prefix, the last two bytes. */
const LOW = VALUES * VALUES;

class Sorter {
  /** Some bytes of each text, from the depth at which it is being sorted. */
  private readonly prefixes: Float64Array;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly starts: Uint32Array,
    private readonly ordinals: Uint32Array,
  ) {
    this.prefixes = new Float64Array(ordinals.length);
  }

  /** Sorts texts of which the first `depth` bytes are equal. */
  sort(from: number, to: number, depth: number): void {
    const { bytes, starts, ordinals, prefixes } = this;
    if (to - from <= SHORT) this.insert(from, to, depth);
    else if (depth > DEEPEST) {
      ordinals.subarray(from, to).sort((a, b) => compareTexts(bytes, starts, a, b, depth) || a - b);
    } else {
      for (let i = from; i < to; i++) prefixes[i] = this.prefixAt(ordinals[i], depth);
      this.partition(from, to, depth);
    }
  }

  /** Sorts texts whose prefixes at `depth` are filled in. */
  private partition(from: number, to: number, depth: number): void {
    const { prefixes } = this;
    let start = from;
    let end = to;
    while (end - start > SHORT) {
      const pivot = median(prefixes[start], prefixes[(start + end) >>> 1], prefixes[end - 1]);
      let low = start;
      let high = end;
      for (let i = start; i < high; ) {
        if (prefixes[i] < pivot) this.swap(low++, i++);
        else if (prefixes[i] > pivot) this.swap(i, --high);
        else i++;
      }
      // Where the last byte is 0, the texts have ended: they are equal.
      if (pivot % VALUES === 0) this.ordinals.subarray(low, high).sort();
      else this.sort(low, high, depth + PREFIX);
      // The shorter side first: the depth of calls is bounded by a logarithm.
      if (low - start < end - high) {
        this.partition(start, low, depth);
        start = high;
      } else {
        this.partition(high, end, depth);
        end = low;
      }
    }
    this.insert(start, end, depth);
  }

  private insert(from: number, to: number, depth: number): void {
    const { bytes, starts, ordinals } = this;
    for (let i = from + 1; i < to; i++) {
      const ordinal = ordinals[i];
      let at = i;
      for (; at > from; at--) {
        const other = ordinals[at - 1];
        const order = compareTexts(bytes, starts, other, ordinal, depth);
        if (order < 0 || (order === 0 && other < ordinal)) break;
        ordinals[at] = other;
      }
      ordinals[at] = ordinal;
    }
  }

  private swap(a: number, b: number): void {
    const { ordinals, prefixes } = this;
    const ordinal = ordinals[a];
    ordinals[a] = ordinals[b];
    ordinals[b] = ordinal;
    const prefix = prefixes[a];
    prefixes[a] = prefixes[b];
    prefixes[b] = prefix;
  }

  /** The next bytes of a text as one number, which is exact in a double; 0 behind its end. */
  private prefixAt(ordinal: number, depth: number): number {
    const { bytes, starts } = this;
    const end = starts[ordinal + 1];
    const at = starts[ordinal] + depth;
    if (at + PREFIX <= end) {
      const high = ((bytes[at] + 1) << (2 * BITS)) | ((bytes[at + 1] + 1) << BITS) | (bytes[at + 2] + 1);
      return high * LOW + (((bytes[at + 3] + 1) << BITS) | (bytes[at + 4] + 1));
    }
    let prefix = 0;
    for (let i = at; i < at + PREFIX; i++) prefix = prefix * VALUES + (i < end ? bytes[i] + 1 : 0);
    return prefix;
  }
}

function median(a: number, b: number, c: number): number {
  return a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b;
}

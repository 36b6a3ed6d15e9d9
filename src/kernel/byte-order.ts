/**
 * The order of texts by their UTF-8 bytes, which is that of code points, without encoding them. Long lists are sorted
 * by a quicksort on several keys (Bentley and Sedgewick, "Fast algorithms for sorting and searching strings", 1997)
 * that keeps the next two units of every text beside its ordinal (Ng and Kakehi, "Cache efficient radix sort for string
 * sorting", 2007): comparing whole texts follows two pointers each time.
 */

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
  const starts = new Uint32Array(texts.length + 1);
  for (let i = 0; i < texts.length; i++) starts[i + 1] = starts[i] + texts[i].length;
  const units = new Uint16Array(starts[texts.length]);
  for (let i = 0, at = 0; i < texts.length; i++) {
    const text = texts[i];
    for (let k = 0; k < text.length; k++) units[at++] = orderedUnit(text.charCodeAt(k));
  }
  return orderOfUnits(units, starts);
}

/**
 * @param units those of all texts, concatenated: ordered ones (see `orderedUnit`), or bytes of UTF-8
 * @param starts where each text begins, with the end behind the last
 * @returns the ordinals of the texts in order; those of equal texts ascend
 */
export function orderOfUnits(units: Uint16Array, starts: Uint32Array): Uint32Array {
  const ordinals = new Uint32Array(starts.length - 1);
  for (let i = 0; i < ordinals.length; i++) ordinals[i] = i;
  new Sorter(units, starts, ordinals).sort(0, ordinals.length, 0);
  return ordinals;
}

/** Whether ordinals are what `orderOfUnits` returns. */
export function isOrderOfUnits(ordinals: Uint32Array, units: Uint16Array, starts: Uint32Array): boolean {
  for (let i = 1; i < ordinals.length; i++) {
    const order = compareUnits(units, starts, ordinals[i - 1], ordinals[i]);
    if (order > 0 || (order === 0 && ordinals[i - 1] > ordinals[i])) return false;
  }
  return true;
}

/** Compares two texts of which the first `depth` units are equal. */
function compareUnits(units: Uint16Array, starts: Uint32Array, a: number, b: number, depth = 0): number {
  const endA = starts[a + 1];
  const endB = starts[b + 1];
  let i = starts[a] + depth;
  let k = starts[b] + depth;
  for (; i < endA && k < endB; i++, k++) if (units[i] !== units[k]) return units[i] - units[k];
  return endA - i - (endB - k);
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
/** Units beyond this are compared text by text, which bounds the depth of calls. */
const DEEPEST = 400;
/** Values of a unit in `pairAt`: 0 for the end of the text, or the unit plus one. */
const UNITS = 0x10001;

class Sorter {
  /** Two units of each text, from the depth at which it is being sorted. */
  private readonly pairs: Float64Array;

  constructor(
    private readonly units: Uint16Array,
    private readonly starts: Uint32Array,
    private readonly ordinals: Uint32Array,
  ) {
    this.pairs = new Float64Array(ordinals.length);
  }

  /** Sorts texts of which the first `depth` units are equal. */
  sort(from: number, to: number, depth: number): void {
    const { units, starts, ordinals, pairs } = this;
    if (to - from <= SHORT) this.insert(from, to, depth);
    else if (depth > DEEPEST) {
      ordinals.subarray(from, to).sort((a, b) => compareUnits(units, starts, a, b, depth) || a - b);
    } else {
      for (let i = from; i < to; i++) pairs[i] = this.pairAt(ordinals[i], depth);
      this.partition(from, to, depth);
    }
  }

  /** Sorts texts whose units at `depth` are filled in. */
  private partition(from: number, to: number, depth: number): void {
    const { pairs } = this;
    let start = from;
    let end = to;
    while (end - start > SHORT) {
      const pivot = median(pairs[start], pairs[(start + end) >>> 1], pairs[end - 1]);
      let low = start;
      let high = end;
      for (let i = start; i < high; ) {
        if (pairs[i] < pivot) this.swap(low++, i++);
        else if (pairs[i] > pivot) this.swap(i, --high);
        else i++;
      }
      // Where the second unit is 0, the texts have ended: they are equal.
      if (pivot % UNITS === 0) this.ordinals.subarray(low, high).sort();
      else this.sort(low, high, depth + 2);
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
    const { units, starts, ordinals } = this;
    for (let i = from + 1; i < to; i++) {
      const ordinal = ordinals[i];
      let at = i;
      for (; at > from; at--) {
        const other = ordinals[at - 1];
        const order = compareUnits(units, starts, other, ordinal, depth);
        if (order < 0 || (order === 0 && other < ordinal)) break;
        ordinals[at] = other;
      }
      ordinals[at] = ordinal;
    }
  }

  private swap(a: number, b: number): void {
    const { ordinals, pairs } = this;
    const ordinal = ordinals[a];
    ordinals[a] = ordinals[b];
    ordinals[b] = ordinal;
    const pair = pairs[a];
    pairs[a] = pairs[b];
    pairs[b] = pair;
  }

  /** Two units of a text as one number; 0 behind its end. */
  private pairAt(ordinal: number, depth: number): number {
    const { units, starts } = this;
    const at = starts[ordinal] + depth;
    const end = starts[ordinal + 1];
    if (at >= end) return 0;
    const first = (units[at] + 1) * UNITS;
    return at + 1 < end ? first + units[at + 1] + 1 : first;
  }
}

function median(a: number, b: number, c: number): number {
  return a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b;
}

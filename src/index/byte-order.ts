/**
 * The order of texts by their UTF-8 bytes, which is that of code points, without encoding them. Long lists are sorted by a
 * quicksort on several keys (Bentley and Sedgewick, "Fast algorithms for sorting and searching strings", 1997) that keeps
 * the next two units of every text beside its ordinal (Ng and Kakehi, "Cache efficient radix sort for string sorting",
 * 2007): comparing whole texts follows two pointers each time.
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
  return orderOf(new Strings(texts), texts.length);
}

/** Texts by ordinal, in whatever form they are kept. */
export interface OrderedTexts {
  /** The `pairOfUnits` of a text at a depth; 0 behind its end. */
  pairAt(ordinal: number, depth: number): number;
  /** Below 0 where the first text comes before the second, 0 where they are equal. @param depth units known to be equal */
  compare(a: number, b: number, depth: number): number;
}

/** @returns the ordinals of `count` texts in order; those of equal texts ascend */
export function orderOf(texts: OrderedTexts, count: number): Uint32Array {
  const ordinals = new Uint32Array(count);
  for (let i = 0; i < count; i++) ordinals[i] = i;
  new Sorter(texts, ordinals).sort(0, count, 0);
  return ordinals;
}

class Strings implements OrderedTexts {
  constructor(private readonly texts: readonly string[]) {}

  pairAt(ordinal: number, depth: number): number {
    const text = this.texts[ordinal];
    if (depth >= text.length) return 0;
    const second = depth + 1 < text.length ? orderedUnit(text.charCodeAt(depth + 1)) : -1;
    return pairOfUnits(orderedUnit(text.charCodeAt(depth)), second);
  }

  compare(a: number, b: number, depth: number): number {
    return compareBytes(this.texts[a], this.texts[b], depth);
  }
}

/** A unit in a form whose order is that of code points: surrogates, which encode the highest, come behind all others. */
export function orderedUnit(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** The unit whose `orderedUnit` this is. */
export function writtenUnit(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xf800 ? unit - 0x2000 : unit + 0x800;
}

/** Two ordered units of a text as one number in the order of texts. @param second -1 behind the end of the text */
export function pairOfUnits(first: number, second: number): number {
  return (first + 1) * UNITS + second + 1;
}

/** Shorter ranges are sorted by insertion. */
const SHORT = 12;
/** Units beyond this are compared text by text, which bounds the depth of calls. */
const DEEPEST = 400;
/** Values of a unit in `pairOfUnits`: 0 for the end of the text, or the unit plus one. */
const UNITS = 0x10001;

class Sorter {
  /** Two units of each text, from the depth at which it is being sorted. */
  private readonly units: Float64Array;

  constructor(
    private readonly texts: OrderedTexts,
    private readonly ordinals: Uint32Array,
  ) {
    this.units = new Float64Array(ordinals.length);
  }

  /** Sorts texts of which the first `depth` units are equal. */
  sort(from: number, to: number, depth: number): void {
    const { texts, ordinals, units } = this;
    if (to - from <= SHORT) this.insert(from, to, depth);
    else if (depth > DEEPEST) {
      ordinals.subarray(from, to).sort((a, b) => texts.compare(a, b, depth) || a - b);
    } else {
      for (let i = from; i < to; i++) units[i] = texts.pairAt(ordinals[i], depth);
      this.partition(from, to, depth);
    }
  }

  /** Sorts texts whose units at `depth` are filled in. */
  private partition(from: number, to: number, depth: number): void {
    const { units } = this;
    let start = from;
    let end = to;
    while (end - start > SHORT) {
      const pivot = median(units[start], units[(start + end) >>> 1], units[end - 1]);
      let low = start;
      let high = end;
      for (let i = start; i < high; ) {
        if (units[i] < pivot) this.swap(low++, i++);
        else if (units[i] > pivot) this.swap(i, --high);
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
    const { texts, ordinals } = this;
    for (let i = from + 1; i < to; i++) {
      const ordinal = ordinals[i];
      let at = i;
      for (; at > from; at--) {
        const other = ordinals[at - 1];
        const order = texts.compare(other, ordinal, depth);
        if (order < 0 || (order === 0 && other < ordinal)) break;
        ordinals[at] = other;
      }
      ordinals[at] = ordinal;
    }
  }

  private swap(a: number, b: number): void {
    const { ordinals, units } = this;
    const ordinal = ordinals[a];
    ordinals[a] = ordinals[b];
    ordinals[b] = ordinal;
    const unit = units[a];
    units[a] = units[b];
    units[b] = unit;
  }
}

function median(a: number, b: number, c: number): number {
  return a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b;
}

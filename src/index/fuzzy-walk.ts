/**
 * Finds the terms of a dictionary within an edit distance of a typed word (optimal string alignment: a transposition is
 * one edit), by a walk of the trie that keeps all alignments of the typed word in bit vectors.
 *
 * Bit i of state[j] means: i units of the typed word are aligned with the path from the root, with j edits. One step
 * along a unit (Wu and Manber's automaton, with a swap taken from two steps before) is a dozen integer operations, and
 * a branch ends as soon as all states are empty.
 */

/** Units of the longest word that is looked up: its states fit the 31 bits below the sign. */
export const LONGEST_TYPED = 30;
/** Largest number of edits. */
const MOST_EDITS = 3;
const WIDTH = MOST_EDITS + 1;
const DEEPEST = LONGEST_TYPED + MOST_EDITS + 2;
/** In place of places: every unit may go on. No place has this bit. */
const ANY = 1;

/** Scratch of the thread: a walk has finished with it before its hits are visited, so that a visitor may walk again. */
const states = new Int32Array(DEEPEST * WIDTH);
const masks = new Int32Array(0x10000);
const path = new Uint16Array(DEEPEST);

interface Terms {
  readonly units: Uint16Array;
  readonly offsets: Uint32Array;
  readonly labels: Uint16Array;
  readonly firsts: Uint32Array;
  readonly children: Uint32Array;
}

export class FuzzyWalk {
  private length = 0;
  private edits = 0;
  private exact = 0;
  private all = 0;
  private hits: number[] = [];

  constructor(private readonly terms: Terms) {}

  /**
   * @param typed units as the dictionary stores them, at most LONGEST_TYPED
   * @param maxEdits 0 to 3
   * @param prefixLength number of leading units that must be equal
   * @param asPrefix whether terms count that have a prefix within the edits
   * @returns triples of from, to (exclusive) and edits, ascending; valid until the next walk
   */
  find(typed: Uint16Array, maxEdits: number, prefixLength: number, asPrefix: boolean): readonly number[] {
    this.hits = [];
    this.length = typed.length;
    this.edits = Math.min(maxEdits, MOST_EDITS);
    this.exact = Math.min(prefixLength, typed.length);
    this.all = 2 ** (typed.length + 1) - 1;
    for (let i = 0; i < typed.length; i++) masks[typed[i]] |= 1 << (i + 1);
    states[0] = 1;
    for (let j = 1; j <= this.edits; j++) states[j] = this.exact > 0 ? 0 : (states[j - 1] << 1) | states[j - 1];
    const end = this.terms.offsets.length - 1;
    if (asPrefix) this.walkPrefix(0, 0, end, this.edits + 1);
    else this.walk(0, 0, end);
    for (let i = 0; i < typed.length; i++) masks[typed[i]] = 0;
    return this.hits;
  }

  /** Aligns one more unit at `depth`; false when no alignment is left. */
  private step(depth: number, unit: number): boolean {
    const row = depth * WIDTH;
    const next = row + WIDTH;
    const mask = masks[unit];
    const { edits, all } = this;
    path[depth] = unit;
    let below = (states[next] = (states[row] << 1) & mask);
    let alive = below;
    const free = depth + 1 - this.exact;
    for (let j = 1; j <= edits; j++) {
      let state = 0;
      // At the end of the exact prefix, the only edits so far are deletions of typed units.
      if (free === 0) state = below | (below << 1);
      else if (free > 0) {
        const cheaper = states[row + j - 1];
        state = ((states[row + j] << 1) & mask) | cheaper | (cheaper << 1) | below | (below << 1);
        if (depth > 0) state |= (((states[row - WIDTH + j - 1] << 1) & mask) << 1) & masks[path[depth - 1]];
      }
      below = states[next + j] = state & all;
      alive |= below;
    }
    return alive !== 0;
  }

  /** Fewest edits with which the whole typed word is aligned at `depth`; above `edits` when it is not. */
  private aligned(depth: number): number {
    const row = depth * WIDTH;
    let j = 0;
    while (j <= this.edits && ((states[row + j] >>> this.length) & 1) === 0) j++;
    return j;
  }

  private walk(node: number, depth: number, end: number): void {
    const { offsets, firsts, children, labels } = this.terms;
    const last = children[node + 1];
    let child = children[node];
    const first = firsts[node];
    if (child === last) {
      this.walkBucket(first, end, depth);
      return;
    }
    if (offsets[first + 1] - offsets[first] === depth) this.report(first, first + 1, this.aligned(depth));
    const goesOn = this.continuations(depth);
    for (; child < last; child++) {
      if (goesOn !== ANY && (masks[labels[child]] & goesOn) === 0) continue;
      if (this.step(depth, labels[child])) this.walk(child, depth + 1, child + 1 < last ? firsts[child + 1] : end);
    }
  }

  /**
   * Where no edit is left, only a unit that comes next in the typed word goes on, or one that is swapped: the places of
   * those, as bits of masks. Most branches end here, without a step for each of their units.
   */
  private continuations(depth: number): number {
    const row = depth * WIDTH;
    if (depth < this.exact) return states[row] << 1;
    const { edits } = this;
    let places = states[row + edits] << 1;
    for (let j = 0; j < edits; j++) {
      if (states[row + j] !== 0) return ANY;
      if (depth > 0) places |= states[row - WIDTH + j] << 1;
    }
    return places;
  }

  private walkBucket(first: number, end: number, depth: number): void {
    const { units, offsets } = this.terms;
    for (let term = first; term < end; term++) {
      const start = offsets[term];
      const length = offsets[term + 1] - start;
      if (Math.abs(length - this.length) > this.edits) continue;
      let at = depth;
      while (at < length && this.step(at, units[start + at])) at++;
      if (at === length) this.report(term, term + 1, this.aligned(length));
    }
  }

  /** As `walk`; `best` is the fewest edits between the typed word and a prefix of the path. */
  private walkPrefix(node: number, depth: number, end: number, best: number): void {
    const { offsets, firsts, children, labels } = this.terms;
    const first = firsts[node];
    best = Math.min(best, this.aligned(depth));
    if (!this.canImprove(depth, best)) {
      this.report(first, end, best);
      return;
    }
    const last = children[node + 1];
    let child = children[node];
    if (child === last) {
      this.walkPrefixBucket(first, end, depth, best);
      return;
    }
    if (offsets[first + 1] - offsets[first] === depth) this.report(first, first + 1, best);
    for (; child < last; child++) {
      const childEnd = child + 1 < last ? firsts[child + 1] : end;
      if (this.step(depth, labels[child])) this.walkPrefix(child, depth + 1, childEnd, best);
      else this.report(firsts[child], childEnd, best);
    }
  }

  private walkPrefixBucket(first: number, end: number, depth: number, best: number): void {
    const { units, offsets } = this.terms;
    for (let term = first; term < end; term++) {
      const start = offsets[term];
      const length = offsets[term + 1] - start;
      let fewest = best;
      for (let at = depth; at < length && this.canImprove(at, fewest) && this.step(at, units[start + at]); at++) {
        fewest = Math.min(fewest, this.aligned(at + 1));
      }
      this.report(term, term + 1, fewest);
    }
  }

  /** Whether some alignment with fewer than `best` edits is still open. */
  private canImprove(depth: number, best: number): boolean {
    for (let j = 0; j < best && j <= this.edits; j++) if (states[depth * WIDTH + j] !== 0) return true;
    return false;
  }

  private report(from: number, to: number, edits: number): void {
    if (edits > this.edits || from === to) return;
    const { hits } = this;
    const last = hits.length - 1;
    if (last > 0 && hits[last] === edits && hits[last - 1] === from) hits[last - 1] = to;
    else hits.push(from, to, edits);
  }
}

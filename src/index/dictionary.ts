/**
 * The term dictionary: sorted terms with exact, prefix and fuzzy look-up, none of which scans all terms.
 * Terms are stored as UTF-16 units, so that an edit concerns a letter, not a byte, and a term is read from shared
 * memory without decoding; units are shifted (see `orderedUnit`) so that their order is that of code points and of
 * UTF-8 bytes.
 *
 *   NAME.units     u16  all terms, concatenated
 *   NAME.offsets   u32  term i is units[offsets[i] … offsets[i + 1])
 *   NAME.labels    u16  the trie over the terms, nodes level by level, the children of a node together and ascending:
 *                       the unit that leads to node n (0 at the root, node 0)
 *   NAME.firsts    u32  the first term below node n; the last is where the next sibling, or else the parent, ends
 *   NAME.children  u32  the children of node n are children[n] … children[n + 1); none when at most BUCKET terms are left
 *
 * The terms of a bucket are compared one by one, which keeps the trie a fraction of the size of the terms.
 */
import { Problem } from '../errors/problem.js';
import { orderedUnit, writtenUnit } from '../kernel/byte-order.js';
import { growableU16, growableU32 } from '../kernel/growable.js';
import { FuzzyWalk, LONGEST_TYPED } from './fuzzy-walk.js';
import type { Part, PartWriter } from './part.js';
import type { PagedSection } from './part-reader.js';

export interface DictionarySections {
  units: Uint16Array;
  offsets: Uint32Array;
  labels: Uint16Array;
  firsts: Uint32Array;
  children: Uint32Array;
}

/** A half-open range of ordinals. */
export interface OrdinalRange {
  from: number;
  to: number;
}

/** Most terms of a leaf. Measured over 500,000 words: 4 to 32 are equally fast, and fewer take more memory. */
const BUCKET = 12;

/**
 * @param terms strictly ascending in the order of their UTF-8 bytes
 * @throws RangeError when they are not
 */
export function buildDictionary(terms: readonly string[]): DictionarySections {
  const offsets = new Uint32Array(terms.length + 1);
  for (let i = 0; i < terms.length; i++) offsets[i + 1] = offsets[i] + terms[i].length;
  const units = new Uint16Array(offsets[terms.length]);
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i];
    for (let k = 0; k < term.length; k++) units[offsets[i] + k] = orderedUnit(term.charCodeAt(k));
    if (i > 0 && !ascends(units, offsets, i)) throw new RangeError(`terms out of order: ${terms[i - 1]}, ${term}`);
  }
  return { units, offsets, ...buildTrie(units, offsets) };
}

/** Adds a dictionary of terms whose units are known (see `Dictionary.units`). */
export function writeUnits(part: PartWriter, name: string, units: Uint16Array, offsets: Uint32Array): void {
  addSections(part, name, { units, offsets, ...buildTrie(units, offsets) });
}

/** Whether term `i` comes behind the one before it. */
function ascends(units: Uint16Array, offsets: Uint32Array, i: number): boolean {
  let a = offsets[i - 1];
  let b = offsets[i];
  const aEnd = b;
  const bEnd = offsets[i + 1];
  while (a < aEnd && b < bEnd && units[a] === units[b]) {
    a++;
    b++;
  }
  return b < bEnd && (a === aEnd || units[a] < units[b]);
}

type Trie = Pick<DictionarySections, 'labels' | 'firsts' | 'children'>;

function buildTrie(units: Uint16Array, offsets: Uint32Array): Trie {
  const labels = growableU16();
  const firsts = growableU32();
  const ends = growableU32();
  const children = growableU32();
  labels.push(0);
  firsts.push(0);
  ends.push(offsets.length - 1);
  let levelEnd = 1;
  for (let node = 0, depth = 0; node < labels.length; node++) {
    if (node === levelEnd) {
      levelEnd = labels.length;
      depth++;
    }
    children.push(labels.length);
    const end = ends.get(node);
    let term = firsts.get(node);
    if (end - term <= BUCKET) continue;
    if (offsets[term + 1] - offsets[term] === depth) term++;
    while (term < end) {
      const label = units[offsets[term] + depth];
      labels.push(label);
      firsts.push(term);
      term = endOfLabel(units, offsets, depth, term, end);
      ends.push(term);
    }
  }
  children.push(labels.length);
  return { labels: labels.view(), firsts: firsts.view(), children: children.view() };
}

/**
 * The first term behind `term`, `end` at most, that has another unit at `depth`. Looks in growing steps: there are many
 * terms below the first letters, and few below the last.
 */
function endOfLabel(units: Uint16Array, offsets: Uint32Array, depth: number, term: number, end: number): number {
  const label = units[offsets[term] + depth];
  let low = term + 1;
  let high = end;
  for (let step = 1; low < high; step *= 2) {
    const at = Math.min(low + step, high) - 1;
    if (units[offsets[at] + depth] !== label) {
      high = at;
      break;
    }
    low = at + 1;
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (units[offsets[middle] + depth] === label) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function writeDictionary(part: PartWriter, name: string, terms: readonly string[]): void {
  addSections(part, name, buildDictionary(terms));
}

function addSections(part: PartWriter, name: string, sections: DictionarySections): void {
  const { units, offsets, labels, firsts, children } = sections;
  part
    .add(`${name}.units`, units)
    .add(`${name}.offsets`, offsets)
    .add(`${name}.labels`, labels)
    .add(`${name}.firsts`, firsts)
    .add(`${name}.children`, children);
}

/** The terms from `from` to before `to` begin with a text. */
export interface Beginning {
  text: string;
  from: number;
  to: number;
}

export class Dictionary {
  readonly size: number;
  private readonly pagedUnits: PagedSection<Uint16Array>;
  private readonly pagedOffsets: PagedSection<Uint32Array>;
  private readonly labels: Uint16Array;
  private readonly firsts: Uint32Array;
  private readonly children: Uint32Array;
  /** Made when it is first needed: it reads all terms. */
  private walk: FuzzyWalk | undefined;
  /** The node that `descend` reached. */
  private node = 0;
  private depth = 0;
  private end = 0;

  /** The dictionary that `writeDictionary` put into a part. Throws when its sections do not belong together. */
  constructor(part: Pick<Part, 'u16' | 'u32' | 'pagedU16' | 'pagedU32'>, name: string) {
    this.pagedUnits = part.pagedU16(`${name}.units`);
    this.pagedOffsets = part.pagedU32(`${name}.offsets`);
    this.labels = part.u16(`${name}.labels`);
    this.firsts = part.u32(`${name}.firsts`);
    this.children = part.u32(`${name}.children`);
    this.size = this.pagedOffsets.length - 1;
    const nodes = this.labels.length;
    if (
      this.offsetsOf(this.size)[this.size] !== this.pagedUnits.length ||
      this.firsts.length !== nodes ||
      this.children.length !== nodes + 1 ||
      this.children[nodes] !== nodes
    ) {
      throw new Problem('snapshot_damaged', `the sections of term dictionary ${name} do not fit each other`);
    }
  }

  /** The units of all terms, concatenated: term i is units[offsets[i] … offsets[i + 1]). */
  get units(): Uint16Array {
    return this.pagedUnits.whole;
  }

  get offsets(): Uint32Array {
    return this.pagedOffsets.whole;
  }

  /** The beginnings of some length, with the terms that have each, in their order; a few rare ones are left out. */
  beginnings(length: number): Beginning[] {
    let nodes: (Beginning & { node: number })[] = [{ text: '', from: 0, to: this.size, node: 0 }];
    for (let depth = 0; depth < length; depth++) nodes = nodes.flatMap(node => this.below(node));
    return nodes;
  }

  private below({ text, node, to }: Beginning & { node: number }): (Beginning & { node: number })[] {
    const { labels, firsts, children } = this;
    const [first, behind] = [children[node], children[node + 1]];
    return Array.from({ length: behind - first }, (_, i) => ({
      text: text + String.fromCharCode(writtenUnit(labels[first + i])),
      from: firsts[first + i],
      to: first + i + 1 < behind ? firsts[first + i + 1] : to,
      node: first + i,
    }));
  }

  term(ordinal: number): string {
    const offsets = this.offsetsOf(ordinal);
    const end = offsets[ordinal + 1];
    const units = this.pagedUnits.range(offsets[ordinal], end);
    let term = '';
    for (let i = offsets[ordinal]; i < end; i++) term += String.fromCharCode(writtenUnit(units[i]));
    return term;
  }

  /** The offsets of all terms, of which those of one are read. */
  private offsetsOf(ordinal: number): Uint32Array {
    return this.pagedOffsets.range(ordinal, Math.min(ordinal + 2, this.pagedOffsets.length));
  }

  /** Below 0 where term `ordinal` comes before term `otherOrdinal` of another dictionary, 0 where they are equal. */
  compare(ordinal: number, other: Dictionary, otherOrdinal: number): number {
    const { units, offsets } = this;
    const { units: otherUnits, offsets: otherOffsets } = other;
    const from = offsets[ordinal];
    const otherFrom = otherOffsets[otherOrdinal];
    const length = offsets[ordinal + 1] - from;
    const otherLength = otherOffsets[otherOrdinal + 1] - otherFrom;
    const common = Math.min(length, otherLength);
    for (let i = 0; i < common; i++) {
      const difference = units[from + i] - otherUnits[otherFrom + i];
      if (difference !== 0) return difference;
    }
    return length - otherLength;
  }

  /** The ordinal of a term, or -1. */
  find(term: string): number {
    this.descend(term);
    const { depth } = this;
    for (let i = this.firsts[this.node]; i < this.end; i++) {
      const offsets = this.offsetsOf(i);
      const length = offsets[i + 1] - offsets[i];
      if (length === term.length && this.agrees(i, term, depth)) return i;
      // In an inner node only the first term can end where the node stands.
      if (this.children[this.node] < this.children[this.node + 1]) return -1;
    }
    return -1;
  }

  /** The terms that start with `prefix`; the range is empty where there are none. */
  prefix(prefix: string): OrdinalRange {
    this.descend(prefix);
    let from = this.firsts[this.node];
    let to = this.end;
    if (this.depth === prefix.length) return { from, to };
    if (this.children[this.node] < this.children[this.node + 1]) return { from, to: from };
    while (from < to && !this.startsWith(from, prefix)) from++;
    for (to = from; to < this.end && this.startsWith(to, prefix); ) to++;
    return { from, to };
  }

  /**
   * Visits the terms within some edits of a word, in ascending order. An edit inserts, deletes or replaces a letter, or
   * swaps two neighbours. A word of more than 30 letters matches only itself.
   * @param maxEdits 0 to 3
   * @param prefixLength number of leading letters that must be equal
   */
  fuzzy(typed: string, maxEdits: number, prefixLength: number, visit: (ordinal: number, edits: number) => void): void {
    this.fuzzyWalk(typed, maxEdits, prefixLength, false, (from, to, edits) => {
      for (let ordinal = from; ordinal < to; ordinal++) visit(ordinal, edits);
    });
  }

  /**
   * As `fuzzy`, for terms with a prefix within the edits: visits ranges of terms, with the fewest edits of a prefix.
   */
  fuzzyPrefix(
    typed: string,
    maxEdits: number,
    prefixLength: number,
    visit: (from: number, to: number, edits: number) => void,
  ): void {
    this.fuzzyWalk(typed, maxEdits, prefixLength, true, visit);
  }

  private fuzzyWalk(
    typed: string,
    maxEdits: number,
    prefixLength: number,
    asPrefix: boolean,
    visit: (from: number, to: number, edits: number) => void,
  ): void {
    if (typed.length > LONGEST_TYPED) {
      const { from, to } = this.prefix(typed);
      const end = asPrefix || from === to ? to : from + Number(this.term(from) === typed);
      if (from < end) visit(from, end, 0);
      return;
    }
    const units = new Uint16Array(typed.length);
    for (let i = 0; i < typed.length; i++) units[i] = orderedUnit(typed.charCodeAt(i));
    this.walk ??= new FuzzyWalk(this.trie());
    const hits = this.walk.find(units, maxEdits, prefixLength, asPrefix);
    for (let i = 0; i < hits.length; i += 3) visit(hits[i], hits[i + 1], hits[i + 2]);
  }

  private trie(): DictionarySections {
    const { units, offsets, labels, firsts, children } = this;
    return { units, offsets, labels, firsts, children };
  }

  /** Walks the trie along `word` to the deepest node with its units; sets `node`, `depth` and `end`. */
  private descend(word: string): void {
    const { labels, children } = this;
    let node = 0;
    let depth = 0;
    let end = this.size;
    for (; depth < word.length; depth++) {
      const unit = orderedUnit(word.charCodeAt(depth));
      const last = children[node + 1];
      let low = children[node];
      let high = last;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (labels[middle] < unit) low = middle + 1;
        else high = middle;
      }
      if (low === last || labels[low] !== unit) break;
      if (low + 1 < last) end = this.firsts[low + 1];
      node = low;
    }
    this.node = node;
    this.depth = depth;
    this.end = end;
  }

  private startsWith(ordinal: number, prefix: string): boolean {
    const offsets = this.offsetsOf(ordinal);
    return offsets[ordinal + 1] - offsets[ordinal] >= prefix.length && this.agrees(ordinal, prefix, this.depth);
  }

  /** Whether the term has the units of `word` from `depth` on; it must be at least as long. */
  private agrees(ordinal: number, word: string, depth: number): boolean {
    const start = this.offsetsOf(ordinal)[ordinal];
    const units = this.pagedUnits.range(start, start + word.length);
    for (let k = depth; k < word.length; k++) if (units[start + k] !== orderedUnit(word.charCodeAt(k))) return false;
    return true;
  }
}

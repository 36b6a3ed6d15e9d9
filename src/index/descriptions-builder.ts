/** Builds the part `descriptions` of a view, group by group; descriptions.ts has its layout. */
import { growableU32 } from '../kernel/growable.js';
import type { Analyzer } from '../text/index.js';
import { AscendingListsWriter } from './ascending-lists.js';
import { FAR } from './descriptions.js';
import { writeUnits } from './dictionary.js';
import { PartWriter } from './part.js';
import { PostingsBuilder } from './postings-builder.js';
import { WordNumbers } from './word-numbers.js';

/** What is read of a description, in UTF-16 units: some hundred words. */
const MOST_UNITS = 4096;
/** Words between two descriptions of a group: what one says is not near to what the other says. */
const BETWEEN = 16;
/** Stands for the stem of a stop word. */
const NO_STEM = 0xffffffff;
/** The factors and the beginning of the hash FNV-1a, and of another like it. */
const [BASIS, PRIME, OTHER_PRIME] = [0x811c9dc5, 0x01000193, 0x01000197];

export class DescriptionsBuilder {
  private readonly words = new WordNumbers();
  private readonly stems = new WordNumbers();
  /** By word. */
  private readonly stemOf = growableU32();
  private readonly postings: PostingsBuilder;
  private readonly prints = growableU32();
  /** By stem: the last group that has it, counted from 1. */
  private lastGroup = new Uint32Array(1 << 12);
  /** The description that was read last, which most products of a group share. */
  private last: string | undefined;
  private hash: [number, number] = [BASIS, BASIS];
  /** How many words the descriptions of the current group have. */
  private place = 0;

  /** @param spillDir see `PostingsBuilder` */
  constructor(
    private readonly analyzer: Analyzer,
    private readonly spillDir?: string,
  ) {
    this.postings = new PostingsBuilder(spillDir);
  }

  /** Adds a description of the current group. @param json a string */
  add(json: string): void {
    if (json === this.last) return;
    this.last = json;
    const text = (JSON.parse(json) as string).slice(0, MOST_UNITS);
    this.hash = [hashOf(text, this.hash[0], PRIME), hashOf(text, this.hash[1], OTHER_PRIME)];
    const group = this.postings.products + 1;
    for (const { text: word } of this.analyzer.tokenize(text)) {
      const place = this.place++;
      const stem = this.stemOfWord(word);
      if (stem === NO_STEM || this.lastGroup[stem] === group) continue;
      this.lastGroup[stem] = group;
      this.postings.add(stem, 0, Math.min(place, FAR));
    }
    this.place += BETWEEN;
  }

  endGroup(): void {
    for (const half of this.hash) this.prints.push(half >>> 0);
    this.hash = [BASIS, BASIS];
    this.last = undefined;
    this.place = 0;
    this.postings.endProduct();
  }

  /** To be called once: it frees what was added. */
  finish(): PartWriter {
    const order = this.stems.order();
    const rank = new Uint32Array(order.length);
    for (let place = 0; place < order.length; place++) rank[order[place]] = place;
    const { units, offsets } = this.stems.sorted(order);
    const part = new PartWriter('descriptions', {}, this.spillDir);
    writeUnits(part, 'stems', units, offsets);
    const { start, docs, place } = this.postings.finish(rank);
    const lists = new AscendingListsWriter();
    for (let stem = 0; stem < order.length; stem++) lists.add(docs, start[stem], start[stem + 1]);
    lists.write(part, 'groups');
    return part.add('places', place).add('prints', this.prints.view());
  }

  private stemOfWord(word: string): number {
    const number = this.words.numberOf(word);
    if (number < this.stemOf.length) return this.stemOf.get(number);
    const stem = this.analyzer.isStopWord(word) ? NO_STEM : this.stems.numberOf(this.analyzer.stem(word));
    this.stemOf.push(stem);
    if (stem !== NO_STEM && stem >= this.lastGroup.length) {
      const grown = new Uint32Array(Math.max(stem + 1, this.lastGroup.length * 2));
      grown.set(this.lastGroup);
      this.lastGroup = grown;
    }
    return stem;
  }
}

function hashOf(text: string, from: number, prime: number): number {
  let hash = from;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), prime);
  return Math.imul(hash ^ text.length, prime);
}

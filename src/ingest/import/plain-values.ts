/**
 * Values of a JSON tape that the parsers of records take as they are (see value-parsers.ts): those that most catalogs
 * have. What is told here of a value is told by its bytes; any other value may be sound too, and is left to its parser.
 */

import { ImportFindings } from '../../imports/import-findings.js';
import { DOT, MINUS, NINE, SPACE, ZERO } from '../../kernel/json-bytes.js';
import type { JsonTape } from '../../kernel/json-tape.js';
import { NODE } from '../../kernel/json-tape.js';
import { RecurringCache, TapeTexts } from '../../kernel/tape-texts.js';
import { RecordCheck } from './record-check.js';
import { isCustomName, isEntityKey, isKey, MAX_KEY_LENGTH, type Parse } from './value-parsers.js';

const SLASH = 0x2f;
const ASCII_END = 0x80;
/** Longer lists and objects are left to their parsers, which find repeats without comparing all pairs. */
const MOST_ITEMS = 64;
const MAX_INDEX_DIGITS = 10;
/** The highest array index of JavaScript. */
const MAX_INDEX = 2 ** 32 - 2;

/** Whether a value is taken as it is. */
export type IsPlain = (values: PlainValues, node: number) => boolean;

/** Whether texts that recur are taken as they are, by one parser or rule. */
class Verdicts {
  private readonly known = new RecurringCache<boolean>();

  constructor(private readonly judge: (text: string) => boolean) {}

  of(values: PlainValues, node: number): boolean {
    if (!values.tape.isPlainText(node)) return false;
    const text = values.texts.textOf(values.tape, node);
    let verdict = this.known.get(text);
    if (verdict === undefined) this.known.set(text, (verdict = this.judge(text.text)));
    return verdict;
  }
}

export class PlainValues {
  readonly texts = new TapeTexts();
  private readonly verdicts = new Map<object, Verdicts>();

  constructor(readonly tape: JsonTape) {}

  /** Asks a rule about a text that recurs. @param rule the same function for the same rule */
  judge(rule: (text: string) => boolean, node: number): boolean {
    let verdicts = this.verdicts.get(rule);
    if (!verdicts) this.verdicts.set(rule, (verdicts = new Verdicts(rule)));
    return verdicts.of(this, node);
  }

  /** The key of a group, product or variant; undefined where a value is none. */
  keyOf(node: number): string | undefined {
    const { tape } = this;
    if (!tape.isPlainText(node) || tape.endOf(node) - tape.startOf(node) > MAX_KEY_LENGTH) return undefined;
    const text = tape.text(node);
    return isKey(text) ? text : undefined;
  }

  /** Whether two texts are equal. */
  equal(a: number, b: number): boolean {
    const { tape } = this;
    const [startA, startB] = [tape.startOf(a), tape.startOf(b)];
    const length = tape.endOf(a) - startA;
    if (tape.endOf(b) - startB !== length) return false;
    for (let i = 0; i < length; i++) if (tape.bytes[startA + i] !== tape.bytes[startB + i]) return false;
    return true;
  }

  /** The array index that a name is, or -1. */
  indexOf(name: number): number {
    const { tape } = this;
    const { bytes } = tape;
    const [start, end] = [tape.startOf(name), tape.endOf(name)];
    if (end === start || end - start > MAX_INDEX_DIGITS || (bytes[start] === ZERO && end > start + 1)) return -1;
    let index = 0;
    for (let at = start; at < end; at++) {
      if (bytes[at] < ZERO || bytes[at] > NINE) return -1;
      index = index * 10 + bytes[at] - ZERO;
    }
    return index <= MAX_INDEX ? index : -1;
  }

  /** Whether JavaScript has the members of an object in their order: it has array indexes first, and ascending. */
  inOrder(object: number): boolean {
    const { tape } = this;
    const end = tape.behind(object);
    let last = -1;
    for (let name = object + NODE; name < end; name = tape.behind(name + NODE)) {
      const index = this.indexOf(name);
      if (index < 0) last = Number.POSITIVE_INFINITY;
      else if (index <= last) return false;
      else last = index;
    }
    return true;
  }

  /** Whether no two members of an object have the same name, as far as that takes few steps. */
  namedOnce(object: number): boolean {
    const { tape } = this;
    const end = tape.behind(object);
    let count = 0;
    for (let name = object + NODE; name < end; name = tape.behind(name + NODE)) {
      if (++count > MOST_ITEMS) return false;
      for (let other = object + NODE; other < name; other = tape.behind(other + NODE)) {
        if (this.equal(other, name)) return false;
      }
    }
    return true;
  }
}

/** By a parser of texts whose values recur, such as dates or colours. */
export function takenBy(parse: Parse<string>): IsPlain {
  const check = new RecordCheck(new ImportFindings());
  const rule = (text: string): boolean => parse(check, '', text) === text;
  return (values, node) => values.judge(rule, node);
}

export const plainText: IsPlain = ({ tape }, node) => tape.isPlainText(node);

/** As `filledText`. */
export const plainFilled: IsPlain = ({ tape }, node) => {
  if (!tape.isPlainText(node)) return false;
  const first = tape.bytes[tape.startOf(node)];
  // An empty text has a quote there.
  if (first > SPACE && first < ASCII_END) return !tape.isEmptyText(node);
  return tape.text(node).trim() !== '';
};

/** As a label: filled, and without white space around it. */
export const plainLabel: IsPlain = ({ tape }, node) => {
  if (!tape.isPlainText(node) || tape.isEmptyText(node)) return false;
  const first = tape.bytes[tape.startOf(node)];
  const last = tape.bytes[tape.endOf(node) - 1];
  if (first > SPACE && first < ASCII_END && last > SPACE && last < ASCII_END) return true;
  const text = tape.text(node);
  return text === text.trim();
};

export const plainPath: IsPlain = ({ tape }, node) =>
  tape.isPlainText(node) && tape.bytes[tape.startOf(node)] === SLASH;

export const plainNumber: IsPlain = ({ tape }, node) => tape.isPlainNumber(node);

/** A number of 0 or more. */
export const plainAmount: IsPlain = ({ tape }, node) =>
  tape.isPlainNumber(node) && tape.bytes[tape.startOf(node)] !== MINUS;

/** A whole number of `min` or more that is exact in a double. */
export function plainWhole(min: number): IsPlain {
  return ({ tape }, node) => {
    if (!tape.isPlainNumber(node)) return false;
    for (let at = tape.startOf(node); at < tape.endOf(node); at++) if (tape.bytes[at] === DOT) return false;
    const value = tape.number(node);
    return Number.isSafeInteger(value) && value >= min;
  };
}

/** A number of 0 to `max`. */
export function plainUpTo(max: number): IsPlain {
  return (values, node) => plainAmount(values, node) && values.tape.number(node) <= max;
}

/** A list of distinct texts. */
export function plainList(item: IsPlain, max = MOST_ITEMS): IsPlain {
  return (values, list) => {
    const { tape } = values;
    if (!tape.isList(list)) return false;
    const first = list + NODE;
    const end = tape.behind(list);
    if (end - first > NODE * Math.min(max, MOST_ITEMS)) return false;
    for (let node = first; node < end; node += NODE) {
      if (!item(values, node)) return false;
      for (let other = first; other < node; other += NODE) if (values.equal(other, node)) return false;
    }
    return true;
  };
}

/** An object with distinct names, in the order in which JavaScript has them. */
export function plainMap(name: IsPlain, item: IsPlain): IsPlain {
  return (values, object) => {
    const { tape } = values;
    if (!tape.isObject(object)) return false;
    const end = tape.behind(object);
    for (let node = object + NODE; node < end; node = tape.behind(node + NODE)) {
      if (!name(values, node) || !item(values, node + NODE)) return false;
    }
    return values.namedOnce(object) && values.inOrder(object);
  };
}

export const plainCustomName: IsPlain = (values, node) => values.judge(isCustomName, node);
export const plainEntityKey: IsPlain = (values, node) => values.judge(isEntityKey, node);

const isStoreKey = (text: string): boolean => isEntityKey(text) && !text.includes('|');
/** The key of a store. */
export const plainStoreKey: IsPlain = (values, node) => values.judge(isStoreKey, node);

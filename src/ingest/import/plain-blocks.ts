/**
 * Data blocks of a JSON tape, validated and written in the form in which they are stored, without making objects of
 * them. The members are those of the tables of data-blocks.ts. A value that is not plain goes through its parser.
 */

import { ABSENT } from '../../build/input/tape-members.js';
import { CLOSE_LIST, CLOSE_OBJECT, COLON, COMMA, OPEN_LIST, OPEN_OBJECT } from '../../kernel/json-bytes.js';
import { type JsonTape, NODE } from '../../kernel/json-tape.js';
import type { SpanWriter } from '../../kernel/span-writer.js';
import { TapeNames } from '../../kernel/tape-names.js';
import type { BlockTable, Member } from './data-blocks.js';
import type { IsPlain, PlainValues } from './plain-values.js';
import type { RecordCheck } from './record-check.js';

/** The members of a kind of block, by their number in `names`. */
export class BlockForm {
  readonly names: TapeNames;
  readonly members: readonly Member[];
  readonly numbers: ReadonlyMap<string, number>;

  /** @param plain how members are taken as they are; others go through their parsers */
  constructor(
    table: BlockTable,
    private readonly plain: Readonly<Record<string, IsPlain>>,
  ) {
    this.members = [...table.values()];
    this.names = new TapeNames([...table.keys()]);
    this.numbers = new Map(this.members.map(({ name }, i) => [name, i]));
  }

  plainOf(member: number): IsPlain | undefined {
    return this.plain[this.members[member].name];
  }

  /** A set of members, as bits. */
  bits(...names: readonly string[]): number {
    let bits = 0;
    for (const name of names) bits |= 1 << this.numbers.get(name)!;
    return bits;
  }
}

/** Where a block stands; its faults are not told, and so its path is not known. */
export interface BlockPlace {
  isOverride: boolean;
  /** Whether the key of an override names a locale. */
  hasLocale: boolean;
}

export class BlockWriter {
  /** The members that the last block has, as bits. */
  present = 0;
  /** The node of each member that the last block has. */
  private readonly nodes = new Int32Array(32);
  /** The values of the last block that a parser had to take. */
  readonly parsed = new Map<string, unknown>();

  constructor(
    private readonly tape: JsonTape,
    private readonly values: PlainValues,
    private readonly out: SpanWriter,
    private readonly check: () => RecordCheck,
  ) {}

  /** The node of a member of the last block; ABSENT where it has none. */
  nodeOf(form: BlockForm, name: string): number {
    const member = form.numbers.get(name)!;
    return (this.present & (1 << member)) === 0 ? ABSENT : this.nodes[member];
  }

  /** Validates and writes a block. @returns whether it is sound, and has no member twice and no unknown one */
  write(object: number, form: BlockForm, { isOverride, hasLocale }: BlockPlace): boolean {
    const { tape, out } = this;
    this.present = 0;
    if (this.parsed.size > 0) this.parsed.clear();
    if (!tape.isObject(object)) return false;
    out.byte(OPEN_OBJECT);
    let seen = 0;
    let first = true;
    const end = tape.behind(object);
    for (let name = object + NODE; name < end; name = tape.behind(name + NODE)) {
      const node = name + NODE;
      const member = tape.isPlainText(name) ? form.names.numberOf(tape, name) : -1;
      if (member < 0 || (seen & (1 << member)) !== 0) return false;
      seen |= 1 << member;
      if (tape.isNull(node)) continue;
      const { parse, marketOnly } = form.members[member];
      if (hasLocale && marketOnly) return false;
      // An empty text means no value, where it is no fault.
      if (!isOverride && tape.isEmptyText(node)) {
        if (parse(this.check(), '', '') === undefined) return false;
        continue;
      }
      if (first) first = false;
      else out.byte(COMMA);
      out.copy(tape.startOf(name) - 1, tape.endOf(name) + 1);
      out.byte(COLON);
      this.present |= 1 << member;
      this.nodes[member] = node;
      if (form.plainOf(member)?.(this.values, node)) this.writeValue(node);
      else if (!this.writeParsed(form.members[member], node)) return false;
    }
    out.byte(CLOSE_OBJECT);
    return true;
  }

  /** Writes a value as it is, but for white space. */
  writeValue(node: number): void {
    const { tape, out } = this;
    if (tape.isText(node)) out.copy(tape.startOf(node) - 1, tape.endOf(node) + 1);
    else if (!tape.spaced || !tape.isContainer(node)) out.copy(tape.startOf(node), tape.endOf(node));
    else {
      const list = tape.isList(node);
      const end = tape.behind(node);
      out.byte(list ? OPEN_LIST : OPEN_OBJECT);
      for (let item = node + NODE; item < end; item = tape.behind(item)) {
        if (item > node + NODE) out.byte(COMMA);
        this.writeValue(item);
        if (list) continue;
        out.byte(COLON);
        item += NODE;
        this.writeValue(item);
      }
      out.byte(list ? CLOSE_LIST : CLOSE_OBJECT);
    }
  }

  /** Writes what a parser makes of a value. @returns whether there is no fault and no warning */
  private writeParsed({ name, parse }: Member, node: number): boolean {
    const value = parse(this.check(), '', this.tape.parse(node));
    if (value === undefined || value === '') return false;
    this.parsed.set(name, value);
    this.out.text(JSON.stringify(value));
    return true;
  }
}

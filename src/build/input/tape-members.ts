/** The members of an object in a JSON tape, by their place in a list of names: reading one is a look-up by number. */
import { type JsonTape, NODE } from '../../kernel/json-tape.js';
import { TapeNames } from '../../kernel/tape-names.js';

/** Stands for an absent member: node 0 is the first value of the tape. */
export const ABSENT = 0;

/** The place of each name. */
export function numbered<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, i) => [name, i])) as Record<Name, number>;
}

export function namesOf(places: Readonly<Record<string, number>>): TapeNames {
  return new TapeNames(Object.keys(places));
}

export class TapeMembers {
  /** The node of each member's value. */
  readonly nodes: Int32Array;

  /** @param names of the members; others are skipped */
  constructor(private readonly names: TapeNames) {
    this.nodes = new Int32Array(names.count);
  }

  /** Takes the members of an object in place of those that it has. */
  read(tape: JsonTape, object: number): void {
    this.clear();
    this.add(tape, object);
  }

  /**
   * As `read`, of an object that may come from anywhere; a member that is null is absent.
   * @returns whether it is an object that has no other members, and none twice
   */
  readAll(tape: JsonTape, object: number): boolean {
    this.clear();
    if (!tape.isObject(object)) return false;
    let seen = 0;
    const end = tape.behind(object);
    for (let name = object + NODE; name < end; name = tape.behind(name + NODE)) {
      const member = tape.isPlainText(name) ? this.names.numberOf(tape, name) : -1;
      if (member < 0 || (seen & (1 << member)) !== 0) return false;
      seen |= 1 << member;
      if (!tape.isNull(name + NODE)) this.nodes[member] = name + NODE;
    }
    return true;
  }

  clear(): void {
    const { nodes } = this;
    for (let i = 0; i < nodes.length; i++) nodes[i] = ABSENT;
  }

  /** Takes the members of an object beside those that it has. */
  add(tape: JsonTape, object: number): void {
    const end = tape.behind(object);
    for (let name = object + NODE; name < end; name = tape.behind(name + NODE)) {
      const member = this.names.numberOf(tape, name);
      if (member >= 0) this.nodes[member] = name + NODE;
    }
  }

  /** Takes the members of an override: an empty text removes one. */
  override(tape: JsonTape, object: number): void {
    this.add(tape, object);
    this.dropEmpty(tape);
  }

  /** Removes the members that are an empty text. */
  dropEmpty(tape: JsonTape): void {
    const { nodes } = this;
    for (let i = 0; i < nodes.length; i++) {
      if (nodes[i] !== ABSENT && tape.isEmptyText(nodes[i])) nodes[i] = ABSENT;
    }
  }
}

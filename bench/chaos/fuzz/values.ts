/**
 * Values by a schema, at its bounds as often as inside; those of a hostile request are now and then just beyond it, of
 * another kind, without what is required or with unknown members, and have texts that no shop has.
 */
import type { Draws } from '../../catalogs/chance.js';
import type { Schema } from './described.js';
import { anyText, knownValues, plainText, ruleText } from './texts.js';

/** Percent of the values of a hostile request that are not as the schema says. */
const WRONG = 3;
const DEEPEST = 6;
const MOST_ITEMS = 4;

export class Values {
  isHostile = false;

  constructor(
    private readonly draws: Draws,
    private readonly schemas: Readonly<Record<string, Schema>>,
    /** Of answers so far; grows. */
    private readonly tickets: readonly string[],
  ) {}

  /** @param name of the parameter or member */
  of(schema: Schema, name: string, depth = 0): unknown {
    const { draws } = this;
    if (this.chance(WRONG)) return this.wrong(schema, depth);
    const { $ref, anyOf, type, enum: choices } = schema;
    if (typeof $ref === 'string') return this.of(this.schemas[$ref.split('/').at(-1)!] ?? {}, name, depth);
    if (Array.isArray(anyOf)) return this.of(draws.pick(anyOf as Schema[]), name, depth);
    if (Array.isArray(choices) && choices.length > 0) return draws.pick(choices);
    if ('const' in schema) return schema['const'];
    switch (Array.isArray(type) ? draws.pick(type) : type) {
      case 'object':
        return this.object(schema, depth);
      case 'array':
        return this.array(schema, name, depth);
      case 'integer':
      case 'number':
        return this.number(schema);
      case 'boolean':
        return draws.chance(50);
      case 'null':
        return null;
      case 'string':
        return this.text(schema, name);
      default:
        return this.anything(depth);
    }
  }

  private text(schema: Schema, name: string): string {
    const { draws } = this;
    const { maxLength } = schema;
    const known = /rule/i.test(name) ? [ruleText(draws)] : knownValues(name, this.tickets);
    if (known !== undefined && !this.chance(10)) return draws.pick(known);
    if (typeof maxLength === 'number' && maxLength < 2_000 && this.chance(5)) {
      return 'x'.repeat(maxLength + draws.below(2));
    }
    return this.isHostile ? anyText(draws) : plainText(draws, schema);
  }

  private number({ minimum, maximum, type }: Schema): number {
    const { draws } = this;
    const least = typeof minimum === 'number' ? minimum : -1;
    const most = typeof maximum === 'number' ? maximum : least + 1_000;
    const form = draws.below(100);
    if (form < 10) return least;
    if (form < 15) return most;
    if (this.isHostile && form < 17) return least - 1;
    if (this.isHostile && form < 19) return most + 1;
    if (this.isHostile && form < 20) return draws.pick([0.5, -0, 1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 63)]);
    // Large answers are rarer.
    const span = Math.min(most - least, draws.chance(90) ? 20 : 10_000);
    return least + draws.below(span + 1) + (type === 'number' && draws.chance(20) ? 0.25 : 0);
  }

  private array({ items, maxItems }: Schema, name: string, depth: number): unknown[] {
    const { draws } = this;
    const most = typeof maxItems === 'number' ? maxItems : 250;
    const length = this.chance(2) ? Math.min(most + draws.below(2), 300) : draws.below(Math.min(most, MOST_ITEMS) + 1);
    return Array.from({ length }, () => this.of((items ?? {}) as Schema, name, depth + 1));
  }

  private object(schema: Schema, depth: number): Record<string, unknown> {
    const { draws } = this;
    const required = new Set((schema['required'] ?? []) as string[]);
    const members = new Map<string, unknown>();
    for (const [name, member] of Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)) {
      const isWanted = required.has(name) ? !this.chance(WRONG) : depth < DEEPEST && draws.chance(30);
      if (isWanted) members.set(name, this.of(member, name, depth + 1));
    }
    const open = Object.values((schema['patternProperties'] ?? {}) as Record<string, Schema>);
    const { additionalProperties } = schema;
    if (typeof additionalProperties === 'object') open.push(additionalProperties as Schema);
    if (open.length > 0 && depth < DEEPEST) {
      for (let n = draws.below(3); n > 0; n--) {
        const name = this.chance(40) ? anyText(draws) : draws.pick(['en-GB', 'uk', 'p-1', 'page', 'lamp', 'color']);
        members.set(name, this.of(draws.pick(open), name, depth + 1));
      }
    }
    if (this.chance(WRONG)) members.set(anyText(draws), this.anything(depth));
    return Object.fromEntries(members);
  }

  /** In a hostile request alone. */
  private chance(percent: number): boolean {
    return this.isHostile && this.draws.chance(percent);
  }

  private wrong(schema: Schema, depth: number): unknown {
    const other = { string: 'array', array: 'object', object: 'string', integer: 'string', number: 'boolean' };
    const type = other[schema['type'] as keyof typeof other];
    return type === undefined ? this.anything(depth) : this.of({ type }, '', depth + 1);
  }

  private anything(depth: number): unknown {
    const { draws } = this;
    const type = draws.pick(['string', 'integer', 'boolean', 'null', 'array', 'object']);
    if (depth >= DEEPEST) return null;
    if (type === 'array' && draws.chance(5)) return nested(draws.between(10, 3_000));
    return this.of({ type }, '', depth + 1);
  }
}

/** Lists in lists. */
function nested(levels: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < levels; level++) value = [value];
  return value;
}

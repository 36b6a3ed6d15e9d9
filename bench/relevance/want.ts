/** What a judged query wants: conditions on the facts of products. data/relevance/README.md says what each means. */
import Type, { type Static } from 'typebox';

const Values = Type.Array(Type.String());
const Bound = Type.Union([Type.Number(), Type.Null()]);
const Condition = Type.Union([Values, Type.Tuple([Bound, Bound])]);
export const ConditionsSchema = Type.Record(Type.String(), Condition);

/** As judged queries state it: conditions by name, and beside them these modifiers. */
export const WantSchema = Type.Object(
  {
    not: Type.Optional(ConditionsSchema),
    near: Type.Optional(ConditionsSchema),
    must: Type.Optional(Values),
  },
  { additionalProperties: Condition },
);

/** Values of which a product has any, or bounds that an amount of it lies in; `null` is no bound. */
export type Condition = Static<typeof Condition>;
export type Bounds = readonly [least: number | null, most: number | null];
export type Conditions = Static<typeof ConditionsSchema>;
export type StatedWant = Static<typeof WantSchema>;

export class Want {
  /** The conditions by name, for what asks about every product. */
  readonly wanted: readonly [name: string, condition: Condition][];
  readonly unwanted: readonly [name: string, condition: Condition][];

  constructor(
    readonly conditions: Conditions,
    /** None of these may hold. */
    readonly not: Conditions = {},
    /** Values that are not what is wanted, but close. */
    readonly near: Conditions = {},
    /** Names of conditions that are as essential as the kind of thing. */
    readonly must: readonly string[] = [],
  ) {
    this.wanted = Object.entries(conditions);
    this.unwanted = Object.entries(not);
  }

  static of({ not, near, must, ...conditions }: StatedWant): Want {
    return new Want(conditions, not, near, must);
  }

  /** With further conditions, which replace those of the same name. */
  with(further: Conditions): Want {
    return new Want({ ...this.conditions, ...further }, this.not, this.near, this.must);
  }

  /** As it is stated. */
  toJSON(): object {
    const modifiers = Object.entries({ not: this.not, near: this.near, must: this.must });
    return { ...this.conditions, ...Object.fromEntries(modifiers.filter(([, of]) => Object.keys(of).length > 0)) };
  }
}

export function isBounds(condition: Condition): condition is [number | null, number | null] {
  return typeof condition[0] !== 'string';
}

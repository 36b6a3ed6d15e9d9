/** The analysed texts of values: what a value is made of, and which values a title may name. */

/** The terms of a value. */
export interface AnalysedValue {
  terms: readonly number[];
  parts: readonly number[];
  /** Its heads: two in "Jackets & coats". */
  heads: readonly number[];
}

/** An analysed value whose heads are found when they are asked for, which only kinds of product are. */
export class LazyHeads implements AnalysedValue {
  private found: readonly number[] | undefined;

  constructor(
    readonly terms: readonly number[],
    readonly parts: readonly number[],
    private readonly find: () => readonly number[],
  ) {}

  get heads(): readonly number[] {
    this.found ??= this.find();
    return this.found;
  }
}

/** Values of a product that its title may name: by them a build tells which of its words says what the product is. */
export interface TitleNames {
  /** Levels above what it is: their words are no heads of the title, unless it is called so itself. */
  above: readonly AnalysedValue[];
  /** What it is. */
  things: readonly AnalysedValue[];
  /** Brand, colours and the like, whose words are no heads in any case. */
  others: readonly AnalysedValue[];
}

export const NO_NAMES: TitleNames = { above: [], things: [], others: [] };

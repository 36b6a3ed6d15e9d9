/**
 * A parsed product rule expression: what `parse.ts` makes of text, `filter.ts` of the deprecated product filter, and
 * what the planner compiles. Plain data, so that it crosses threads; built-in attribute names are snake_case.
 */
export type Condition =
  /**
   * Any of these texts, trimmed. On number attributes they are decimal numbers as text (any of them, exactly), on
   * `in_stock` they are `true` or `false`.
   */
  | { kind: 'values'; values: string[] }
  /**
   * Inclusive bounds; an open end is ±Infinity, and a reversed range holds nothing. `unit` stands only on measures; a
   * measure without one means the default unit of its dimension (`kernel/measures.ts`).
   */
  | { kind: 'range'; min: number; max: number; unit?: string }
  /** `newness`: released within so many days. */
  | { kind: 'days'; days: number };

export interface Restriction {
  exclude: boolean;
  /** `brand`, `price`, …, `custom.x`, `custom.number.x`, `custom.length.x`. */
  attribute: string;
  condition: Condition;
}

/** Restrictions hold together (AND). */
export interface Rule {
  restrictions: Restriction[];
}

/** Rules are alternatives (OR); an empty expression holds everything. */
export type RuleExpression = Rule[];

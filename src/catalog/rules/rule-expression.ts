/**
 * A parsed product rule expression. `parse-rules.ts` makes it of text and `product-filter.ts` of the deprecated product
 * filter; queries compile it to bitmaps. Plain data, so that it can be sent to threads; names of built-in attributes
 * are in snake_case.
 */
export type Condition =
  /**
   * Holds for any of these texts, which are trimmed. For number attributes they are decimal numbers as text, compared
   * exactly; for `in_stock` they are `true` or `false`.
   */
  | { kind: 'values'; values: string[] }
  /**
   * Inclusive bounds; an open end is ±Infinity, and a range with `min` above `max` is empty. Only measures have a
   * `unit`; without one, bounds of a measure are in the default unit of its dimension (`kernel/measures.ts`).
   */
  | { kind: 'range'; min: number; max: number; unit?: string }
  /** For `newness`: released within this many days. */
  | { kind: 'days'; days: number };

export interface Restriction {
  exclude: boolean;
  /** `brand`, `price`, …, `custom.x`, `custom.number.x`, `custom.length.x`. */
  attribute: string;
  condition: Condition;
}

/** A conjunction (AND) of restrictions. */
export interface Rule {
  restrictions: Restriction[];
}

/** A disjunction (OR) of rules; an empty expression holds for every product. */
export type RuleExpression = Rule[];

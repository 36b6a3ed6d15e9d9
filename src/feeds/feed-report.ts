/**
 * What of a feed found no place: items that are left out, by reason; fields that nothing takes; values that are not
 * understood. Of each the number and the first lines, so that a feed of any size has a report of a few lines.
 */

/** Lines that are named of each finding. */
const MOST_EXAMPLES = 5;
/** Kinds of findings that are kept apart; further ones are counted together. */
const MOST_KINDS = 200;
const LONGEST_VALUE = 60;
const OTHERS = 'others';

export interface Finding {
  what: string;
  count: number;
  /** The feed, where there are several. */
  source?: string;
  /** The first lines, or numbers of items, with what stands there. */
  examples: { line?: number; value?: string }[];
}

export interface FeedSummary {
  /** Records of the feed. */
  read: number;
  variants: number;
  products: number;
  groups: number;
  leftOut: Finding[];
  unplacedFields: Finding[];
  unplacedValues: Finding[];
}

type Part = 'leftOut' | 'unplacedFields' | 'unplacedValues';

export class FeedReport {
  read = 0;
  variants = 0;
  products = 0;
  groups = 0;
  /** The feed that is being read, where there are several. */
  source: string | undefined;
  private readonly parts: Record<Part, Map<string, Finding>> = {
    leftOut: new Map(),
    unplacedFields: new Map(),
    unplacedValues: new Map(),
  };

  /** An item that is not sent. @param reason the field, what was expected there */
  leaveOut(line: number | undefined, reason: string, value?: string): void {
    this.note('leftOut', reason, line, value);
  }

  field(name: string, line: number, value: string): void {
    this.note('unplacedFields', name, line, value);
  }

  value(field: string, line: number, expected: string, value: string): void {
    this.note('unplacedValues', `${field}: expected ${expected}`, line, value);
  }

  /** Items that are not sent because they have faults, not because the shop does not sell them. */
  get faulty(): number {
    let count = 0;
    for (const { what, count: items } of this.parts.leftOut.values()) if (!what.startsWith(NOT_SOLD)) count += items;
    return count;
  }

  /** What came out of feeds one by one is counted anew, as what comes out of them together. */
  recount(): void {
    this.groups = this.products = this.variants = 0;
  }

  summary(): FeedSummary {
    const { read, variants, products, groups, parts } = this;
    const findings = (part: Part): Finding[] => [...parts[part].values()].sort((a, b) => b.count - a.count);
    return {
      read,
      variants,
      products,
      groups,
      leftOut: findings('leftOut'),
      unplacedFields: findings('unplacedFields'),
      unplacedValues: findings('unplacedValues'),
    };
  }

  private note(part: Part, what: string, line: number | undefined, value: string | undefined): void {
    const kinds = this.parts[part];
    const { source } = this;
    const own = source === undefined ? what : `${source}: ${what}`;
    const isKept = kinds.has(own) || kinds.size < MOST_KINDS;
    const key = isKept ? own : OTHERS;
    let finding = kinds.get(key);
    if (!finding) {
      finding = {
        what: isKept ? what : OTHERS,
        count: 0,
        ...(isKept && source !== undefined && { source }),
        examples: [],
      };
      kinds.set(key, finding);
    }
    finding.count++;
    if (finding.examples.length === MOST_EXAMPLES) return;
    finding.examples.push({
      ...(line !== undefined && { line }),
      ...(value !== undefined && { value: value.slice(0, LONGEST_VALUE) }),
    });
  }
}

/** Begins the reasons of items that are left out on purpose. */
export const NOT_SOLD = 'not sold';

/**
 * Collects the faults and warnings of a catalog import: faults counted by record and by message, with examples, in the
 * form that replies show. Warnings do not stop an import. Memory is bounded whatever the number of faults.
 */
import { Problem } from '../errors/problem.js';

/** The kind of record that has a fault; `line` for a line that could not be read as an instruction. */
export type FaultSubject = 'productGroups' | 'products' | 'variants' | 'content' | 'translations' | 'line';

interface KeyList {
  count: number;
  keys: string[];
}

interface MessageCount {
  count: number;
  exampleKeys: string[];
}

/** `errorDetails` of a refused import. Kinds of records without faults are absent. */
export interface ErrorDetails {
  /** Number of all faults. */
  count: number;
  productGroups?: KeyList;
  products?: KeyList;
  variants?: KeyList;
  content?: KeyList;
  translations?: KeyList;
  dataErrors: Record<string, MessageCount>;
}

const MAX_KEYS = 100;
const MAX_EXAMPLES = 10;
/** Most distinct messages; faults with further messages are counted under `FURTHER`. */
const MAX_MESSAGES = 100;
const FURTHER = 'further errors of other kinds';
const MAX_WARNINGS = 100;
const SHOWN_LENGTH = 60;

/** Describes a found value in a message: a short form of it, or its kind for an object or a list. */
export function describeFound(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') {
    const text = value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}…` : value;
    return `${JSON.stringify(text)}${value.length > SHOWN_LENGTH ? ` (${value.length} characters)` : ''}`;
  }
  return String(value);
}

export class ImportFindings {
  /** Number of faults. */
  count = 0;
  /** Number of warnings. */
  warningCount = 0;
  /** Number of the line that is being read, from 1. */
  line = 0;

  private readonly subjects = new Map<FaultSubject, { count: number; keys: Set<string>; last: string }>();
  private readonly messages = new Map<string, MessageCount>();
  private readonly warningsByMessage = new Map<string, { count: number; line: number }>();
  private first = '';

  fault(subject: FaultSubject, key: string, message: string): void {
    if (this.count++ === 0) {
      this.first = subject === 'line' ? `line ${this.line}: ${message}` : `line ${this.line}: ${key}: ${message}`;
    }
    const example = subject === 'line' ? `line ${this.line}` : key;
    if (subject !== 'line') this.countKey(subject, key);
    this.countMessage(message, example);
  }

  /** Counts a record once. Beyond MAX_KEYS, only consecutive faults of one record are recognised by its key. */
  private countKey(subject: FaultSubject, key: string): void {
    let entry = this.subjects.get(subject);
    if (!entry) this.subjects.set(subject, (entry = { count: 0, keys: new Set(), last: '' }));
    if (entry.last === key || entry.keys.has(key)) return;
    entry.last = key;
    entry.count++;
    if (entry.keys.size < MAX_KEYS) entry.keys.add(key);
  }

  private countMessage(message: string, example: string): void {
    let entry = this.messages.get(message);
    if (!entry) {
      if (this.messages.size >= MAX_MESSAGES) message = FURTHER;
      entry = this.messages.get(message) ?? { count: 0, exampleKeys: [] };
      this.messages.set(message, entry);
    }
    entry.count++;
    if (entry.exampleKeys.length < MAX_EXAMPLES && !entry.exampleKeys.includes(example))
      entry.exampleKeys.push(example);
  }

  warn(message: string): void {
    this.warningCount++;
    const entry = this.warningsByMessage.get(message);
    if (entry) entry.count++;
    else if (this.warningsByMessage.size < MAX_WARNINGS)
      this.warningsByMessage.set(message, { count: 1, line: this.line });
  }

  /** At most 100 different warnings, each with the line of its first occurrence. */
  warnings(): string[] {
    return [...this.warningsByMessage].map(([message, { count, line }]) =>
      count === 1 ? `line ${line}: ${message}` : `line ${line}: ${message} (${count} times)`,
    );
  }

  details(): ErrorDetails {
    const details: ErrorDetails = { count: this.count, dataErrors: Object.fromEntries(this.messages) };
    for (const subject of ['productGroups', 'products', 'variants', 'content', 'translations'] as const) {
      const entry = this.subjects.get(subject);
      if (entry) details[subject] = { count: entry.count, keys: [...entry.keys] };
    }
    return details;
  }

  /** @throws `catalog_refused` with the details when there is any fault */
  throwIfAny(): void {
    if (this.count === 0) return;
    const more = this.count === 1 ? '' : ` (and ${this.count - 1} more, see errorDetails)`;
    throw new Problem('catalog_refused', `catalog: ${this.first}${more}`, undefined, this.details());
  }
}

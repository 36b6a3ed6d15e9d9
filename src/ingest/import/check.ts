/**
 * The state of checking one record: where we are in it and where faults go. Parsers take a Check, a path and a raw
 * value and give the parsed value, or undefined after noting a fault: a record's faults are all found in one pass.
 */
import type { ConfiguredViews } from '../../catalog/configured-views.js';
import { describeFound, type FaultSubject, type ImportFindings } from '../../imports/import-findings.js';

export type JsonObject = { [member: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export class Check {
  subject: FaultSubject = 'line';
  key = '';
  /** Markets of the product or content at hand: what override keys and limits may name. */
  markets: readonly string[] = [];
  /** Measures seen on the product itself and on its variants. */
  productMeasures = new Set<string>();
  variantMeasures = new Set<string>();

  /**
   * @param catalogMarkets every market that the catalog has, or the import has named so far: a bare override key that
   *   is one of them means that market, even where it could be read as a locale
   * @param configured the markets and locales that records may name, where they are configured
   */
  constructor(
    readonly findings: ImportFindings,
    readonly catalogMarkets = new Set<string>(),
    readonly configured?: ConfiguredViews,
  ) {}

  /** Enters a record that is sold in `markets`. */
  enterMarkets(markets: readonly string[]): void {
    this.markets = markets;
    for (const market of markets) {
      if (this.configured?.hasMarket(market) === false) {
        this.fault('markets', `markets that are configured (${[...this.catalogMarkets].join(', ')})`, market);
      } else this.catalogMarkets.add(market);
    }
  }

  /** Notes that `path` should have been something else. */
  fault(path: string, expected: string, value: unknown): undefined {
    this.findings.fault(this.subject, this.key, `${path}: expected ${expected}, found ${describeFound(value)}`);
    return undefined;
  }

  warn(message: string): void {
    this.findings.warn(message);
  }

  /** Runs `parse` with faults put down to another record inside the present one. */
  within<T>(subject: FaultSubject, key: string, parse: () => T): T {
    const { subject: outerSubject, key: outerKey } = this;
    this.subject = subject;
    this.key = key;
    try {
      return parse();
    } finally {
      this.subject = outerSubject;
      this.key = outerKey;
    }
  }

  /** The value as an object whose members are all in `members`; others are faults. */
  strictObject(path: string, value: unknown, members: ReadonlySet<string>): JsonObject | undefined {
    if (!isObject(value)) return this.fault(path, 'an object', value);
    for (const name of Object.keys(value)) {
      if (!members.has(name)) {
        this.findings.fault(
          this.subject,
          this.key,
          `${path}: unknown member ${describeFound(name)}, known are ${[...members].join(', ')}`,
        );
      }
    }
    return value;
  }
}

/**
 * Context of the parsers of records: which record is parsed, and where its faults are recorded. A parser takes a
 * RecordCheck, a path and a raw value and returns the parsed value, or undefined after recording a fault, so that all
 * faults of a record are found in one pass.
 */
import type { ConfiguredViews } from '../../catalog/configured-views.js';
import { describeFound, type FaultSubject, type ImportFindings } from '../../imports/import-findings.js';

export type JsonObject = { [member: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Markets that may be named before a line has them: more are no markets of a shop. */
const MOST_AWAITED = 1000;
/** Records that are kept of each: as many as a refusal names. */
const MOST_NAMING = 100;

export class RecordCheck {
  subject: FaultSubject = 'line';
  key = '';
  /** Markets of the current product or content item, which keys of overrides and limits may name. */
  markets: readonly string[] = [];
  /** Names of the measures that the product itself and its variants have. */
  productMeasures = new Set<string>();
  variantMeasures = new Set<string>();
  /** Whether the meaning of a record depended on `catalogMarkets`, and so on other lines of the import. */
  hungOnMarkets = false;
  /**
   * Markets that images are limited to and that were not known yet, with the first records that name each of them and
   * the number of all.
   */
  private readonly awaited = new Map<string, { first: { subject: FaultSubject; key: string }[]; count: number }>();

  /**
   * @param catalogMarkets every market of the catalog and of the import so far: an override key without `|` that is one
   * of
   *   them means that market, even where it has the form of a locale
   * @param configured the markets and locales that records may name, where they are configured
   * @param svgImages whether images may be SVG
   * @param embeddings dimensions of the vectors of products, by space
   */
  constructor(
    readonly findings: ImportFindings,
    readonly catalogMarkets = new Set<string>(),
    readonly configured?: ConfiguredViews,
    readonly svgImages = false,
    readonly embeddings: Readonly<Record<string, number>> = {},
  ) {}

  /** Begins a product or content item that is sold in `markets`. */
  enterMarkets(markets: readonly string[]): void {
    this.markets = markets;
    for (const market of markets) {
      if (this.configured?.hasMarket(market) === false) {
        this.fault('markets', `markets that are configured (${[...this.catalogMarkets].join(', ')})`, market);
      } else this.catalogMarkets.add(market);
    }
  }

  /** Notes markets that an image is limited to: later lines may be the first to name them. */
  awaitMarkets(markets: readonly string[]): void {
    for (const market of markets) {
      if (this.markets.includes(market)) continue;
      this.hungOnMarkets = true;
      if (!this.catalogMarkets.has(market)) this.await(market);
    }
  }

  private await(market: string): void {
    const { subject, key, awaited } = this;
    let naming = awaited.get(market);
    if (!naming) {
      if (awaited.size === MOST_AWAITED) {
        this.fault('images.limitedMarkets', `at most ${MOST_AWAITED} markets that no line before has`, market);
        return;
      }
      awaited.set(market, (naming = { first: [], count: 0 }));
    }
    naming.count++;
    if (naming.first.length < MOST_NAMING) naming.first.push({ subject, key });
  }

  /** To be called after the last line: records a fault for each awaited market that no record has. */
  finishMarkets(): void {
    for (const [market, { first, count }] of this.awaited) {
      if (this.catalogMarkets.has(market)) continue;
      const known = [...this.catalogMarkets].sort().join(', ') || 'none';
      for (let i = 0; i < count; i++) {
        const { subject, key } = first[Math.min(i, first.length - 1)]!;
        this.within(subject, key, () =>
          this.fault('images.limitedMarkets', `markets of the catalog (${known})`, market),
        );
      }
    }
    this.awaited.clear();
  }

  /** Records a fault of the value at `path`. */
  fault(path: string, expected: string, value: unknown): undefined {
    this.findings.fault(this.subject, this.key, `${path}: expected ${expected}, found ${describeFound(value)}`);
    return undefined;
  }

  warn(message: string): void {
    this.findings.warn(message);
  }

  /** Runs `parse` with faults attributed to another record inside the current one. */
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

  /** @returns the value where it is an object; members that are not in `members` are faults */
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

/**
 * What tells traffic of programs from that of shoppers: user agents that say so, and more events in a minute than a shopper
 * makes. Counts are those of the last minutes, and are forgotten with the daemon.
 */

/** What crawlers, monitors and tools call themselves; a maker of telephones has a name that ends in bot. */
const PROGRAMS =
  /(?<!cu)bot(?![a-z])|crawl|spider|slurp|scrap(y|er)|headless|phantomjs|selenium|puppeteer|playwright|lighthouse|uptime|curl\/|wget|python|go-http|libwww/i;

/** Browsers always name themselves. @param agent the header, empty where there is none */
export function isBot(agent: string): boolean {
  return agent === '' || PROGRAMS.test(agent);
}

/** Events in a minute. */
export interface TrafficLimits {
  visitorClicks: number;
  visitorImpressions: number;
  /** Of all visitors from one range of addresses, as long as there are others. */
  rangeClicks: number;
}

export const TRAFFIC_LIMITS: TrafficLimits = { visitorClicks: 10, visitorImpressions: 300, rangeClicks: 60 };

const MINUTE_MS = 60_000;
/** Visitors and ranges that are counted in a minute; further ones are not bounded. */
const MOST_COUNTED = 200_000;

export class TrafficRates {
  private minute = 0;
  private counts = new Map<string, number>();
  /** Ranges that clicks have come from, in this minute and the one before: one alone is a proxy that hides addresses. */
  private ranges = new Set<number>();
  private rangesBefore = new Set<number>();

  constructor(private readonly limits: TrafficLimits) {}

  /** Counts an event. @returns whether it is one too many */
  exceeds(type: 'click' | 'ad-impression', visitor: string, range: number | undefined, nowMs: number): boolean {
    this.turn(Math.floor(nowMs / MINUTE_MS));
    const { visitorClicks, visitorImpressions, rangeClicks } = this.limits;
    if (type === 'ad-impression') return this.count(`i ${visitor}`) > visitorImpressions;
    const ofVisitor = this.count(`c ${visitor}`);
    if (range === undefined) return ofVisitor > visitorClicks;
    if (this.ranges.size < MOST_COUNTED) this.ranges.add(range);
    const ofRange = this.count(`r ${range}`);
    const hasOthers = this.ranges.size > 1 || this.rangesBefore.size > 1;
    return ofVisitor > visitorClicks || (hasOthers && ofRange > rangeClicks);
  }

  private count(name: string): number {
    const before = this.counts.get(name) ?? 0;
    if (before > 0 || this.counts.size < MOST_COUNTED) this.counts.set(name, before + 1);
    return before + 1;
  }

  private turn(minute: number): void {
    if (minute === this.minute) return;
    this.rangesBefore = minute === this.minute + 1 ? this.ranges : new Set();
    this.ranges = new Set();
    this.counts = new Map();
    this.minute = minute;
  }
}

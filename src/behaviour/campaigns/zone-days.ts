/**
 * Days of time zones: when the local day of a moment begins and ends. A day has 23 or 25 hours where daylight saving time
 * begins or ends in it.
 */

export interface ZoneDay {
  /** The local date, like 2026-01-31. */
  day: string;
  /** Its first moment, and that of the next day, ms since 1970. */
  startMs: number;
  endMs: number;
}

/** No local day is longer. */
const LONGEST_DAY_MS = 27 * 3_600_000;

export class ZoneDays {
  private readonly formats = new Map<string, Intl.DateTimeFormat>();
  /** The day of each zone that was asked for last. */
  private readonly last = new Map<string, ZoneDay>();

  /** @param zone an IANA name like Europe/Stockholm @throws RangeError for a zone that the engine does not know */
  at(zone: string, ms: number): ZoneDay {
    const last = this.last.get(zone);
    if (last && ms >= last.startMs && ms < last.endMs) return last;
    const day = this.dateOf(zone, ms);
    const isSame = (at: number) => this.dateOf(zone, at) === day;
    // Local dates never go back: the first moment at which the date changes is found by halving.
    const startMs = firstWhere(ms - LONGEST_DAY_MS, ms, isSame);
    const endMs = firstWhere(ms, ms + LONGEST_DAY_MS, at => !isSame(at));
    const found = { day, startMs, endMs };
    this.last.set(zone, found);
    return found;
  }

  private dateOf(zone: string, ms: number): string {
    let format = this.formats.get(zone);
    if (format === undefined) {
      const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
      format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, calendar: 'gregory', ...parts });
      this.formats.set(zone, format);
    }
    return format.format(ms);
  }
}

/** The first whole number above `from`, at most `to`, for which a condition holds that holds from there on. */
function firstWhere(from: number, to: number, holds: (at: number) => boolean): number {
  let [below, at] = [Math.floor(from), Math.ceil(to)];
  while (at - below > 1) {
    const middle = Math.floor((below + at) / 2);
    if (holds(middle)) at = middle;
    else below = middle;
  }
  return at;
}

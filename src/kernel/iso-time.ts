/**
 * Parses points in time from ISO 8601 text of at least day precision. A time without an offset is read as UTC, so that
 * a text means the same time on every machine.
 */
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?(?:Z|([+-])(\d{2})(?::?(\d{2}))?)?)?$/;

/** Milliseconds since 1970; NaN for text of another form. */
export function isoTime(text: string): number {
  const match = ISO.exec(text);
  if (!match) return Number.NaN;
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = 0, sign, offsetHours = 0, offsetMinutes = 0] =
    match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Number(second), Math.floor(Number(fraction) * 1000));
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return date.getTime() - (sign === '-' ? -offset : offset);
}

/**
 * Parses points in time from ISO 8601 text of at least day precision: calendar dates (2026-09-01), ordinal dates
 * (2026-244) and week dates (2026-W36-2), extended or basic (20260901), with or without a time, which may be an hour
 * alone. A time without an offset is read as UTC, so that a text means the same time on every machine.
 */
const DATE = String.raw`(\d{4})(?:-(\d\d)-(\d\d)|(\d\d)(\d\d)|-?(\d{3})|-W(\d\d)-([1-7])|W(\d\d)([1-7]))`;
const TIME = String.raw`([01]\d|2[0-4])(?::([0-5]\d)(?::([0-5]\d|60)(\.\d{1,9})?)?|([0-5]\d)(?:([0-5]\d|60)(\.\d{1,9})?)?)?`;
const OFFSET = String.raw`Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?`;
const ISO = new RegExp(`^${DATE}(?:T${TIME}(?:${OFFSET})?)?$`);
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Milliseconds since 1970; NaN for text of another form and for days that no calendar has. */
export function isoTime(text: string): number {
  const match = ISO.exec(text);
  if (!match) return Number.NaN;
  const [, year, month, dayOfMonth, basicMonth, basicDay, ordinal, week, weekday, basicWeek, basicWeekday] = match;
  const [hour, minute, second, fraction, basicMinute, basicSecond, basicFraction, sign, hours, minutes] =
    match.slice(11);
  const day =
    ordinal !== undefined
      ? ofOrdinal(Number(year), Number(ordinal))
      : (week ?? basicWeek) !== undefined
        ? ofWeek(Number(year), Number(week ?? basicWeek), Number(weekday ?? basicWeekday))
        : ofCalendar(Number(year), Number(month ?? basicMonth), Number(dayOfMonth ?? basicDay));
  const minutesOfDay = Number(hour ?? 0) * 60 + Number(minute ?? basicMinute ?? 0);
  const fractionMs = Math.floor(Number(fraction ?? basicFraction ?? 0) * 1000);
  const time = minutesOfDay * MINUTE_MS + Number(second ?? basicSecond ?? 0) * 1000 + fractionMs;
  // 24:00 is the end of a day, and nothing comes after it.
  if (hour === '24' && time > DAY_MS) return Number.NaN;
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS;
  return day + time - (sign === '-' ? -offset : offset);
}

/** Whether a text has the form of a point in time, on a day that may be none. */
export function isIsoForm(text: string): boolean {
  return ISO.test(text);
}

/** Midnight in UTC: `Date.UTC` takes years below 100 for those of the last century. */
function utc(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

function ofCalendar(year: number, month: number, day: number): number {
  const date = utc(year, month, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : Number.NaN;
}

function ofOrdinal(year: number, day: number): number {
  const date = utc(year, 1, day);
  return date.getUTCFullYear() === year && day > 0 ? date.getTime() : Number.NaN;
}

/** The first week of a year has its fourth of January; weeks begin on Monday. */
function ofWeek(year: number, week: number, weekday: number): number {
  const first = firstMonday(year) + (week - 1) * 7 * DAY_MS;
  return week > 0 && first < firstMonday(year + 1) ? first + (weekday - 1) * DAY_MS : Number.NaN;
}

/** When the first week of a year begins. */
function firstMonday(year: number): number {
  const fourth = utc(year, 1, 4);
  return fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * DAY_MS;
}

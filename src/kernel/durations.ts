/**
 * ISO 8601 durations (`PT5M`, `P1DT12H`) as milliseconds. Only units of fixed length are taken: a year or a month
 * lasts differently long depending on where it starts, so it is refused rather than guessed.
 */
import { parse } from 'tinyduration';
import { badRequest } from '../errors/problem.js';

/** The whole text, units in order and no signs: the parser alone takes a duration anywhere in a text. */
const WHOLE =
  /^P(?=[\dT])(?:\d+(?:[.,]\d+)?W)?(?:\d+(?:[.,]\d+)?D)?(?:T(?=\d)(?:\d+(?:[.,]\d+)?H)?(?:\d+(?:[.,]\d+)?M)?(?:\d+(?:[.,]\d+)?S)?)?$/;

const MS = { weeks: 604_800_000, days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1_000 } as const;

/**
 * @param path names the parameter in the error.
 * @param limits inclusive, in milliseconds.
 * @returns whole milliseconds, rounded.
 * @throws Problem BAD_REQUEST when the text is no such duration or lies outside the limits.
 */
export function parseDurationMs(path: string, text: string, limits: { minMs: number; maxMs: number }): number {
  const ms = milliseconds(text);
  if (ms === undefined) {
    throw badRequest(path, `found "${text}", expected an ISO 8601 duration in weeks to seconds, for example PT30S`);
  }
  if (ms < limits.minMs || ms > limits.maxMs) {
    throw badRequest(
      path,
      `found "${text}", expected ${formatDuration(limits.minMs)} to ${formatDuration(limits.maxMs)}`,
    );
  }
  return ms;
}

/** The shortest ISO 8601 form of a number of milliseconds in days to seconds, e.g. 300000 → `PT5M`. */
export function formatDuration(ms: number): string {
  if (ms === 0) return 'PT0S';
  const days = Math.floor(ms / MS.days);
  const hours = Math.floor((ms % MS.days) / MS.hours);
  const minutes = Math.floor((ms % MS.hours) / MS.minutes);
  const seconds = (ms % MS.minutes) / MS.seconds;
  const time = `${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${seconds > 0 ? `${seconds}S` : ''}`;
  return `P${days > 0 ? `${days}D` : ''}${time === '' ? '' : `T${time}`}`;
}

function milliseconds(text: string): number | undefined {
  if (text.length > 40 || !WHOLE.test(text)) return undefined;
  const duration = parse(text);
  let ms = 0;
  for (const unit of ['weeks', 'days', 'hours', 'minutes', 'seconds'] as const) ms += (duration[unit] ?? 0) * MS[unit];
  return Math.round(ms);
}

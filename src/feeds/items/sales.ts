/** When sale prices hold: `2026-11-01T00:00+0100/2026-11-30T23:59+0100`, or dates alone. */
import { isoTime } from '../../kernel/iso-time.js';

/** @returns undefined for text that is no period */
export function isWithin(period: string, nowMs: number): boolean | undefined {
  const parts = period.split('/').map(part => part.trim());
  if (parts.length !== 2) return undefined;
  const [from, until] = parts.map(part => (part === '' ? undefined : timeOf(part)));
  if (Number.isNaN(from) || Number.isNaN(until)) return undefined;
  return (from === undefined || from <= nowMs) && (until === undefined || nowMs <= until);
}

/** Milliseconds since 1970 of an ISO 8601 text, as feeds write it; NaN for others. */
export function timeOf(text: string): number {
  return isoTime(text.replace(' ', 'T'));
}

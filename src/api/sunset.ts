/** The old version of the administration interface, and the headers that announce its end (RFC 9745, RFC 8594). */
export const OLD_ADMIN = '/api/admin/v3/';

const DEPRECATED_SINCE = new Date('2026-01-01T00:00:00Z');
export const SUNSET = new Date('2026-12-31T23:59:59Z');

/** Names and values in turn. */
export const SUNSET_HEADERS: readonly string[] = [
  'Deprecation',
  `@${DEPRECATED_SINCE.getTime() / 1000}`,
  'Sunset',
  SUNSET.toUTCString(),
];

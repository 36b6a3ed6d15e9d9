/**
 * Parses bodies of storefront queries, from bytes and a content type to a JSON value. Storefronts send JSON as
 * text/plain to spare browsers a preflight request, so that type is accepted like application/json.
 */

import { badRequest, Problem } from '../errors/problem.js';
import { hasMoreValues, parseJson } from '../kernel/json.js';
import { quote } from '../kernel/quote.js';

const MEDIA_TYPES: ReadonlySet<string> = new Set(['application/json', 'text/plain']);
/** US-ASCII is a subset of UTF-8. */
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);
/** Most names and values of a body, counted together: far above what pages need. */
export const MAX_BODY_VALUES = 10_000;
const CHARSET = /;\s*charset\s*=\s*"?([^";]*)"?/i;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON value of a body; undefined for an empty one.
 * @throws Problem UNSUPPORTED_MEDIA_TYPE for another media type or charset or a body that is not UTF-8; BAD_REQUEST for
 * one that is not JSON, or has more names and values than `most`
 */
export function readJson(
  contentType: string | undefined,
  body: Uint8Array | undefined,
  most = MAX_BODY_VALUES,
): unknown {
  if (body === undefined || body.length === 0) return undefined;
  checkContentType(contentType);
  // Before it is parsed: a megabyte may have half a million values, which take a hundred times as long as a long text.
  if (hasMoreValues(body, most)) {
    throw badRequest('body', `found more than ${most} names and values, expected fewer`, 'limit_exceeded');
  }
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    throw new Problem('media_type_unsupported', 'body: found bytes that are not UTF-8, expected JSON in UTF-8');
  }
  try {
    return parseJson(text);
  } catch (error) {
    throw badRequest(
      'body',
      `found text that is not JSON (${(error as Error).message}), expected a JSON object`,
      'body_not_json',
    );
  }
}

function checkContentType(contentType: string | undefined): void {
  const expected = 'expected application/json or text/plain in UTF-8';
  const mediaType = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (!MEDIA_TYPES.has(mediaType)) {
    const found = contentType === undefined || contentType === '' ? 'nothing' : quote(contentType);
    throw new Problem('media_type_unsupported', `Content-Type: found ${found}, ${expected}`);
  }
  const charset = CHARSET.exec(contentType ?? '')?.[1]
    ?.trim()
    .toLowerCase();
  if (charset !== undefined && !CHARSETS.has(charset)) {
    throw new Problem('media_type_unsupported', `Content-Type: found charset ${quote(charset)}, ${expected}`);
  }
}

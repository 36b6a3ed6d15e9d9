/**
 * Where a feed comes from: a file, or a URL (http and https alone). A source that has not changed since it was last read
 * is told by what the server says of it (`ETag`, `Last-Modified`), or by the time and size of the file.
 *
 * Of a URL no more is read than `maxBytes`, for no longer than `timeoutMs`, redirects included. Redirects are followed
 * five times at most, never from https to http, and name and password go to the first origin alone.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { FeedError } from '../feed-error.js';

export interface SourceLimits {
  maxBytes: number;
  timeoutMs: number;
}

/** What tells one version of a source from another. */
export interface SourceVersion {
  etag?: string;
  lastModified?: string;
}

export interface OpenedSource {
  bytes: AsyncIterable<Uint8Array>;
  version: SourceVersion;
}

const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export function isUrl(source: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(source);
}

/** The source as messages name it: without name and password. */
export function sourceName(source: string): string {
  if (!isUrl(source) || !URL.canParse(source)) return source;
  const url = new URL(source);
  url.username = url.password = '';
  return url.href;
}

/**
 * @param known of the last time that the source was read
 * @returns undefined when the source has not changed since
 * @throws FeedError
 */
export function openSource(
  source: string,
  limits: SourceLimits,
  known: SourceVersion = {},
): Promise<OpenedSource | undefined> {
  return isUrl(source) ? openUrl(source, limits, known) : openFile(source, limits, known);
}

async function openFile(
  path: string,
  { maxBytes }: SourceLimits,
  known: SourceVersion,
): Promise<OpenedSource | undefined> {
  const found = await stat(path).catch((error: Error) => {
    throw new FeedError(`${path} cannot be read: ${error.message}`);
  });
  if (!found.isFile() && !found.isFIFO() && !found.isCharacterDevice()) {
    throw new FeedError(`${path} cannot be read: it is no file`);
  }
  const etag = `${found.ino}.${found.size}.${found.mtimeMs}`;
  if (found.isFile() && etag === known.etag) return undefined;
  return { bytes: bounded(createReadStream(path), maxBytes, path), version: { etag } };
}

async function openUrl(source: string, limits: SourceLimits, known: SourceVersion): Promise<OpenedSource | undefined> {
  const first = parseUrl(source, source);
  const authorization = credentialsOf(first);
  const signal = AbortSignal.timeout(limits.timeoutMs);
  const name = sourceName(source);
  let url = first;
  for (let redirects = 0; ; redirects++) {
    const headers: Record<string, string> = { 'User-Agent': 'vitrine-feed-import', Accept: '*/*' };
    if (authorization !== undefined && url.origin === first.origin) headers['Authorization'] = authorization;
    if (known.etag !== undefined) headers['If-None-Match'] = known.etag;
    if (known.lastModified !== undefined) headers['If-Modified-Since'] = known.lastModified;
    const response = await fetch(url, { headers, redirect: 'manual', signal }).catch((error: unknown) => {
      throw new FeedError(`${name} cannot be fetched: ${reasonOf(error, limits)}`);
    });
    if (REDIRECTS.has(response.status)) {
      await response.body?.cancel();
      if (redirects === MOST_REDIRECTS) throw new FeedError(`${name}: found more than ${MOST_REDIRECTS} redirects`);
      url = redirected(url, response.headers.get('location') ?? '', name);
      continue;
    }
    if (response.status === 304) return undefined;
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel();
      throw new FeedError(`${name}: found status ${response.status}, expected 200`);
    }
    const version: SourceVersion = {};
    const [etag, lastModified] = [response.headers.get('etag'), response.headers.get('last-modified')];
    if (etag !== null) version.etag = etag;
    if (lastModified !== null) version.lastModified = lastModified;
    return { bytes: bounded(bodyOf(response.body, name, limits), limits.maxBytes, name), version };
  }
}

async function* bodyOf(
  body: AsyncIterable<Uint8Array>,
  name: string,
  limits: SourceLimits,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw new FeedError(`${name} broke off: ${reasonOf(error, limits)}`);
  }
}

function parseUrl(text: string, name: string): URL {
  if (!URL.canParse(text)) throw new FeedError(`${name}: expected a URL such as https://shop.example/feed.xml`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FeedError(`${sourceName(name)}: found ${url.protocol}//, expected http:// or https://`);
  }
  return url;
}

function redirected(from: URL, location: string, name: string): URL {
  if (!URL.canParse(location, from.href))
    throw new FeedError(`${name}: found a redirect to "${location}", expected a URL`);
  const to = parseUrl(new URL(location, from).href, name);
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    throw new FeedError(`${name}: found a redirect from https to ${to.origin}, which is not followed`);
  }
  return to;
}

/** The header that says the name and password of a URL; they are taken out of it. */
function credentialsOf(url: URL): string | undefined {
  const { username, password } = url;
  if (username === '' && password === '') return undefined;
  url.username = url.password = '';
  const plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(plain).toString('base64')}`;
}

async function* bounded(bytes: AsyncIterable<Uint8Array>, maxBytes: number, name: string): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxBytes) throw new FeedError(`${name}: found more than ${maxBytes} bytes, the limit of --max-size`);
    yield chunk;
  }
}

function reasonOf(error: unknown, { timeoutMs }: SourceLimits): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `it takes longer than ${timeoutMs / 1000} s, the limit of --timeout`;
  // The message of `fetch` is "fetch failed"; why stands in the cause.
  return error.cause instanceof Error ? error.cause.message : error.message;
}

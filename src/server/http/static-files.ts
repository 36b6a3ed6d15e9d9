/**
 * The files of the page at `/` and of the documentation at `/docs/`: a folder that is read into memory at the start and served by exact name, so that no
 * other file can be reached; a changed file is served after a restart. Browsers may cache files in `assets/` for good,
 * because their names carry a hash of the content, and revalidate all others.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { MIN_COMPRESSED_BYTES } from './encoding.js';
import type { Exchange } from './exchange.js';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
};

/** A year, the longest age that HTTP recommends. */
const KEPT_FOR_GOOD = 'public, max-age=31536000, immutable';

/**
 * Scripts and styles from this server only, images from any; text cannot become markup, nor script but blocks of data.
 */
const SECURITY = [
  'Content-Security-Policy',
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: https: http:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types structured-data',
  ].join('; '),
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
];

export interface StaticFile {
  etag: string;
  /** Names and values in turn, without those of the encoding. */
  headers: string[];
  body: Uint8Array;
  /** The compressed body; undefined where it would not be smaller. */
  gzipped(): Uint8Array | undefined;
}

/**
 * Synchronous: called before the daemon serves.
 * @param at the path of the folder's index, with a slash at its end
 * @returns files by URL path; empty when there is no such folder
 */
export function loadStaticFiles(folder: string, at = '/'): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const name of namesIn(folder)) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const file = staticFile(
      readFileSync(join(folder, name)),
      type,
      name.startsWith('assets/') ? KEPT_FOR_GOOD : 'no-cache',
    );
    files.set(`${at}${name}`, file);
    if (name === 'index.html') files.set(at, file);
  }
  return files;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry =>
        join(entry.parentPath ?? entry.path, entry.name)
          .slice(folder.length)
          .replaceAll('\\', '/')
          .replace(/^\/+/, ''),
      );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Compresses the file once, when that is first asked for: a start need not wait for it.
 * @param type the content type.
 * @param cacheControl the header of that name
 */
export function staticFile(body: Buffer, type: string, cacheControl = 'no-cache'): StaticFile {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = [
    'Content-Type',
    type,
    'ETag',
    etag,
    'Cache-Control',
    cacheControl,
    'Vary',
    'Accept-Encoding',
    ...SECURITY,
  ];
  let smaller: { bytes: Uint8Array | undefined } | undefined;
  const gzipped = () => (smaller ??= { bytes: compressed(body) }).bytes;
  return { etag, headers, body, gzipped };
}

function compressed(body: Buffer): Uint8Array | undefined {
  if (body.length < MIN_COMPRESSED_BYTES) return undefined;
  const bytes = gzipSync(body, { level: 9 });
  return bytes.length < body.length ? bytes : undefined;
}

/**
 * Replies with the file, or with 304 to a client that has it.
 * @param known the request's `If-None-Match`
 */
export function serveFile(exchange: Exchange, known: string, { etag, headers, body, gzipped }: StaticFile): void {
  if (known.includes(etag)) {
    exchange.reply(304, headers);
    return;
  }
  const smaller = exchange.gzip ? gzipped() : undefined;
  if (smaller === undefined) exchange.reply(200, headers, body);
  else exchange.reply(200, [...headers, 'Content-Encoding', 'gzip'], smaller);
}

/**
 * The document of the page at `/` with the answers in it to what the page asks first. So a browser has them with the
 * document, before the page's script could ask for them; where an answer cannot be had in a short time, the page asks as ever.
 * All that comes before the answers is sent at once: the browser fetches script and styles while it waits for them.
 */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Exchange } from './exchange.js';
import type { RouteHandler } from './router.js';
import { type StaticFile, serveFile } from './static-files.js';
import { type SubReply, subRequest } from './sub-request.js';
import { streamText } from './text-stream.js';
import type { Handler, Incoming } from './transport.js';

/** The questions of the page to a daemon, as `web/questions.ts` has them. */
interface PageQuestions {
  firstQuestions(request: {
    search: string;
    cookie: string;
    language: string;
    mobile: boolean;
    views: { market: string; locale: string }[];
    newKey(): string;
  }): { asker: object; views: string; questions: Question[] };
}

interface Question {
  url: string;
  /** The body of a POST. */
  content?: string;
}

interface Answered extends Question {
  reply: SubReply;
}

/** What the page asks for at its start. */
interface Shown {
  views: { market: string; locale: string }[];
}

interface PageDocumentContext {
  file: StaticFile;
  questions: PageQuestions;
  shown(): Shown;
  handler: Handler;
  waits: boolean;
}

const BUNDLE = fileURLToPath(new URL('../../../bundle', import.meta.url));
/** How long a document waits for its answers: the page would have to wait for them as well. */
const PATIENCE_MS = 2000;
/** Where the answers come in the document. */
const PLACE = '</body>';
const MOBILE = /\bMobi/;
/** As crawlers of search engines and of previews call themselves. */
const CRAWLER = /bot\b|crawl|spider|slurp|externalhit/i;
const LANGUAGE = /^\s*([a-z]{2,3}(?:-[a-z0-9]{2,8})*)\s*(?:[,;]|$)/i;
/** Names of headers that are not those of the file: it is another text for each visitor. */
const OF_THE_FILE = new Set(['ETag', 'Cache-Control', 'Vary']);

/**
 * Synchronous: called before the daemon serves.
 * @param files by path
 * @param handler answers requests of this daemon
 * @param waits whether answers have cookies, as those of a fleet: these come before all of a document
 * @returns what answers for the document, by its paths
 */
export function pageDocuments(
  files: ReadonlyMap<string, StaticFile>,
  shown: () => Shown,
  handler: Handler,
  waits: boolean,
): Map<string, RouteHandler> {
  const file = files.get('/');
  if (file === undefined) return new Map();
  const questions = createRequire(import.meta.url)(join(BUNDLE, 'questions.js')) as PageQuestions;
  const document = pageDocument({ file, questions, shown, handler, waits });
  return new Map(['/', '/index.html'].map(path => [path, document]));
}

function pageDocument(context: PageDocumentContext): RouteHandler {
  const { file, shown, waits } = context;
  const document = Buffer.from(file.body).toString();
  const place = document.lastIndexOf(PLACE);
  const [before, behind] = [document.slice(0, place), document.slice(place)];
  const headers = [...headersOf(file), 'Cache-Control', 'private, no-cache'];
  return async (exchange, incoming) => {
    const seen = shown();
    // Programs that read the document would be visitors of the shop.
    if (place < 0 || seen.views.length === 0 || exchange.method !== 'GET' || !isBrowser(incoming)) {
      serveFile(exchange, incoming.header('if-none-match'), file);
      return;
    }
    const asked = ask(context, exchange, incoming, seen);
    const cookies = waits ? cookiesOf(await asked.answered) : [];
    const text = streamText(exchange, [...headers, ...cookies]);
    text.send(before);
    const answered = await asked.answered;
    const delivered = deliveredText(asked.asker, [{ url: asked.views, body: JSON.stringify(seen), ms: 0 }], answered);
    text.end(`${delivered}${behind}`);
  };
}

interface Asked {
  asker: object;
  views: string;
  answered: Promise<Answered[]>;
}

/** To be called while the handler runs. */
function ask({ questions, handler }: PageDocumentContext, exchange: Exchange, incoming: Incoming, seen: Shown): Asked {
  const {
    asker,
    views,
    questions: wanted,
  } = questions.firstQuestions({
    search: exchange.query,
    cookie: incoming.header('cookie'),
    language: LANGUAGE.exec(incoming.header('accept-language'))?.[1] ?? 'en',
    mobile: incoming.header('sec-ch-ua-mobile') === '?1' || MOBILE.test(incoming.header('user-agent')),
    views: seen.views,
    newKey: randomUUID,
  });
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), PATIENCE_MS);
  exchange.onGone = () => over.abort();
  const replies = wanted.map(async question => {
    const reply = await subRequest(handler, incoming, partsOf(question), over.signal);
    return { ...question, reply };
  });
  const answered = Promise.allSettled(replies).then(settled => {
    clearTimeout(timer);
    return settled.flatMap(one => (one.status === 'fulfilled' && one.value.reply.status === 200 ? [one.value] : []));
  });
  return { asker, views, answered };
}

function partsOf({ url, content }: Question) {
  const at = url.indexOf('?');
  const address = { path: url.slice(0, at), query: url.slice(at + 1) };
  return content === undefined ? address : { ...address, body: Buffer.from(content), contentType: 'text/plain' };
}

/** What `Delivered` of the page reads. Bodies stay the JSON that they are. */
function deliveredText(
  asker: object,
  known: { url: string; body: string; ms: number }[],
  answered: readonly Answered[],
): string {
  const answers = [
    ...known.map(({ url, body, ms }) => `{"url":${JSON.stringify(url)},"engineMs":${ms},"body":${body}}`),
    ...answered.map(({ url, content, reply }) => {
      const ms = Number(reply.headers[reply.headers.indexOf('X-Response-Time') + 1]);
      const asked = JSON.stringify({ url, ...(content !== undefined && { content }), engineMs: ms });
      return `${asked.slice(0, -1)},"body":${Buffer.from(reply.body).toString()}}`;
    }),
  ];
  const json = `{"asker":${JSON.stringify(asker)},"answers":[${answers.join()}]}`;
  // Nothing in it may end the element; in JSON the character stands in texts alone.
  return `<script type="application/json" id="delivered">${json.replaceAll('<', '\\u003c')}</script>\n`;
}

function headersOf({ headers }: StaticFile): string[] {
  return headers.filter((_, i) => !OF_THE_FILE.has(headers[i - (i % 2)]!));
}

/** What a visit says of itself to the other daemons of a fleet. */
function cookiesOf(answered: readonly Answered[]): string[] {
  return answered.flatMap(({ reply: { headers } }) =>
    headers.flatMap((name, i) => (i % 2 === 0 && name === 'Set-Cookie' ? [name, headers[i + 1]!] : [])),
  );
}

/**
 * Whether a visitor looks at the document: a browser that fetches it in advance shows it to none, nor does a crawler. Who is taken for
 * one by mistake has a page that asks for itself.
 */
function isBrowser(incoming: Incoming): boolean {
  return (
    incoming.header('accept').includes('text/html') &&
    incoming.header('sec-purpose') === '' &&
    !CRAWLER.test(incoming.header('user-agent'))
  );
}

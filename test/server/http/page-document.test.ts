/** The document at `/` with the answers in it to what the page asks first: what is in it, for whom, and when nothing is. */
import { once } from 'node:events';
import { constants, gunzipSync } from 'node:zlib';
import t from 'tap';
import type { Exchange } from '../../../src/server/http/exchange.js';
import { pageDocuments } from '../../../src/server/http/page-document.js';
import { staticFile } from '../../../src/server/http/static-files.js';
import type { Incoming, Outgoing } from '../../../src/server/http/transport.js';
import type { Delivered } from '../../../web/visitor/document-answers.js';
import { startDemoDaemon } from '../../contract/demo-daemon.js';
import { startDaemon } from '../daemon.js';

const BROWSER = { Accept: 'text/html,application/xhtml+xml', 'Accept-Language': 'sv-SE,sv;q=0.9' };
const TEXT = /<script type="application\/json" id="delivered">([\s\S]*?)<\/script>/;

const deliveredIn = (document: string) => JSON.parse(TEXT.exec(document)?.[1] ?? 'null') as Delivered | null;
const namesOf = ({ answers }: Delivered) => answers.map(({ url }) => url.replace(/\?.*/, '').split('/').at(-1));

t.test('the document at /', async t => {
  const daemon = await startDemoDaemon(t);
  t.teardown(() => daemon.stop());
  const fetched = (address: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(`${daemon.url}/${address}`, { ...init, headers: { ...BROWSER, ...headers } });
  const delivered = async (address: string, headers?: Record<string, string>) =>
    deliveredIn(await (await fetched(address, headers)).text());

  await t.test('has the answers that a page of the address asks for, as the queries give them', async t => {
    const found = (await delivered('?market=uk&locale=en-GB&q=jacket'))!;
    t.same(namesOf(found), ['views', 'search-page', 'navigation-tree']);
    const { url, content, body } = found.answers[1]!;
    const asked = await fetch(`${daemon.url}${url}`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body: content!,
    });
    t.equal(asked.status, 200);
    type List = { primaryList: { totalHits: number; productGroups: { products: { key: string }[] }[] } };
    const keysOf = ({ primaryList }: List) => [
      primaryList.totalHits,
      ...primaryList.productGroups.map(({ products }) => products[0]!.key),
    ];
    t.same(keysOf(body as List), keysOf((await asked.json()) as List));
    t.same(namesOf((await delivered('?in=/dam'))!), [
      'views',
      'landing-page',
      'sponsored-page',
      'banners',
      'navigation-tree',
    ]);
    t.same(namesOf((await delivered(''))!), ['views', 'landing-page', 'autocomplete', 'navigation-tree']);
    t.same(namesOf((await delivered('?show=cart'))!), ['views', 'navigation-tree']);
  });

  await t.test('speaks the language of the browser, and is for a phone where one asks', async t => {
    const { asker, answers } = (await delivered('?q=jacka'))!;
    t.equal(asker.touchpoint, 'DESKTOP');
    t.match(answers[1]!.url, 'market=se&locale=sv-SE&touchpoint=DESKTOP');
    const phone = (await delivered('?q=jacka', {
      'User-Agent': 'Mozilla/5.0 (Linux; Android 10) Mobile Safari/537.36',
    }))!;
    t.match(phone.answers[1]!.url, 'touchpoint=MOBILE');
  });

  await t.test('is the visitor’s whom cookies name, and counts as the visit', async t => {
    const cookie = 'vitrine-visitor=c-page%7Cuk%7Cen-GB; vitrine-session=s-page';
    const found = (await delivered('?q=lamp', { Cookie: cookie }))!;
    t.same(found.asker, { customerKey: 'c-page', sessionKey: 's-page', touchpoint: 'DESKTOP' });
    t.match(found.answers[1]!.url, 'market=uk&locale=en-GB');
    const { answers } = (await delivered('', { Cookie: cookie }))!;
    t.match(answers[2]!.body, { recentSearches: [{ q: 'lamp' }] }, 'and knows what was searched for');
    t.not((await delivered(''))!.asker.customerKey, (await delivered(''))!.asker.customerKey, 'others are new');
  });

  await t.test('cannot be ended by what is in it', async t => {
    const q = '</script><img src=x>';
    const document = await (await fetched(`?q=${encodeURIComponent(q)}`)).text();
    t.notMatch(document, '<img');
    t.match(deliveredIn(document)!.answers[1]!.body, { q });
  });

  await t.test('leaves out what fails, and takes any header', async t => {
    t.same(namesOf((await delivered('?q=lamp&sort=SIDEWAYS'))!), ['views', 'navigation-tree']);
    const odd = { Cookie: 'vitrine-visitor=%E0%A4%A; a', 'Accept-Language': '*;q=0.1, e' };
    t.same(namesOf((await delivered('?q=lamp', odd))!), ['views', 'search-page', 'navigation-tree']);
  });

  await t.test('is private, and under the policy of the file', async t => {
    const response = await fetched('');
    const file = await fetch(daemon.url);
    t.equal(response.headers.get('cache-control'), 'private, no-cache');
    t.equal(response.headers.get('etag'), null);
    t.ok(response.headers.get('content-security-policy'));
    t.equal(response.headers.get('content-security-policy'), file.headers.get('content-security-policy'));
    await Promise.all([response.text(), file.text()]);
  });

  await t.test('is the file for programs and crawlers, for who fetches it in advance and for the head', async t => {
    for (const [headers, init] of [
      [{ Accept: '*/*' }, {}],
      [{ 'Sec-Purpose': 'prefetch' }, {}],
      [{ 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }, {}],
      [{ 'User-Agent': 'facebookexternalhit/1.1' }, {}],
      [{}, { method: 'HEAD' }],
    ] as const) {
      const response = await fetched('', headers, init);
      t.ok(response.headers.get('etag'));
      t.equal(deliveredIn(await response.text()), null);
    }
  });
});

t.test('is sent as far as its answers before these have come', async t => {
  const before = '<!doctype html><title>Shop</title><body>';
  const file = staticFile(Buffer.from(`${before}</body>`), 'text/html; charset=utf-8');
  const asked: Outgoing[] = [];
  const shown = () => ({ views: [{ market: 'uk', locale: 'en-GB' }] });
  const documents = pageDocuments(new Map([['/', file]]), shown, (_, outgoing) => void asked.push(outgoing), false);
  const incoming = {
    header: (name: string) => (name === 'accept' ? 'text/html' : ''),
    headers: () => [],
  } as Partial<Incoming> as Incoming;
  for (const gzip of [true, false]) {
    const sent = new EventTarget();
    const pieces: Uint8Array[] = [];
    const reply = {
      write: (piece: Uint8Array) => pieces.push(piece) > 0 && sent.dispatchEvent(new Event('piece')),
      finish: () => sent.dispatchEvent(new Event('end')),
    };
    const exchange = { method: 'GET', query: 'q=lamp', gzip, stream: () => reply } as unknown as Exchange;
    const text = () => {
      const bytes = Buffer.concat(pieces);
      return (gzip ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes).toString();
    };
    documents.get('/')!(exchange, incoming);
    while (text() === '') await once(sent, 'piece');
    t.equal(text(), before);
    const end = once(sent, 'end');
    for (const outgoing of asked.splice(0)) outgoing.send(200, ['X-Response-Time', '1'], Buffer.from('{}'));
    await end;
    t.ok(text().endsWith('</body>'));
    t.same(namesOf(deliveredIn(text())!), ['views', 'search-page', 'navigation-tree']);
  }
});

t.test('without products the document is the file', async t => {
  const daemon = await startDaemon(t);
  const response = await fetch(daemon.url('/'), { headers: BROWSER });
  t.ok(response.headers.get('etag'));
  t.equal(deliveredIn(await response.text()), null);
});

t.test('a front end that relays it delivers answers, too', async t => {
  const daemon = await startDemoDaemon(t, { env: { VITRINE_FRONT_ENDS: '2' } });
  t.teardown(() => daemon.stop());
  for (let i = 0; i < 8; i++) {
    const response = await fetch(`${daemon.url}/?q=jacka`, { headers: { ...BROWSER, Connection: 'close' } });
    t.same(namesOf(deliveredIn(await response.text())!), ['views', 'search-page', 'navigation-tree']);
  }
});

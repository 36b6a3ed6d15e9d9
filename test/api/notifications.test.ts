/**
 * Notifications from the wire: which are taken and as what record, and for each fault what the message names. The
 * limits stand in one table with their edges.
 */
import t from 'tap';
import { entryOf, listNotifications } from '../../src/api/notification-listing.js';
import {
  type NotificationContext,
  parseNotification,
  STOREFRONT_NOTIFICATIONS,
  type StorefrontNotification,
} from '../../src/api/notifications.js';
import { parsePayment } from '../../src/api/payment.js';
import { LatestNotifications, type NotificationRecord } from '../../src/behaviour/index.js';
import type { Problem } from '../../src/errors/problem.js';
import { unescapeTicketKey } from '../../src/index/ticket-key.js';
import { HIT } from '../../src/pages/shared/tickets/signed-context.js';
import { bannerKey, winnersKey } from '../../src/pages/shared/tickets/sponsored-keys.js';
import { encodeContext, type TicketContext } from '../../src/pages/shared/tickets/ticket.js';

const secret = 'a secret of the tests';
const now = Date.parse('2026-09-01T12:00:00.250Z');
const VISITOR = 'market=se&customerKey=c-1&sessionKey=s-1';
const variants = new Map([
  ['v-1', 'p-1'],
  ['v-2', 'p-1'],
]);
const context: NotificationContext = {
  keys: {
    markets: new Set(['se', 'uk']),
    hasProduct: key => key === 'p-1' || key === 'p#2/a',
    hasContent: key => key === 'guide',
    productOfVariant: key => variants.get(key),
    groupOfProduct: key => (key === 'p-1' || key === 'p#2/a' ? `group of ${key}` : undefined),
  },
  ticketSecret: secret,
  now,
};

const shownIn: TicketContext = {
  market: 'se',
  locale: 'sv-SE',
  touchpoint: 'MOBILE',
  pageType: 'search-page',
  pageReference: '',
  list: 'primary',
  q: 'röd klänning',
  generation: 7,
  minute: Math.floor(now / 60_000) - 5,
};
/** @param rest position, kind and key */
function ticket(rest: string, changes: Partial<TicketContext> = {}, by = secret): string {
  const [position, kind, key] = rest.split('.') as [string, string, string];
  const context = encodeContext({ ...shownIn, ...changes }, by);
  const product = variants.get(key) ?? unescapeTicketKey(key);
  const start =
    kind === 'c'
      ? context.startOf(Number.parseInt(position, 36), HIT.CONTENT, key)
      : context.startOf(Number.parseInt(position, 36), HIT.GROUP, `group of ${product}`);
  return `${start}.${kind}.${key}`;
}

function parse(type: StorefrontNotification, body: unknown, query = VISITOR, contentType = 'text/plain;charset=UTF-8') {
  const bytes = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const [record, ...rest] = parseNotification(type, query, contentType, bytes, context);
  t.same(rest, []);
  return record;
}

/** The message of the refusal, or what was taken instead. */
function refusal(run: () => unknown): string {
  try {
    return `taken: ${JSON.stringify(run())}`;
  } catch (error) {
    const { status, message } = error as Problem;
    return status === 400 ? message : `${status}: ${message}`;
  }
}

const happening = { at: now, market: 'se', customerKey: 'c-1', sessionKey: 's-1', userContext: 'PERSONALIZED' };
const { market: _, touchpoint: __, ...place } = shownIn;

t.test('a ticket tells what was clicked and where it was shown', async t => {
  const shown = { ...place, position: 37 };
  t.same(parse('click', { ticket: ticket('11.p.p-1') }), {
    ...happening,
    touchpoint: 'MOBILE',
    type: 'click',
    productKey: 'p-1',
    shown: { ...shown, kind: 'product' },
  });
  t.match(parse('add-to-cart', { ticket: ticket('11.v.v-2') }), {
    type: 'add-to-cart',
    productKey: 'p-1',
    variantKey: 'v-2',
    shown: { kind: 'variant' },
  });
  t.match(parse('ad-impression', { ticket: ticket('11.p.p~02~2a') }), { productKey: 'p#2/a' });
  const content = parse('click', { ticket: ticket('0.c.guide') });
  t.match(content, { contentKey: 'guide', shown: { kind: 'content', position: 0 } });
  t.notOk('productKey' in content!);
  t.match(
    parse('click', { ticket: ticket('0.p.p-1', { generation: 1, minute: 1 }) }),
    { productKey: 'p-1' },
    'an old one',
  );
});

t.test('the ticket of a sponsored place tells on which terms a campaign had it', async t => {
  const sponsored = { campaign: 'spring', place: 'slice', priceMicros: 420_000, billing: 'CPC', second: 7 } as const;
  t.match(parse('click', { ticket: ticket('3.p.p-1', { sponsored }) }), { productKey: 'p-1', shown: { sponsored } });
  t.notOk('sponsored' in (parse('click', { ticket: ticket('3.p.p-1') }) as { shown: object }).shown);

  const paid = encodeContext({ ...shownIn, list: 'top', sponsored: { ...sponsored, place: 'banner' } }, secret);
  const banner = `${paid.startOf(1, HIT.BANNER, bannerKey('spring', 2))}.b.spring~x003a2`;
  const record = parse('ad-impression', { ticket: banner });
  t.match(record, { creative: 2, shown: { kind: 'banner', list: 'top', sponsored: { campaign: 'spring' } } });
  t.notOk('productKey' in record!);
  t.match(parse('click', { ticket: banner }), { type: 'click', creative: 2 });
  t.match(
    refusal(() => parse('add-to-cart', { ticket: banner })),
    /found one of a banner/,
  );
  t.match(
    refusal(() => parse('click', { ticket: banner.replace('003a2', '003a1') })),
    /banner "spring:1" did not stand at position 1/,
  );
});

t.test('an impression of a sponsored list is one of each of its winners', async t => {
  const terms = { campaign: 'spring', place: 'list', priceMicros: 420_000, billing: 'CPM', second: 7 } as const;
  const winners = [
    { productKey: 'p-1', position: 0, sponsored: terms },
    { productKey: 'left the catalog', position: 2, sponsored: { ...terms, campaign: 'autumn', priceMicros: 9 } },
  ];
  const key = winnersKey(winners, 7);
  const list = `${encodeContext(shownIn, secret).startOf(0, HIT.WINNERS, key)}.w.${key}`;
  const send = (type: StorefrontNotification, ticket: string) => {
    return parseNotification(type, VISITOR, 'application/json', Buffer.from(JSON.stringify({ ticket })), context);
  };
  t.match(
    send('ad-impression', list),
    winners.map(({ productKey, position, sponsored }) => {
      return { type: 'ad-impression', productKey, shown: { kind: 'product', position, sponsored } };
    }),
  );
  t.match(
    refusal(() => send('click', list)),
    /found one of a whole list/,
  );
  const other = winnersKey([{ ...winners[0]!, sponsored: { ...terms, priceMicros: 1 } }], 7);
  t.match(
    refusal(() => send('ad-impression', list.replace(key, other))),
    /these winners did not stand/,
  );
});

t.test('tickets that are forged, cut, of another market or of unknown keys are refused', async t => {
  const good = ticket('0.p.p-1');
  for (const bad of [
    ticket('0.p.p-1', {}, 'another secret'),
    good.replace(/^./, first => (first === 'A' ? 'B' : 'A')),
    good.slice(1),
    good.slice(0, good.indexOf('.')),
    good.replace('.p.p-1', '.x.p-1'),
    good.replace('.p.p-1', '.p.'),
    good.replace(/\.[^.]{8}\.p\.p-1/, '.p.p-1'),
    'nonsense',
  ]) {
    t.match(
      refusal(() => parse('click', { ticket: bad })),
      /^ticket: not a ticket of this cluster/,
      bad,
    );
  }
  t.match(
    refusal(() => parse('click', { ticket: ticket('0.p.p-1', { market: 'uk' }) })),
    '/ticket: found one of the market "uk", expected one of "se"',
  );
  t.match(
    refusal(() => parse('click', { ticket: ticket('0.p.gone') })),
    '/ticket: no product "gone" is in the catalog',
  );
  t.match(
    refusal(() => parse('click', { ticket: ticket('0.v.p-1') })),
    '/ticket: no variant "p-1" is in the catalog',
  );
  t.match(
    refusal(() => parse('click', { ticket: ticket('0.c.p-1') })),
    '/ticket: no content "p-1" is in the catalog',
  );
  t.match(
    refusal(() => parse('add-to-cart', { ticket: ticket('0.c.guide') })),
    '/ticket: found one of content',
  );
});

t.test('tickets of what was not shown at their position are refused', async t => {
  const [context, , tag] = ticket('11.v.v-2').split('.') as [string, string, string];
  t.match(parse('click', { ticket: `${context}.11.${tag}.p.p-1` }), { productKey: 'p-1' }, 'of the same hit');
  for (const [rest, what] of [
    [`11.${tag}.p.p~02~2a`, 'product "p#2/a" did not stand at position 37'],
    [`12.${tag}.p.p-1`, 'product "p-1" did not stand at position 38'],
    [`11.${tag}.c.guide`, 'content "guide" did not stand at position 37'],
    [`11.AAAAAAAA.v.v-2`, 'variant "v-2" did not stand at position 37'],
  ]) {
    t.match(
      refusal(() => parse('click', { ticket: `${context}.${rest}` })),
      `/ticket: ${what} of the list "primary"; expected a ticket as a query returned it`,
    );
  }
});

t.test('favourites are named by a product or a variant that is in the catalog', async t => {
  t.same(parse('add-favorite', { productKey: 'p-1' }), { ...happening, type: 'add-favorite', productKey: 'p-1' });
  t.match(parse('remove-favorite', { variantKey: 'v-1' }), { productKey: 'p-1', variantKey: 'v-1' });
  t.match(
    refusal(() => parse('add-favorite', {})),
    '/productKey: found nothing, expected a productKey or a variantKey',
  );
  t.match(
    refusal(() => parse('add-favorite', { productKey: 'p-1', variantKey: 'v-1' })),
    '/variantKey: found together with productKey',
  );
  t.match(
    refusal(() => parse('add-favorite', { productKey: 'v-1' })),
    '/productKey: no product "v-1"',
  );
  t.match(
    refusal(() => parse('remove-favorite', { variantKey: 'p-1' })),
    '/variantKey: no variant "p-1"',
  );
});

t.test('removals name what goes, or everything', async t => {
  t.match(parse('remove-recent-searches', { phrases: ['a', 'b', 'a'] }), { phrases: ['a', 'b'], removeAll: false });
  t.match(parse('remove-recent-searches', { removeAll: true }), { phrases: [], removeAll: true });
  t.match(parse('remove-recent-searches', { phrases: [] }), { phrases: [] });
  t.match(parse('remove-recently-viewed', { productKeys: ['gone'] }), { productKeys: ['gone'] }, 'no longer known');
  t.match(parse('remove-recently-viewed', { removeAll: true, productKeys: ['p-1'] }), { removeAll: true });
  for (const body of [{}, { removeAll: false }]) {
    t.match(
      refusal(() => parse('remove-recent-searches', body)),
      /^\/phrases: found nothing/,
    );
    t.match(
      refusal(() => parse('remove-recently-viewed', body)),
      /^\/productKeys: found nothing/,
    );
  }
});

t.test('the end of a session has no body', async t => {
  t.same(parse('end', undefined), { ...happening, type: 'end' });
  t.same(parse('end', '', VISITOR, ''), { ...happening, type: 'end' });
  t.match(
    refusal(() => parse('end', { ticket: 'x' })),
    '/ticket: found "x", expected no member of this name',
  );
});

t.test('every fault of a parameter or body is named', async t => {
  const body: Record<StorefrontNotification, object | undefined> = {
    click: { ticket: ticket('0.p.p-1') },
    'add-to-cart': { ticket: ticket('0.p.p-1') },
    'ad-impression': { ticket: ticket('0.p.p-1') },
    'add-favorite': { productKey: 'p-1' },
    'remove-favorite': { productKey: 'p-1' },
    'remove-recent-searches': { removeAll: true },
    'remove-recently-viewed': { removeAll: true },
    end: undefined,
  };
  for (const type of STOREFRONT_NOTIFICATIONS) {
    const query = (text: string) => refusal(() => parse(type, body[type], text));
    t.match(query(VISITOR), /^taken/);
    t.match(query('customerKey=c&sessionKey=s'), /^market: missing/);
    t.match(query('market=fi&customerKey=c&sessionKey=s'), 'market: "fi" is not in the catalog; known: se, uk');
    t.match(query('market=se&sessionKey=s'), /^customerKey: missing/);
    t.match(query('market=se&customerKey=c'), /^sessionKey: missing/);
    t.match(query(`${VISITOR}&userContext=ANONYMOUS`), /^customerKey: found a key, expected none/);
    t.match(query(`${VISITOR}&userContext=someone`), /^userContext: found "someone"/);
    t.match(query(`${VISITOR}&notify=maybe`), /^notify: found "maybe"/);
    t.match(query(`${VISITOR}&touchpoint=watch`), /^touchpoint: found "watch"/);
    if (type === 'end') continue;
    t.match(
      refusal(() => parse(type, undefined)),
      /^body: missing; expected \{/,
    );
    t.match(
      refusal(() => parse(type, '{')),
      /^body: found text that is not JSON/,
    );
    t.match(
      refusal(() => parse(type, [])),
      /^\/: found a list of 0, expected an object/,
    );
    t.match(
      refusal(() => parse(type, { ...body[type], more: 1 })),
      '/more: found 1, expected no member of this name',
    );
    t.match(
      refusal(() => parse(type, body[type], VISITOR, 'application/xml')),
      /^415: Content-Type: found "application\/xml"/,
    );
    t.match(
      refusal(() => parse(type, body[type], VISITOR, 'application/json')),
      /^taken/,
    );
  }
  t.match(
    refusal(() => parse('click', {})),
    '/ticket: found nothing, expected a value',
  );
  t.match(
    refusal(() => parse('click', { ticket: 7 })),
    '/ticket: found 7, expected text',
  );
});

t.test('limits hold at their edge and one past it', async t => {
  const x = (length: number) => 'x'.repeat(length);
  const many = (length: number) => Array.from({ length }, (_, i) => String(i));
  const right: [StorefrontNotification, object][] = [
    ['remove-recent-searches', { phrases: many(100) }],
    ['remove-recent-searches', { phrases: [x(1000)] }],
    ['remove-recently-viewed', { productKeys: many(100) }],
    ['remove-recently-viewed', { productKeys: [x(50)] }],
  ];
  for (const [type, body] of right)
    t.match(
      refusal(() => parse(type, body)),
      /^taken/,
    );
  const wrong: [StorefrontNotification, object, RegExp][] = [
    [
      'remove-recent-searches',
      { phrases: many(101) },
      /^\/phrases: found a list of 101, expected a list of at most 100/,
    ],
    ['remove-recent-searches', { phrases: [x(1001)] }, /^\/phrases\/0: .* expected a text of 1 to 1000 characters/],
    ['remove-recent-searches', { phrases: [''] }, /^\/phrases\/0: found "", expected a text of 1/],
    ['remove-recently-viewed', { productKeys: many(101) }, /^\/productKeys: found a list of 101/],
    ['remove-recently-viewed', { productKeys: [x(51)] }, /^\/productKeys\/0: .* expected a key of 1 to 50 characters/],
    ['add-favorite', { productKey: x(51) }, /^\/productKey: .* expected a key of 1 to 50 characters/],
    ['click', { ticket: x(32_769) }, /^\/ticket: .* expected a ticket as a query returned it/],
  ];
  for (const [type, body, message] of wrong)
    t.match(
      refusal(() => parse(type, body)),
      message,
    );
  t.match(
    refusal(() => parse('end', undefined, `market=se&customerKey=${x(500)}&sessionKey=s`)),
    /^taken/,
  );
  t.match(
    refusal(() => parse('end', undefined, `market=se&customerKey=${x(501)}&sessionKey=s`)),
    /^customerKey: /,
  );
});

t.test('user contexts say which keys are needed, and what is recorded', async t => {
  t.same(parse('end', undefined, 'market=se&userContext=ANONYMOUS'), {
    at: now,
    market: 'se',
    userContext: 'ANONYMOUS',
    type: 'end',
  });
  t.match(parse('end', undefined, 'market=se&userContext=UNPERSONALIZED&sessionKey=s'), { sessionKey: 's' });
  t.match(parse('end', undefined, 'market=se&userContext=SYNTHETIC'), { userContext: 'SYNTHETIC' });
  t.equal(parse('end', undefined, `${VISITOR}&notify=false`), undefined, 'nothing with notify=false');
  t.match(
    refusal(() => parse('click', { ticket: 'x' }, `${VISITOR}&notify=false`)),
    /^ticket: not a ticket/,
    'which is checked all the same',
  );
  t.match(parse('end', undefined, `${VISITOR}&touchpoint=Desktop`), { touchpoint: 'DESKTOP' });
});

t.test('of a payment the right lines are recorded, the wrong ones named', async t => {
  const pay = (body: unknown, query = VISITOR) =>
    parsePayment(query, 'application/json', Buffer.from(JSON.stringify(body)), context);
  const line = { quantity: 2, variantKey: 'v-1', cost: 10.5, sellingPrice: 0 };
  t.same(pay({ lines: [line, { quantity: 1, variantKey: 'v-2', name: 'ignored' }] }), {
    record: {
      ...happening,
      type: 'payment',
      lines: [
        { ...line, productKey: 'p-1' },
        { quantity: 1, variantKey: 'v-2', productKey: 'p-1' },
      ],
    },
  });
  const { record, problem } = pay({
    lines: [{ quantity: 1, variantKey: 'gone' }, line, { quantity: 0, variantKey: 'v-1' }, 'x', { cost: -1 }],
  });
  t.match(record, { lines: [line] });
  t.equal((record as { lines: unknown[] }).lines.length, 1);
  t.same(
    problem?.errors?.map(({ path }) => path),
    [
      '/lines/0/variantKey',
      '/lines/2/quantity',
      '/lines/3',
      '/lines/4/quantity',
      '/lines/4/variantKey',
      '/lines/4/cost',
    ],
  );
  t.match(problem?.message, /^\/lines\/0\/variantKey: no variant "gone" .* the other lines, 1 of 5, were recorded$/);
  const none = pay({ lines: [{ quantity: 1, variantKey: 'p-1' }] });
  t.equal(none.record, undefined);
  t.match(none.problem?.message, /no line was recorded$/);
  t.same(pay({ lines: [line] }, `${VISITOR}&notify=false`), {});
  const lines = (length: number) => Array.from({ length }, () => line);
  t.equal(pay({ lines: lines(250) }).problem, undefined);
  for (const body of [{}, { lines: [] }, { lines: 'x' }, { lines: lines(251) }]) {
    t.match(
      refusal(() => pay(body)),
      /^\/lines: found .*, expected /,
    );
  }
  t.match(
    refusal(() => parsePayment(VISITOR, undefined, undefined, context)),
    /^body: missing; expected \{"lines"/,
  );
  t.match(
    refusal(() => pay({ lines: [line] }, 'market=se&sessionKey=s')),
    /^customerKey: missing/,
  );
});

t.test('a listed notification has the members its type has something for', async t => {
  const entry = (type: StorefrontNotification, body: unknown) => entryOf(parse(type, body)!);
  const who = {
    timestamp: '2026-09-01T12:00:00.250+00:00',
    market: 'se',
    customerKey: 'c-1',
    sessionKey: 's-1',
  };
  t.same(entry('click', { ticket: ticket('0.v.v-1') }), {
    ...who,
    type: 'click',
    touchpoint: 'MOBILE',
    path: 'search-page',
    cached: false,
    productKey: 'p-1',
    variantKey: 'v-1',
  });
  t.match(entry('click', { ticket: ticket('0.c.guide', { pageReference: '/women' }) }), {
    path: '/women',
    contentKey: 'guide',
  });
  const minute = Math.floor(now / 60_000) - 120;
  t.match(entry('click', { ticket: ticket('0.p.p-1', { minute }) }), { cached: true });
  t.match(entry('click', { ticket: ticket('0.p.p-1', { minute: minute + 1 }) }), { cached: false });
  const removal = parse('remove-recent-searches', { phrases: ['a', 'b'] })!;
  t.same(entryOf(removal), { ...who, type: 'remove-recent-searches' }, 'how many there were is not known');
  t.match(entryOf({ ...removal, count: 1 } as NotificationRecord), { count: 1 });
  t.same(entry('end', undefined), { ...who, type: 'end' });
  const lines = [{ quantity: 2, variantKey: 'v-1', sellingPrice: 5 }];
  const { record } = parsePayment(VISITOR, 'text/plain', Buffer.from(JSON.stringify({ lines })), context);
  t.same(entryOf(record!), { ...who, type: 'payment', paymentLines: lines });
});

t.test('the list is newest first, filtered and limited, and says what it leaves out', async t => {
  const latest = new LatestNotifications();
  t.same(listNotifications('', latest), { count: 0, entries: [], info: 'no notifications have been received yet' });
  const add = (type: string, at: number) =>
    latest.add(type, JSON.stringify({ type, at, market: 'se', userContext: 'ANONYMOUS' } satisfies object));
  for (let at = 0; at < 150; at++) add(at % 3 === 0 ? 'end' : 'wishlist-shared', at);
  const times = (query: string) =>
    listNotifications(query, latest).entries.map(({ timestamp }) => Date.parse(timestamp));
  t.same(
    times(''),
    Array.from({ length: 100 }, (_, i) => 149 - i),
  );
  t.same(times('limit=2'), [149, 148]);
  t.same(times('type=end&limit=2'), [147, 144]);
  t.match(listNotifications('type=end', latest), { count: 50 });
  t.notOk('info' in listNotifications('type=end', latest));
  t.match(listNotifications('type=unknown&limit=1', latest), {
    count: 1,
    entries: [{ type: 'unknown' }],
    info: '100 notifications match; the newest 1 are listed',
  });
  t.match(listNotifications('type=click', latest), {
    count: 0,
    info: 'none of the 150 notifications is of type click',
  });
  for (const [query, message] of [
    ['limit=0', /^limit: found "0", expected a whole number from 1 to 1000/],
    ['limit=1001', /^limit: /],
    ['limit=x', /^limit: /],
    ['type=sale', /^type: found "sale", expected one of click, .* unknown/],
  ] as const) {
    t.match(
      refusal(() => listNotifications(query, latest)),
      message,
    );
  }
  t.match(
    refusal(() => listNotifications('limit=1000', latest)),
    /^taken/,
  );
});

t.test('a record is plain JSON', async t => {
  const record: NotificationRecord = parse('click', { ticket: ticket('11.p.p-1') })!;
  t.same(JSON.parse(JSON.stringify(record)), record);
});

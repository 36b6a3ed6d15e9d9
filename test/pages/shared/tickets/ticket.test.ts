import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { escapeTicketKey } from '../../../../src/index/ticket-key.js';
import { decodeTicket, encodeContext, type TicketContext } from '../../../../src/pages/shared/tickets/ticket.js';

const seed = 20260901;
const secret = 'a secret of this cluster';

const text = fc.string({ unit: 'binary', maxLength: 40 });
const context: fc.Arbitrary<TicketContext> = fc.record({
  market: text,
  locale: text,
  touchpoint: fc.constantFrom('DESKTOP', 'MOBILE'),
  pageType: text,
  pageReference: text,
  list: text,
  q: text,
  generation: fc.integer({ min: 0, max: 0xffff_ffff }),
  minute: fc.integer({ min: 0, max: 0xffff_ffff }),
});
const key = fc.string({ unit: fc.constantFrom(...'azAZ019#+./_-'), minLength: 1, maxLength: 50 });
const kind = fc.constantFrom('p', 'v', 'c');
const position = fc.integer({ min: 0, max: 10_600 });

function ticketOf(of: TicketContext, at: number, what: string, named: string): string {
  return `${encodeContext(of, secret)}.${at.toString(36)}.${what}.${escapeTicketKey(named)}`;
}

t.test('a ticket says again what it was made of', async () => {
  fc.assert(
    fc.property(context, position, kind, key, (of, at, what, named) => {
      const ticket = ticketOf(of, at, what, named);
      assert.match(ticket, /^[\w.~-]+$/, 'nothing in it means something in a URL');
      assert.deepEqual(decodeTicket(ticket, secret), { ...of, position: at, kind: what, key: named });
    }),
    { seed, numRuns: 500 },
  );
});

t.test('the key of a content item may hold anything', async () => {
  const any = fc.string({
    unit: fc.oneof(fc.constantFrom(...'~x012#+/"\\ é🙂'), fc.string({ minLength: 1, maxLength: 1 })),
    minLength: 1,
  });
  fc.assert(
    fc.property(context, any, (of, named) => {
      const ticket = ticketOf(of, 0, 'c', named);
      assert.match(ticket, /^[\w.~-]+$/);
      assert.equal(decodeTicket(ticket, secret).key, named);
    }),
    { seed, numRuns: 500 },
  );
});

t.test('texts longer than 255 bytes are cut between characters', async () => {
  fc.assert(
    fc.property(context, fc.string({ unit: 'binary', minLength: 60, maxLength: 400 }), (of, q) => {
      const read = decodeTicket(ticketOf({ ...of, q }, 0, 'p', 'k'), secret);
      assert.ok(q.startsWith(read.q));
      assert.ok(Buffer.byteLength(read.q) <= 255);
      const next = [...q.slice(read.q.length)][0];
      if (next !== undefined) assert.ok(Buffer.byteLength(read.q + next) > 255, 'no more is cut than must be');
      assert.equal(read.list, of.list);
    }),
    { seed, numRuns: 200 },
  );
});

const refused = { error: 'BAD_REQUEST', errors: [{ path: '/ticket' }] };

t.test('a ticket of another cluster is refused', async t => {
  const ticket = ticketOf({ ...fc.sample(context, { seed, numRuns: 1 })[0] }, 0, 'p', 'k');
  t.throws(() => decodeTicket(ticket, 'another secret'), refused);
});

t.test('a context with any bit changed is refused', async () => {
  fc.assert(
    fc.property(context, fc.nat(), fc.integer({ min: 0, max: 7 }), (of, byte, bit) => {
      const bytes = Buffer.from(encodeContext(of, secret), 'base64url');
      bytes[byte % bytes.length] ^= 1 << bit;
      assert.throws(() => decodeTicket(`${bytes.toString('base64url')}.0.p.k`, secret), {
        name: 'Problem',
        error: 'BAD_REQUEST',
      });
    }),
    { seed, numRuns: 500 },
  );
});

t.test('text that is no ticket is refused, never a crash', async () => {
  const piece = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'aA0_-.p'), maxLength: 60 }));
  fc.assert(
    fc.property(piece, text => {
      assert.throws(() => decodeTicket(text, secret), { name: 'Problem', error: 'BAD_REQUEST' });
    }),
    { seed, numRuns: 500 },
  );
});

t.test('parts of a ticket that are missing or strange are refused', async t => {
  const head = encodeContext(fc.sample(context, { seed, numRuns: 1 })[0], secret);
  const faulty = ['', head, `${head}.0.p`, `${head}.0.p.`, `${head}..p.k`, `${head}.-1.p.k`, `${head}.0.x.k`];
  for (const ticket of [...faulty, `${head.slice(0, -4)}.0.p.k`, ` ${head}.0.p.k`, `${head}.0.p.k\n`]) {
    t.throws(() => decodeTicket(ticket, secret), refused, ticket.replace(head, 'CONTEXT'));
  }
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { SPONSORED_PLACES } from '../../../../src/behaviour/activities/notification.js';
import { escapeTicketKey } from '../../../../src/index/ticket-key.js';
import { Assembly } from '../../../../src/kernel/assembly.js';
import { HIT, TAG_LENGTH } from '../../../../src/pages/shared/tickets/signed-context.js';
import { decodeTicket, encodeContext, type TicketContext } from '../../../../src/pages/shared/tickets/ticket.js';

const seed = 20260901;
const secret = 'a secret of this cluster';

const text = fc.string({ unit: 'binary', maxLength: 40 });
const sponsored = fc.record(
  {
    campaign: fc.stringMatching(/^[A-Za-z0-9_-]{1,50}$/),
    place: fc.constantFrom(...SPONSORED_PLACES),
    priceMicros: fc.integer({ min: 1, max: 10_000_000_000 }),
    billing: fc.constantFrom('CPC', 'CPM'),
    second: fc.integer({ min: 0, max: 0xffff_ffff }),
  },
  { noNullPrototype: true },
);
const plainContext: fc.Arbitrary<TicketContext> = fc.record({
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
const context = fc.oneof(
  plainContext,
  fc.tuple(plainContext, sponsored).map(([of, paid]) => ({ ...of, sponsored: paid })),
);
const key = fc.string({ unit: fc.constantFrom(...'azAZ019#+./_-'), minLength: 1, maxLength: 50 });
const kind = fc.constantFrom('p', 'v', 'c');
const position = fc.integer({ min: 0, max: 10_600 });

function ticketOf(of: TicketContext, at: number, what: string, named: string): string {
  const start = encodeContext(of, secret).startOf(at, what === 'c' ? HIT.CONTENT : HIT.GROUP, named);
  return `${start}.${what}.${escapeTicketKey(named)}`;
}

t.test('a ticket says again what it was made of', async () => {
  fc.assert(
    fc.property(context, position, kind, key, (of, at, what, named) => {
      const ticket = ticketOf(of, at, what, named);
      assert.match(ticket, /^[\w.~-]+$/, 'nothing in it means something in a URL');
      assert.deepEqual(decodeTicket(ticket, secret).ticket, { ...of, position: at, kind: what, key: named });
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
      assert.equal(decodeTicket(ticket, secret).ticket.key, named);
    }),
    { seed, numRuns: 500 },
  );
});

t.test('texts longer than 255 bytes are cut between characters', async () => {
  fc.assert(
    fc.property(context, fc.string({ unit: 'binary', minLength: 60, maxLength: 400 }), (of, q) => {
      const read = decodeTicket(ticketOf({ ...of, q }, 0, 'p', 'k'), secret).ticket;
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
      const bytes = Buffer.from(encodeContext(of, secret).text, 'base64url');
      bytes[byte % bytes.length] ^= 1 << bit;
      assert.throws(() => decodeTicket(`${bytes.toString('base64url')}.0.AAAAAAAA.p.k`, secret), {
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
  const head = encodeContext(fc.sample(context, { seed, numRuns: 1 })[0], secret).text;
  const tag = 'AAAAAAAA';
  t.doesNotThrow(() => decodeTicket(`${head}.0.${tag}.p.k`, secret), 'only its tag is wrong');
  const faulty = [
    '',
    head,
    `${head}.0.${tag}.p`,
    `${head}.0.${tag}.p.`,
    `${head}..${tag}.p.k`,
    `${head}.-1.${tag}.p.k`,
  ];
  const strange = [`${head}.0.${tag}.x.k`, `${head}.0.p.k`, `${head}.0.${tag}A.p.k`, `${head}.0.AAAA+AAA.p.k`];
  const cut = [`${head.slice(0, -4)}.0.${tag}.p.k`, ` ${head}.0.${tag}.p.k`, `${head}.0.${tag}.p.k\n`];
  for (const ticket of [...faulty, ...strange, ...cut]) {
    t.throws(() => decodeTicket(ticket, secret), refused, ticket.replace(head, 'CONTEXT'));
  }
});

t.test('a tag proves one hit at one position of one list', async () => {
  fc.assert(
    fc.property(
      context,
      context,
      position,
      position,
      kind,
      key,
      key,
      (of, other, at, elsewhere, what, named, stranger) => {
        const { proves } = decodeTicket(ticketOf(of, at, what, named), secret);
        assert.ok(proves(named));
        assert.equal(proves(stranger), stranger === named);
        const [text, digits, tag, ...rest] = ticketOf(of, at, what, named).split('.');
        const provenBy = (pieces: (string | undefined)[]) => decodeTicket(pieces.join('.'), secret).proves(named);
        assert.equal(provenBy([text, elsewhere.toString(36), tag, ...rest]), elsewhere === at);
        assert.equal(provenBy([text, digits, tag, what === 'c' ? 'p' : 'c', escapeTicketKey(named)]), false);
        const moved = [encodeContext(other, secret).text, digits, tag, ...rest];
        assert.equal(provenBy(moved), moved[0] === text, 'a tag of another list');
      },
    ),
    { seed, numRuns: 300 },
  );
});

t.test('the assembly writes the same tags, for every key', async () => {
  const assembly = Assembly.make(1 << 16);
  assert.ok(assembly);
  const memory = Buffer.from(assembly.buffer);
  const [KEY, OUT, TEXT] = [16, 100, 203];
  const named = fc.string({ unit: 'binary', minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(context, named, position, fc.constantFrom(HIT.GROUP, HIT.CONTENT), (of, key, at, hit) => {
      const signed = encodeContext(of, secret);
      signed.stageKey(memory, KEY);
      // What lies behind the key does not count.
      memory.fill(0xff, TEXT);
      const text = JSON.stringify(key).slice(1, -1);
      const end = TEXT + memory.write(text, TEXT);
      assembly.functions.writeTag(KEY, at, hit, TEXT, end, OUT);
      assert.equal(memory.toString('latin1', OUT, OUT + TAG_LENGTH), signed.tagOf(at, hit, key));
    }),
    { seed, numRuns: 500 },
  );
});

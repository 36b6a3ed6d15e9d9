import fc from 'fast-check';
import t from 'tap';
import {
  decodeTopic,
  encodeTopic,
  MAX_TOPIC_RULES,
  MAX_TOPIC_TEXT,
  MAX_TOPIC_TICKET,
} from '../../../src/pages/discovery/topic-ticket.js';
import { encodeContext } from '../../../src/pages/shared/tickets/ticket.js';

const seed = 20260905;
const SECRET = 'a secret of this cluster';
const topic = { market: 'se', locale: 'sv-SE', q: 'röda skor', rules: 'rule incl brand {"Åhus"}' };
const refused = { error: 'BAD_REQUEST', message: /^\/resultTicket: not a ticket of a topic/ };

t.test('what is put into a ticket comes out again', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  fc.assert(
    fc.property(text, text, text, text, (market, locale, q, rules) => {
      const ticket = encodeTopic({ market, locale, q, rules }, SECRET);
      const read = decodeTopic(ticket, SECRET);
      return (
        /^[\w-]+$/.test(ticket) &&
        read.market === market &&
        read.locale === locale &&
        read.q === q &&
        read.rules === rules
      );
    }),
    { seed, numRuns: 300 },
  );
});

t.test('the longest topic has a ticket that is taken', async t => {
  const long = {
    market: '€'.repeat(20),
    locale: 'sv-SE',
    q: '€'.repeat(MAX_TOPIC_TEXT),
    rules: '€'.repeat(MAX_TOPIC_RULES),
  };
  const ticket = encodeTopic(long, SECRET);
  t.ok(ticket.length <= MAX_TOPIC_TICKET, `${ticket.length}`);
  t.same(decodeTopic(ticket, SECRET), long);
  t.throws(() => decodeTopic('A'.repeat(MAX_TOPIC_TICKET + 1), SECRET), refused);
});

t.test('no sign of a ticket can be another', async t => {
  const ticket = encodeTopic(topic, SECRET);
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  // The last sign of some lengths holds bits that say nothing.
  for (let at = 0; at < ticket.length - 1; at++) {
    const other = signs[(signs.indexOf(ticket[at]!) + 1) % signs.length]!;
    t.throws(() => decodeTopic(ticket.slice(0, at) + other + ticket.slice(at + 1), SECRET), refused, `${at}`);
  }
});

t.test('what was not made here is refused', async t => {
  const ticket = encodeTopic(topic, SECRET);
  t.throws(() => decodeTopic(encodeTopic(topic, 'another secret'), SECRET), refused);
  for (const wrong of ['', 'x', '%%%', `${ticket} `, ticket.slice(0, -8), ticket.slice(8), 'A'.repeat(200), '.']) {
    t.throws(() => decodeTopic(wrong, SECRET), refused, wrong);
  }
  fc.assert(
    fc.property(fc.base64String(), text => {
      try {
        decodeTopic(text, SECRET);
        return false;
      } catch (error) {
        return (error as { code?: string }).code === 'ticket_invalid';
      }
    }),
    { seed },
  );
});

t.test('the signed context of a list is no topic, though signed with the same secret', async t => {
  const context = {
    market: 'se',
    locale: 'sv-SE',
    touchpoint: 'DESKTOP' as const,
    pageType: 'SEARCH',
    pageReference: '',
    list: 'primary',
    q: '',
    generation: 1,
    minute: 1,
  };
  t.throws(() => decodeTopic(encodeContext(context, SECRET).text, SECRET), refused);
});

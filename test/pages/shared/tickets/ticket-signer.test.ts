import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { TicketSigner } from '../../../../src/pages/shared/tickets/ticket-signer.js';
import { encodeContext } from './encode-context.js';

const seed = 20261123;
const secret = 'a secret of this cluster';
const { constantFrom } = fc;

const order = fc.record({
  market: constantFrom('se', 'no'),
  locale: constantFrom('sv-SE', 'nb-NO'),
  touchpoint: constantFrom('DESKTOP' as const, 'MOBILE' as const),
  pageType: constantFrom('SEARCH', 'PRODUCT'),
  pageReference: constantFrom('', 'p1', '/dam/skor'),
  list: constantFrom('primary', 'similar'),
  q: constantFrom('', 'jacka', 'blå skor', 'x'.repeat(300)),
  minute: fc.integer({ min: 100, max: 102 }),
});

t.test('what a signer keeps of one list signs no other', async () => {
  fc.assert(
    fc.property(fc.array(order, { maxLength: 40 }), orders => {
      const signer = new TicketSigner(secret, 7);
      for (const one of orders) {
        const { market, locale, touchpoint, pageType: type, pageReference: reference, list, q, minute } = one;
        const visit = { market, locale, touchpoint } as Parameters<TicketSigner['sign']>[0];
        const { text } = signer.sign(visit, { page: { type, reference }, list, q }, minute * 60_000 + 59_999);
        assert.equal(text, encodeContext({ ...one, generation: 7 }, secret).text);
      }
    }),
    { seed, numRuns: 50 },
  );
});

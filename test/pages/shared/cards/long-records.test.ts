/** Records too long for the beginning of the response buffer are written span by span, with the same bytes. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { Bytes } from '../../../../src/kernel/bytes.js';
import { CARD_STAGE_BYTES, CardsWriter } from '../../../../src/pages/shared/cards/cards-writer.js';
import { customNames } from '../../../../src/pages/shared/cards/custom-names.js';
import { OfferContexts } from '../../../../src/query/filters/offer-context.js';
import { Snapshot } from '../../../../src/snapshot/index.js';
import { catalogs } from '../../random-catalog.js';
import { Builder, CONTEXT, NOW } from '../../shop.js';

const seed = 20261122;
const builder = new Builder(t);

t.test(`cards are the same whichever way they are written (seed ${seed})`, async () => {
  let ordinary = 0;
  fc.assert(
    fc.property(catalogs(6), fc.nat(40), (catalog, first) => {
      const shop = builder.open(catalog);
      const snapshot = new Snapshot(shop.shared);
      try {
        for (const { market, locale } of shop.shared.manifest.views) {
          const view = snapshot.view(market, locale);
          const offers = new OfferContexts(view).of(CONTEXT);
          if (offers.ordinary) ordinary++;
          const none = customNames([]);
          const changes = {
            product: none,
            variant: none,
            prices: [],
            hideOutOfStock: false,
            newDays: 30,
            discountThreshold: 5,
          };
          const products = Uint32Array.from({ length: view.structure.productCount }, (_, product) => product);
          const written = (longest: number | undefined) => {
            const out = new Bytes(CARD_STAGE_BYTES, CARD_STAGE_BYTES);
            const list = { view, offers, changes, ticket: 'ticket', nowMs: NOW };
            new CardsWriter(out, longest).list(list, products, first);
            return Buffer.from(out.written()).toString();
          };
          assert.equal(written(0), written(undefined));
        }
      } finally {
        snapshot.close();
        shop.close();
      }
    }),
    { seed, numRuns: 30 },
  );
  assert.ok(ordinary > 0);
});

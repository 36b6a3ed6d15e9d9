/**
 * Cards are the same bytes whether they are spliced in WebAssembly or in JavaScript, or, where a record is too long for
 * the beginning of the response buffer, written span by span; and whether records are read from disk or from memory.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { Assembly } from '../../../../src/kernel/assembly.js';
import { Bytes } from '../../../../src/kernel/bytes.js';
import { CARD_STAGE_BYTES } from '../../../../src/pages/shared/cards/card-stage.js';
import { CardsWriter } from '../../../../src/pages/shared/cards/cards-writer.js';
import { customNames } from '../../../../src/pages/shared/cards/custom-names.js';
import { RecordMemory } from '../../../../src/pages/shared/cards/record-memory.js';
import { SignedContext } from '../../../../src/pages/shared/tickets/signed-context.js';
import { OfferContexts } from '../../../../src/query/filters/offer-context.js';
import { Snapshot } from '../../../../src/snapshot/index.js';
import { openShared, SHARED_SEED, sharedCatalogs } from '../../shared-shops.js';
import { CONTEXT, NOW } from '../../shop.js';

const SIGNED = new SignedContext('ticket', new Uint8Array(16));
const PAGE_BYTES = 1 << 16;
/** Of a memory with room for some of the records of a catalog. */
const MEMORY_BYTES = 1 << 14;
const BEFORE = PAGE_BYTES - 6000;

t.test(`cards are the same whichever way they are written (seed ${SHARED_SEED})`, async () => {
  let ordinary = 0;
  let grown = 0;
  fc.assert(
    fc.property(sharedCatalogs, fc.nat(40), (catalog, first) => {
      const shop = openShared(catalog);
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
          const written = (longest: number | undefined, assembly?: Assembly, memory?: RecordMemory) => {
            const out = memory?.out ?? new Bytes(CARD_STAGE_BYTES, CARD_STAGE_BYTES, assembly);
            out.start();
            // The first cards are at the end of what there is room for, so that it grows between cards.
            out.bytes(new Uint8Array(BEFORE));
            const list = { view, offers, changes, ticket: SIGNED, nowMs: NOW };
            new CardsWriter(out, memory, longest).list(list, products, first);
            return Buffer.from(out.written()).toString('utf8', BEFORE);
          };
          assert.equal(written(0), written(undefined));
          const assembly = Assembly.make(1);
          assert.ok(assembly);
          assert.equal(written(undefined, assembly), written(undefined));
          const memory = new RecordMemory(MEMORY_BYTES);
          for (const round of [1, 2]) assert.equal(written(undefined, assembly, memory), written(0), `round ${round}`);
          assert.equal(written(undefined, undefined, memory), written(0));
          const beside = new RecordMemory(MEMORY_BYTES, true);
          assert.ok(beside.out);
          for (const round of [1, 2])
            assert.equal(written(undefined, undefined, beside), written(0), `beside ${round}`);
          if (assembly.buffer.byteLength > CARD_STAGE_BYTES + PAGE_BYTES) grown++;
        }
      } finally {
        snapshot.close();
        shop.close();
      }
    }),
    { seed: SHARED_SEED, numRuns: 15 },
  );
  assert.ok(ordinary > 0);
  assert.ok(grown > 0);
});

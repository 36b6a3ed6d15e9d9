/** Records filled with offers: known by what they were filled with, and only where there is room for them. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import fc from 'fast-check';
import t from 'tap';
import type { Product } from '../../../../src/catalog/records.js';
import { CardFile } from '../../../../src/index/card-file.js';
import { Offers, OffersBuilder, type VariantOffer } from '../../../../src/index/offers.js';
import { Bytes } from '../../../../src/kernel/bytes.js';
import { CARD_STAGE_BYTES } from '../../../../src/pages/shared/cards/card-stage.js';
import { CardsWriter } from '../../../../src/pages/shared/cards/cards-writer.js';
import { customNames } from '../../../../src/pages/shared/cards/custom-names.js';
import { RecordFiller } from '../../../../src/pages/shared/cards/filled-record.js';
import { RecordMemory, type RecordPlace } from '../../../../src/pages/shared/cards/record-memory.js';
import { RecordPlaces } from '../../../../src/pages/shared/cards/record-places.js';
import { SignedContext } from '../../../../src/pages/shared/tickets/signed-context.js';
import { OfferContexts } from '../../../../src/query/filters/offer-context.js';
import { Snapshot, type View } from '../../../../src/snapshot/index.js';
import { reread } from '../../../index/reread.js';
import { Builder, CONTEXT, NOW } from '../../shop.js';

const SIGNED = new SignedContext('ticket', new Uint8Array(16));
const seed = 20261122;
const VARIANTS = 3;
const TO = 64;
const THRESHOLD = 5;

const product = (key: string): Product => ({
  markets: ['se', 'uk'],
  defaults: { title: `Väska ${key}`, url: `/${key}`, dataLocale: 'sv-SE', releaseDate: '2026-09-01T00:00:00Z' },
  variants: Object.fromEntries(
    Array.from({ length: VARIANTS }, (_, i) => [
      `${key}-v${i}`,
      { defaults: { listPrice: 1, ...(i === 1 && { url: `/${key}/${i}` }) } },
    ]),
  ),
});
const shop = new Builder(t).open({
  groups: { g: { products: { p: product('p'), q: product('q') } }, h: { products: { r: product('r') } } },
  translations: [],
});
const snapshot = new Snapshot(shop.shared);
t.teardown(() => {
  snapshot.close();
  shop.close();
});
const [view] = shop.shared.manifest.views.map(({ market, locale }) => snapshot.view(market, locale));

const price = fc.oneof(fc.constantFrom(1, 99.5, 1e21, 0.1), fc.double({ min: 0, max: 1e6, noNaN: true }));
const offer: fc.Arbitrary<VariantOffer> = fc.record({
  listPrice: price,
  sellingPrice: price,
  stock: fc.constantFrom(0, 1, 1023, 1024, 2 ** 31 - 1),
});
const offersOfAll = fc
  .tuple(fc.array(offer, { minLength: 1, maxLength: 9 }), fc.array(fc.nat(8), { minLength: 9, maxLength: 9 }))
  .map(([pool, picks]) => picks.map(pick => pool[pick % pool.length]!));

/** The view with other offers. */
function withOffers(all: readonly VariantOffer[]): View {
  const builder = new OffersBuilder();
  for (const one of all) builder.add(one);
  return { ...view!, offers: new Offers(reread(builder.finish())) };
}

/** All cards, by the way that `longest` leaves. */
function cardsOf(of: View, memory?: RecordMemory, longest?: number): string {
  const none = customNames([]);
  const changes = {
    product: none,
    variant: none,
    prices: [],
    hideOutOfStock: false,
    newDays: 90,
    discountThreshold: THRESHOLD,
  };
  const out = new Bytes(CARD_STAGE_BYTES, CARD_STAGE_BYTES);
  const list = { view: of, offers: new OfferContexts(of).of(CONTEXT), changes, ticket: SIGNED, nowMs: NOW };
  new CardsWriter(out, memory, longest).list(list, Uint32Array.of(0, 1, 2), 0);
  return Buffer.from(out.written()).toString();
}

function placeOf(of: View, group: number): RecordPlace {
  const place = { file: 0, fileToo: 0, offset: 0, offers: 0, offersToo: 0 };
  new RecordPlaces().of(of).find(group, place);
  return place;
}

t.test(`cards have the offers of their view, whatever records are in memory (seed ${seed})`, async () => {
  const memory = new RecordMemory(1 << 13);
  fc.assert(
    fc.property(fc.array(offersOfAll, { minLength: 1, maxLength: 3 }), versions => {
      for (const one of [...versions, ...versions]) {
        const of = withOffers(one);
        const expected = cardsOf(of, undefined, 0);
        assert.equal(cardsOf(of), expected);
        assert.equal(cardsOf(of, memory), expected);
      }
    }),
    { seed, numRuns: 80 },
  );
});

t.test('a record is known by its offers: equal ones are one record, others are others', async () => {
  fc.assert(
    fc.property(offersOfAll, offersOfAll, (one, other) => {
      for (const [group, first, end] of [
        [0, 0, 6],
        [1, 6, 9],
      ] as const) {
        const texts = [one, other].map(all => JSON.stringify(all.slice(first, end)));
        const places = [one, other].map(all => placeOf(withOffers(all), group));
        if (texts[0] === texts[1]) assert.deepEqual(places[0], places[1]);
        else assert.notDeepEqual(places[0], places[1]);
      }
    }),
    { seed, numRuns: 120 },
  );
});

t.test('the languages of badges are told apart, and so are files', async t => {
  const { analyzer } = view!;
  const finnish = { ...view!, analyzer: Object.create(analyzer, { language: { value: 'fi' } }) as typeof analyzer };
  t.not(placeOf(finnish, 0).offers, placeOf(view!, 0).offers);
  t.not(placeOf(view!, 0).offset, placeOf(view!, 1).offset);
});

t.test('where there is no room for it, a record is not filled, and left as it is', async t => {
  const { cards, cardFiles, structure } = view!;
  const stage = (from: number) => {
    const bytes = new ArrayBuffer(1 << 14);
    const buffer = Buffer.from(bytes);
    fs.readSync(cardFiles[cards.file[0]!]!.fd, buffer, from, cards.hot[0]!, cards.offset[0]!);
    return { buffer, words: new Uint32Array(bytes) };
  };
  const fill = (from: number) => {
    const staged = stage(from);
    const filling = { view: view!, first: structure.groupStart[0]!, threshold: THRESHOLD };
    const length = new RecordFiller().fill(staged, { from, to: TO }, filling);
    const end = from + cards.hot[0]!;
    t.same(staged.buffer.subarray(from, end), stage(from).buffer.subarray(from, end));
    return { length, filled: staged.buffer.toString('hex', TO, TO + length) };
  };
  const whole = fill(1 << 13);
  t.ok(whole.length > cards.hot[0]!);
  let refused = 0;
  for (let from = TO; from < 1 << 13; from += 8) {
    const { length, filled } = fill(from);
    if (length === 0) refused++;
    else if (filled !== whole.filled) t.fail(`another record from ${from}`);
  }
  t.ok(refused > whole.length / 8 - 8 && refused < (1 << 13) / 8 - 100, `${refused} were refused`);
});

t.test('a card file that ends too early is damage', async t => {
  const empty = {
    ...view!,
    cardFiles: view!.cardFiles.map(({ name }) => new CardFile(name, fs.openSync('/dev/null', 'r'))),
  };
  t.teardown(() => {
    for (const { fd } of empty.cardFiles) fs.closeSync(fd);
  });
  t.throws(() => cardsOf(empty), { message: /ends too early/ });
  t.throws(() => cardsOf(empty, undefined, 0), { message: /ends too early/ });
});

import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { NO_VARIANT, SPAN } from '../../src/index/card-block.js';
import { CardBlockBuilder } from '../../src/index/card-block-builder.js';
import { replaceSpans } from '../../src/index/card-spans.js';
import { encodedBlock } from './encoded-block.js';

const seed = 20260901;

/** The block of what a builder was given, which is empty afterwards. */
function blockOf(builder: CardBlockBuilder): Buffer {
  const block = encodedBlock(builder);
  builder.clear();
  return block;
}

const text = fc.string({ unit: 'grapheme', maxLength: 8 });
const codes = [SPAN.PRICE_BADGES, SPAN.VARIANT_STOCK, SPAN.PRODUCT_LIST_PRICE] as const;
type Piece =
  | { kind: 'literal' | 'new'; text: string }
  | { kind: 'ticket' }
  | { kind: 'span'; code: number; variant: number; before: string; after: string };

const piece: fc.Arbitrary<Piece> = fc.oneof(
  fc.record({ kind: fc.constantFrom('literal' as const, 'new' as const), text }),
  fc.constant<Piece>({ kind: 'ticket' }),
  fc.record({
    kind: fc.constant('span' as const),
    code: fc.constantFrom(...codes),
    variant: fc.constantFrom(NO_VARIANT, 0, 1),
    before: text,
    after: text,
  }),
);

/** The block with one of two texts in its spans; the same span always has the same text. */
function build(pieces: readonly Piece[], textOf: (piece: Piece & { kind: 'span' }) => string): Buffer {
  const builder = new CardBlockBuilder();
  for (const one of pieces) {
    if (one.kind === 'span') builder.span(one.code, one.variant, textOf(one));
    else if (one.kind === 'ticket') builder.ticket();
    else if (one.kind === 'new') builder.whileNew(one.text);
    else builder.literal(one.text);
  }
  builder.extra(0, 1, 'näme', 'välue').extra(1, NO_VARIANT, '', '1');
  return blockOf(builder);
}

const different = (pieces: readonly Piece[]) =>
  pieces.filter(
    (one, i) =>
      one.kind !== 'span' ||
      i ===
        pieces.findIndex(other => other.kind === 'span' && other.code === one.code && other.variant === one.variant),
  );

t.test('other texts in some spans give the bytes of a block built with them', async () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), fc.nat(7), fc.constantFrom(...codes), (drawn, lead, kept) => {
      const pieces = different(drawn);
      const before = build(pieces, one => one.before);
      const after = build(pieces, one => (one.code === kept ? one.before : one.after));
      const within = Buffer.concat([Buffer.alloc(lead, 1), before, Buffer.alloc(5, 2)]);
      const changed = replaceSpans(within, lead, before.length, (code, variant) => {
        if (code === kept) return undefined;
        const span = pieces.find(one => one.kind === 'span' && one.code === code && one.variant === variant);
        return span?.kind === 'span' ? span.after : undefined;
      });
      assert.deepEqual(changed, after);
    }),
    { seed, numRuns: 500 },
  );
});

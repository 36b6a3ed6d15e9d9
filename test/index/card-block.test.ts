import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import {
  CardBlock,
  EXTRA,
  NO_VARIANT,
  SPAN,
  SPAN_BYTES,
  SPLICE_BYTES,
  SPLICE_NEW,
  SPLICE_TICKET,
} from '../../src/index/card-block.js';
import { CardBlockBuilder } from '../../src/index/card-block-builder.js';
import { encodedBlock } from './encoded-block.js';

const seed = 20260901;

/** The block of what a builder was given, which is empty afterwards. */
function blockOf(builder: CardBlockBuilder): Buffer {
  const block = encodedBlock(builder);
  builder.clear();
  return block;
}

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const variant = fc.constantFrom(NO_VARIANT, 0, 1, 300);
const kinds = Object.values(EXTRA);
interface Extra {
  kind: number;
  variant: number;
  name: string;
  value: string;
}

type Piece =
  | { kind: 'literal'; text: string }
  | { kind: 'new'; text: string }
  | { kind: 'span'; code: number; variant: number; text: string }
  | { kind: 'ticket' };

const piece: fc.Arbitrary<Piece> = fc.oneof(
  text.map((value): Piece => ({ kind: 'literal', text: value })),
  text.map((value): Piece => ({ kind: 'new', text: value })),
  fc.constant<Piece>({ kind: 'ticket' }),
  fc
    .tuple(fc.constantFrom(SPAN.PRODUCT_LINK, SPAN.VARIANT_BEGIN, SPAN.VARIANT_END, SPAN.VARIANT_STOCK), variant, text)
    .map(([code, of, value]): Piece => ({ kind: 'span', code, variant: of, text: value })),
);
const extra: fc.Arbitrary<Extra> = fc.record({
  kind: fc.constantFrom(...kinds),
  variant,
  name: text,
  value: text,
});
interface Card {
  pieces: Piece[];
  extras: Extra[];
}
const card: fc.Arbitrary<Card> = fc.record({
  pieces: fc.array(piece, { maxLength: 20 }),
  extras: fc.array(extra, { maxLength: 10 }),
});

function write(builder: CardBlockBuilder, { pieces, extras }: Card): Buffer {
  for (const one of pieces) {
    if (one.kind === 'literal') builder.literal(one.text);
    else if (one.kind === 'new') builder.whileNew(one.text);
    else if (one.kind === 'ticket') builder.ticket();
    else builder.span(one.code, one.variant, one.text);
  }
  for (const one of extras) builder.extra(one.kind, one.variant, one.name, one.value);
  return blockOf(builder);
}

/** The card for a request that puts `<ticket>` in and sees the product as new or not. */
function spliced(buffer: Buffer, block: CardBlock, isNew: boolean): string {
  let out = '';
  let at = block.jsonStart;
  for (let i = 0; i < block.spliceCount; i++) {
    const splice = block.splices + i * SPLICE_BYTES;
    const position = block.jsonStart + buffer.readUInt32LE(splice);
    const length = buffer.readUInt16LE(splice + 6);
    out += buffer.toString('utf8', at, position);
    at = position;
    const kind = buffer.readUInt16LE(splice + 4);
    if (kind === SPLICE_TICKET) out += '<ticket>';
    else {
      assert.equal(kind, SPLICE_NEW);
      if (!isNew) at += length;
    }
  }
  return out + buffer.toString('utf8', at, block.jsonEnd);
}

/** The same by spans, every one shown as its code, variant and text; literal ones joined. */
function spansOf(buffer: Buffer, block: CardBlock): { code: number; variant: number; text: string }[] {
  return Array.from({ length: block.spanCount }, (_, i) => {
    const at = block.spans + i * SPAN_BYTES;
    const end = i + 1 < block.spanCount ? block.jsonStart + buffer.readUInt32LE(at + SPAN_BYTES) : block.jsonEnd;
    return {
      code: buffer.readUInt16LE(at + 4),
      variant: buffer.readUInt16LE(at + 6),
      text: buffer.toString('utf8', block.jsonStart + buffer.readUInt32LE(at), end),
    };
  });
}

function expectedSpans(pieces: readonly Piece[]) {
  const spans: { code: number; variant: number; text: string }[] = [];
  for (const one of pieces) {
    const last = spans.at(-1);
    if (one.kind === 'literal' && last?.code === SPAN.LITERAL) last.text += one.text;
    else if (one.kind === 'literal') {
      // No text, no span.
      if (one.text !== '') spans.push({ code: SPAN.LITERAL, variant: NO_VARIANT, text: one.text });
    } else if (one.kind === 'new') spans.push({ code: SPAN.NEW_BADGE, variant: NO_VARIANT, text: one.text });
    else if (one.kind === 'ticket') spans.push({ code: SPAN.TICKET, variant: NO_VARIANT, text: '' });
    else spans.push({ code: one.code, variant: one.variant, text: one.text });
  }
  return spans;
}

function check(one: Card, buffer: Buffer, at: number): void {
  const block = new CardBlock();
  block.open(buffer, at);
  const shown = (isNew: boolean) =>
    one.pieces
      .map(piece => (piece.kind === 'ticket' ? '<ticket>' : piece.kind === 'new' && !isNew ? '' : piece.text))
      .join('');
  assert.equal(spliced(buffer, block, true), shown(true));
  assert.equal(spliced(buffer, block, false), shown(false));
  assert.deepEqual(spansOf(buffer, block), expectedSpans(one.pieces));
  for (const of of [NO_VARIANT, 0, 1, 300, 7]) {
    const found: object[] = [];
    block.eachExtra(buffer, of, (kind, name, from, to) =>
      found.push({ kind, variant: of, name, value: buffer.toString('utf8', from, to) }),
    );
    assert.deepEqual(
      found,
      one.extras.filter(extra => extra.variant === of).map(extra => ({ ...extra })),
    );
  }
}

t.test('blocks come back piece by piece from wherever they lie, with one builder used over and over', async () => {
  const builder = new CardBlockBuilder();
  fc.assert(
    fc.property(fc.array(card, { maxLength: 4 }), cards => {
      const blocks = cards.map(one => write(builder, one));
      const buffer = Buffer.concat(blocks);
      let at = 0;
      cards.forEach((one, i) => {
        check(one, buffer, at);
        at += blocks[i].length;
      });
    }),
    { seed, numRuns: 200 },
  );
});

t.test('texts of offers may be given when the block is written', async () => {
  const offered = (pieces: readonly Piece[], textOf: (piece: Piece & { kind: 'span' }) => string) =>
    pieces.map((one): Piece => (one.kind === 'span' ? { ...one, text: textOf(one) } : one));
  fc.assert(
    fc.property(card, ({ pieces, extras }) => {
      const builder = new CardBlockBuilder();
      for (const one of pieces) {
        if (one.kind === 'span') builder.offer(one.code, one.variant);
        else if (one.kind === 'ticket') builder.ticket();
        else if (one.kind === 'new') builder.whileNew(one.text);
        else builder.literal(one.text);
      }
      for (const one of extras) builder.extra(one.kind, one.variant, one.name, one.value);
      for (const market of ['£', 'kr']) {
        const told = offered(pieces, one => `${one.code} ${one.variant} ${market}`);
        const bytes = encodedBlock(builder, (code, variant) => `${code} ${variant} ${market}`);
        const block = new CardBlock();
        block.open(bytes, 0);
        assert.deepEqual(spansOf(bytes, block), expectedSpans(told));
        assert.equal(
          spliced(bytes, block, true),
          told.map(one => (one.kind === 'ticket' ? '<ticket>' : one.text)).join(''),
        );
      }
    }),
    { seed, numRuns: 100 },
  );
});

t.test('extras past 64 KiB keep their names', async () => {
  const value = 'x'.repeat(40_000);
  const extras = ['a', 'b', 'c', 'd'].map(name => ({ kind: EXTRA.JSON, variant: NO_VARIANT, name, value }));
  const one: Card = { pieces: [], extras };
  check(one, write(new CardBlockBuilder(), one), 0);
});

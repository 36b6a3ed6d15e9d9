/** Records of cards: blocks in parts come back as they were, and single ones are replaced. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { CardBlock, EXTRA, NO_VARIANT, SPAN } from '../../src/index/card-block.js';
import { CardBlockBuilder } from '../../src/index/card-block-builder.js';
import {
  blockOf,
  encodeRecord,
  headOf,
  openBlock,
  productsIn,
  RecordBuilder,
  replaceBlocks,
} from '../../src/index/card-record.js';
import { encodedBlock } from './encoded-block.js';

const seed = 20261122;

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const pieces = fc.array(fc.tuple(fc.constantFrom('literal', 'ticket', 'new', 'span', 'offer', 'extra'), text), {
  maxLength: 10,
});

function built(list: readonly [kind: string, value: string][]): CardBlockBuilder {
  const builder = new CardBlockBuilder();
  for (const [kind, value] of list) {
    if (kind === 'literal') builder.literal(value);
    else if (kind === 'ticket') builder.ticket();
    else if (kind === 'new') builder.whileNew(value);
    else if (kind === 'span') builder.span(SPAN.VARIANT_STOCK, 2, value);
    else if (kind === 'offer') builder.offer(SPAN.VARIANT_LIST_PRICE, 1);
    else builder.extra(EXTRA.LABELS, NO_VARIANT, value, value);
  }
  return builder;
}

const offer = () => '12,50 €';
const block = pieces.map(list => encodedBlock(built(list), offer));
const blocks = fc.array(block, { minLength: 1, maxLength: 5 });

/** What a block says, wherever its parts lie. */
function read(buffer: Buffer, open: (block: CardBlock) => void): unknown {
  const opened = new CardBlock();
  open(opened);
  const { jsonStart, jsonEnd, splices, spliceCount, spans, spanCount } = opened;
  const extras: string[] = [];
  opened.eachExtra(buffer, NO_VARIANT, (kind, name, from, to) => {
    extras.push(`${kind} ${name} ${buffer.toString('utf8', from, to)}`);
  });
  return {
    json: buffer.toString('utf8', jsonStart, jsonEnd),
    splices: buffer.toString('hex', splices, splices + spliceCount * 8),
    spans: buffer.toString('hex', spans, spans + spanCount * 8),
    extras,
  };
}

t.test(`blocks are in a record what they were by themselves (seed ${seed})`, async () => {
  fc.assert(
    fc.property(text, blocks, (head, list) => {
      const { pieces, hot } = encodeRecord(Buffer.from(head), list);
      const record = Buffer.concat(pieces);
      assert.equal(productsIn(record), list.length);
      assert.equal(headOf(record).toString(), head);
      list.forEach((one, member) => {
        assert.deepEqual(blockOf(record, member), one);
        const inRecord = read(record, opened => openBlock(opened, record, member));
        assert.deepEqual(
          inRecord,
          read(one, opened => opened.open(one, 0)),
        );
        const opened = new CardBlock();
        openBlock(opened, record, member);
        assert.ok(opened.jsonEnd <= hot && opened.splices <= hot && opened.spans > hot, 'the hot part comes first');
      });
    }),
    { seed, numRuns: 300 },
  );
});

t.test('a record that is built is that of its blocks, group after group', async () => {
  const record = new RecordBuilder();
  fc.assert(
    fc.property(text, fc.array(pieces, { minLength: 1, maxLength: 5 }), (head, list) => {
      record.begin(head);
      for (const one of list) {
        built(one).append(record.parts, offer);
        record.endBlock();
      }
      const { pieces, hot } = record.finish();
      const expected = encodeRecord(
        Buffer.from(head),
        list.map(one => encodedBlock(built(one), offer)),
      );
      assert.deepEqual(Buffer.concat(pieces), Buffer.concat(expected.pieces));
      assert.equal(hot, expected.hot);
    }),
    { seed, numRuns: 300 },
  );
});

t.test('a record with blocks replaced is that of the new blocks', async () => {
  fc.assert(
    fc.property(text, blocks, block, fc.nat(4), (head, list, other, at) => {
      const member = at % list.length;
      const record = Buffer.concat(encodeRecord(Buffer.from(head), list).pieces);
      const replaced = replaceBlocks(record, new Map([[member, other]]));
      const expected = list.with(member, other);
      if (other.equals(list[member]!)) assert.equal(replaced, undefined);
      else {
        assert.deepEqual(
          Buffer.concat(replaced!.pieces),
          Buffer.concat(encodeRecord(Buffer.from(head), expected).pieces),
        );
        assert.equal(replaced!.hot, encodeRecord(Buffer.from(head), expected).hot);
      }
    }),
    { seed, numRuns: 300 },
  );
});

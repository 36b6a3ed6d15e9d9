/** Cards in records: what a builder was given comes back span by span, with its extras. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { CardBlock, EXTRA, MEMBER, MEMBERS, memberCode, NO_VARIANT, SPAN } from '../../src/index/card-block.js';
import { CardBlockBuilder } from '../../src/index/card-block-builder.js';
import { linkOf } from '../../src/index/card-links.js';
import { headOf, openBlock, productsIn, RecordBuilder } from '../../src/index/card-record.js';

const seed = 20260901;

// Lengths on both sides of those that a span has in one word.
const text = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  fc.integer({ min: 1020, max: 1030 }).map(length => 'x'.repeat(length)),
  fc.constant('é'.repeat(70_000)),
);
interface Span {
  code: number;
  text: string;
}
interface Extra {
  kind: number;
  variant: number;
  name: string;
  value: string;
}
interface Card {
  spans: Span[];
  extras: Extra[];
}

const codes = [...Object.values(SPAN), MEMBER, MEMBER + MEMBERS.length - 1];
const span: fc.Arbitrary<Span> = fc
  .tuple(fc.constantFrom(...codes), text)
  .map(([code, text]) => ({ code, text: code === SPAN.TICKET ? '' : text }));
const variants = [NO_VARIANT, 0, 1, 300, NO_VARIANT - 1];
const extra: fc.Arbitrary<Extra> = fc.record({
  kind: fc.constantFrom(...Object.values(EXTRA)),
  variant: fc.constantFrom(...variants),
  name: text,
  value: text,
});
const card: fc.Arbitrary<Card> = fc.record({
  spans: fc.array(span, { maxLength: 20 }),
  extras: fc.array(extra, { maxLength: 8 }),
});

const builder = new CardBlockBuilder();
const records = new RecordBuilder();

function built({ spans, extras }: Card): CardBlockBuilder {
  builder.clear();
  for (const { code, text } of spans) {
    if (code === SPAN.LITERAL) builder.literal(text);
    else if (code === SPAN.TICKET) builder.ticket();
    else if (code === SPAN.NEW_BADGE) builder.whileNew(text);
    else if (code >= MEMBER) builder.member(MEMBERS[code - MEMBER]!, text);
    else builder.span(code, text);
  }
  for (const { kind, variant, name, value } of extras) builder.extra(kind, variant, name, value);
  return builder;
}

function recordOf(head: string, cards: readonly Card[]): { record: Buffer; hot: number } {
  records.begin(head);
  for (const one of cards) records.add(built(one));
  const { bytes, hot } = records.finish();
  return { record: Buffer.from(bytes), hot };
}

/** Literals joined, and none without text. */
function expectedSpans({ spans }: Card): (Span & { variant: number })[] {
  const expected: (Span & { variant: number })[] = [];
  let variant = -1;
  for (const { code, text } of spans) {
    const last = expected.at(-1);
    if (code === SPAN.VARIANT_BEGIN) variant++;
    if (code !== SPAN.LITERAL) expected.push({ code, text, variant });
    else if (last?.code === SPAN.LITERAL) last.text += text;
    else if (text !== '') expected.push({ code, text, variant });
  }
  return expected;
}

function spansOf(record: Buffer, block: CardBlock): (Span & { variant: number })[] {
  const found: (Span & { variant: number })[] = [];
  while (block.next()) {
    const { code, from, to, variant } = block;
    found.push({ code, text: record.toString('utf8', from, to), variant });
  }
  return found;
}

t.test(`cards come back span by span from records, with one builder used over and over (seed ${seed})`, async () => {
  fc.assert(
    fc.property(text, fc.array(card, { minLength: 1, maxLength: 4 }), (head, cards) => {
      const { record, hot } = recordOf(head, cards);
      assert.equal(productsIn(record), cards.length);
      assert.equal(headOf(record).toString(), head);
      cards.forEach((one, member) => {
        const block = new CardBlock();
        openBlock(block, record, member);
        assert.ok(block.jsonEnd <= hot, 'the hot part comes first');
        assert.equal(
          record.toString('utf8', block.jsonStart, block.jsonEnd),
          one.spans.map(({ text }) => text).join(''),
        );
        assert.deepEqual(spansOf(record, block), expectedSpans(one));
        assert.equal(block.to, block.jsonEnd, 'spans divide the whole JSON');
        for (const wanted of [...variants, 7]) {
          const found: Extra[] = [];
          block.eachExtra(wanted, (kind, name, from, to) =>
            found.push({ kind, variant: wanted, name, value: record.toString('utf8', from, to) }),
          );
          assert.deepEqual(
            found,
            one.extras.filter(({ variant }) => variant === wanted).map(extra => ({ ...extra })),
          );
        }
      });
    }),
    { seed, numRuns: 100 },
  );
});

t.test('a variant without a link of its own has that of the product', async t => {
  const link: Span[] = [
    { code: memberCode('link'), text: ',"link":' },
    { code: SPAN.PRODUCT_LINK, text: '"/p"' },
  ];
  const variant = (...spans: Span[]): Span[] => [
    { code: SPAN.VARIANT_BEGIN, text: '' },
    ...spans,
    { code: SPAN.VARIANT_END, text: '' },
  ];
  const own: Span[] = [
    { code: SPAN.VARIANT_LINK, text: '"/v"' },
    { code: SPAN.VARIANT_OFFERS, text: '' },
  ];
  const spans = [...link, ...variant({ code: SPAN.VARIANT_LINK_OFFERS, text: '' }), ...variant(...own)];
  const { record } = recordOf('', [
    { spans: [], extras: [] },
    { spans, extras: [] },
  ]);
  const found = [-1, 0, 1, 2].map(index => linkOf(record, 1, index)?.toString());
  t.same(found, ['"/p"', '"/p"', '"/v"', undefined]);
  t.equal(linkOf(record, 0, -1), undefined);
});

t.test('a record that was cut is damaged', async t => {
  const { record } = recordOf('{', [{ spans: [{ code: SPAN.LITERAL, text: '{}' }], extras: [] }]);
  const block = new CardBlock();
  t.throws(() => openBlock(block, record, 1), { message: /fewer cards/ });
  const one = recordOf('{', [{ spans: [], extras: [{ kind: 0, variant: 0, name: 'n', value: 'v' }] }]).record;
  t.throws(() => openBlock(block, one.subarray(0, one.length - 8), 0), { message: /longer than its record/ });
});

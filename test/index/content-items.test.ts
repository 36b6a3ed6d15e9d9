import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { ContentItems, type EncodedItem, writeContentItems } from '../../src/index/content-items.js';
import { reread } from './reread.js';

const seed = 20260901;
const text = fc.string({ unit: 'grapheme', maxLength: 8 });
const items: fc.Arbitrary<EncodedItem[]> = fc.array(
  fc.record({ head: text, body: text, tail: text, caption: text, title: text, link: text }),
  { maxLength: 30 },
);

t.test(`items come back in pieces, in their order (seed ${seed})`, async () => {
  fc.assert(
    fc.property(items, written => {
      const read = new ContentItems(reread(writeContentItems(written)));
      assert.equal(read.size, written.length);
      written.forEach(({ title, link, ...pieces }, i) => {
        const found = Object.entries(read.pieces(i)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]);
        assert.deepEqual(Object.fromEntries(found), pieces);
        assert.equal(read.titles.at(i), title);
        assert.equal(read.links.at(i), link);
      });
    }),
    { seed, numRuns: 200 },
  );
});

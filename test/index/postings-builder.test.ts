/** Postings by term, with those of compounds for their parts, against lists that are merged product by product. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import t from 'tap';
import { PartSources } from '../../src/index/compound-parts.js';
import { FIELD, NO_PLACE } from '../../src/index/fields.js';
import { PostingsBuilder } from '../../src/index/postings-builder.js';
import { testFolder } from '../folder.js';

const seed = 20261122;
const TERMS = 12;

const posting = fc.record({
  term: fc.nat(TERMS - 1),
  // A head is always a word of some other field, too.
  fields: fc.nat(0xffff).map(fields => fields | (1 << FIELD.TITLE)),
  place: fc.oneof(fc.nat(NO_PLACE - 1), fc.constant(NO_PLACE)),
});
const catalog = fc.record({
  products: fc.array(fc.uniqueArray(posting, { selector: ({ term }) => term, maxLength: TERMS }), { maxLength: 20 }),
  rank: fc.shuffledSubarray([...Array(TERMS).keys()], { minLength: TERMS }),
  // Parts have greater numbers than their compounds, so that none is a part of itself.
  parts: fc.dictionary(
    fc.nat(TERMS - 2).map(String),
    fc.array(fc.integer({ min: 1, max: TERMS }), { minLength: 1, maxLength: 3 }),
    { maxKeys: 5 },
  ),
});

interface Posting {
  fields: number;
  place: number;
}

function compoundsOf(parts: Record<string, number[]>): Map<number, number[]> {
  const partOf = (compound: number, step: number): number => compound + 1 + (step % (TERMS - 1 - compound));
  return new Map(Object.entries(parts).map(([key, steps]) => [+key, steps.map(step => partOf(+key, step))]));
}

/** What the parts of a compound, and theirs, get of its postings. */
function add(
  to: Map<number, Posting>[],
  compound: number,
  posting: Posting,
  compounds: Map<number, number[]>,
  doc: number,
) {
  const parts = compounds.get(compound) ?? [];
  parts.forEach((part, i) => {
    const isHead = i === parts.length - 1;
    const own = isHead ? posting : { ...posting, fields: posting.fields & ~(1 << FIELD.HEAD) };
    const known = to[part].get(doc);
    if (!known) to[part].set(doc, { ...own });
    else {
      known.fields |= own.fields;
      known.place = Math.min(known.place, own.place);
    }
    add(to, part, own, compounds, doc);
  });
}

t.test(`postings are by term, then by product, wherever they wait (seed ${seed})`, async t => {
  const dir = testFolder(t);
  const property = fc.property(catalog, fc.nat(9), ({ products, rank, parts }, atOnce) => {
    const compounds = compoundsOf(parts);
    const builder = new PostingsBuilder(atOnce === 0 ? undefined : dir, atOnce || undefined);
    const expected = Array.from({ length: TERMS }, () => new Map<number, Posting>());
    products.forEach((postings, doc) => {
      for (const { term, fields, place } of postings) {
        builder.add(term, fields, place);
        expected[term].set(doc, { fields, place });
      }
      builder.endProduct();
    });
    assert.equal(builder.products, products.length);
    const totals = builder.totals(TERMS);
    expected.forEach((lists, term) => {
      const all = [...lists.values()];
      assert.equal(totals.frequency[term], all.length);
      assert.equal(totals.heads[term], all.filter(({ fields }) => fields & (1 << FIELD.HEAD)).length);
      assert.equal(
        totals.fields[term],
        all.reduce((sum, { fields }) => sum | fields, 0),
      );
    });
    products.forEach((postings, doc) => {
      for (const { term, ...own } of postings) add(expected, term, own, compounds, doc);
    });
    const ranks = Uint32Array.from(rank);
    const sources = compounds.size === 0 ? undefined : new PartSources(compounds, ranks);
    const { start, docs, fields, place } = builder.finish(ranks, sources);
    assert.equal(start[TERMS], docs.length);
    rank.forEach((place_, term) => {
      const found = [];
      for (let i = start[place_]; i < start[place_ + 1]; i++) {
        found.push([docs[i], { fields: fields[i], place: place[i] }]);
      }
      const sorted = [...expected[term]].sort(([a], [b]) => a - b);
      assert.deepEqual(found, sorted);
    });
  });
  fc.assert(property, { seed, numRuns: 300 });
  t.same(readdirSync(dir), [], 'no file is left');
});

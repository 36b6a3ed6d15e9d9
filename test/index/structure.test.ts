import assert from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { Structure, StructureBuilder } from '../../src/index/structure.js';
import { reread } from './reread.js';

const seed = 20260901;

interface Group {
  key: string;
  once: boolean;
  products: { key: string; variants: string[] }[];
}

/** The alphabet of keys, with few letters so that some differ in case alone. */
const keyPool = fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'aAbB1#+./_-'), minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 60,
});

const catalog = fc
  .tuple(keyPool, fc.array(fc.tuple(fc.boolean(), fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1 }))))
  .map(([pool, shapes]) => {
    const keys = [...pool];
    const groups: Group[] = [];
    for (const [once, sizes] of shapes) {
      if (keys.length < 1 + sizes.reduce((sum, n) => sum + n + 1, 0)) break;
      const products = sizes.map(n => ({ key: keys.pop()!, variants: keys.splice(0, n) }));
      groups.push({ key: keys.pop()!, once, products });
    }
    return groups;
  });

function build(groups: readonly Group[]): Structure {
  const builder = new StructureBuilder();
  for (const group of groups) {
    builder.addGroup(group.key, group.once);
    for (const product of group.products) {
      builder.addProduct(product.key);
      for (const variant of product.variants) builder.addVariant(variant);
    }
  }
  return new Structure(reread(builder.finish()));
}

t.test('groups, products and variants keep their order, their keys and each other', async () => {
  fc.assert(
    fc.property(catalog, groups => {
      const structure = build(groups);
      const products = groups.flatMap(group => group.products);
      const variants = products.flatMap(product => product.variants);
      assert.equal(structure.groupCount, groups.length);
      assert.equal(structure.productCount, products.length);
      assert.equal(structure.variantCount, variants.length);
      assert.equal(
        structure.hasCollapsed,
        groups.some(group => group.once),
      );
      groups.forEach((group, g) => {
        assert.equal(structure.groups.at(g), group.key);
        assert.equal(structure.groups.find(group.key), g);
        assert.equal(structure.isCollapsed(g), group.once);
        const range = products.slice(structure.groupStart[g], structure.groupStart[g + 1]);
        assert.deepEqual(range, group.products);
      });
      products.forEach((product, p) => {
        assert.equal(structure.products.at(p), product.key);
        assert.equal(structure.products.find(product.key), p);
        assert.ok(groups[structure.groupOf[p]].products.includes(product));
        assert.deepEqual(variants.slice(structure.variantStart[p], structure.variantStart[p + 1]), product.variants);
      });
      variants.forEach((variant, v) => {
        assert.equal(structure.variants.at(v), variant);
        assert.equal(structure.variants.find(variant), v);
        assert.ok(products[structure.productOf[v]].variants.includes(variant));
      });
    }),
    { seed, numRuns: 200 },
  );
});

t.test('products have the rank of their key among all', async () => {
  fc.assert(
    fc.property(catalog, groups => {
      const structure = build(groups);
      const keys = groups.flatMap(group => group.products.map(({ key }) => key));
      const sorted = [...keys].sort();
      keys.forEach((key, p) => {
        assert.equal(structure.keyRank[p], sorted.indexOf(key));
      });
    }),
    { seed, numRuns: 100 },
  );
});

t.test('keys are found whatever their case; others are not', async () => {
  fc.assert(
    fc.property(catalog, fc.string({ unit: fc.constantFrom(...'aAbB1'), maxLength: 4 }), (groups, other) => {
      const { products } = build(groups);
      const keys = groups.flatMap(group => group.products.map(({ key }) => key));
      for (const typed of [...keys, ...keys.map(key => key.toUpperCase()), other]) {
        const found = products.findAnyCase(typed);
        const like = keys.filter(key => key.toLowerCase() === typed.toLowerCase());
        if (like.length === 0) assert.equal(found, -1);
        else assert.ok(like.includes(keys[found]), `${typed} gave ${keys[found]}`);
        assert.equal(products.find(typed), keys.indexOf(typed));
      }
    }),
    { seed, numRuns: 200 },
  );
});

t.test('of keys that differ in case alone the one typed exactly is found', async t => {
  const { products } = build([
    {
      key: 'g',
      once: false,
      products: ['ab', 'AB', 'Ab'].map((key, i) => ({ key, variants: [`v${i}`] })),
    },
  ]);
  for (const key of ['ab', 'AB', 'Ab']) t.equal(products.at(products.findAnyCase(key)), key);
});

t.test('ranges grow while products are added', async t => {
  const builder = new StructureBuilder();
  builder.addGroup('g', false);
  builder.addProduct('p1');
  builder.addVariant('v1');
  builder.addVariant('v2');
  builder.addProduct('p2');
  builder.addVariant('v3');
  t.same([...builder.variantStarts()], [0, 2, 3]);
  t.same([...builder.productsOfVariants()], [0, 0, 1]);
  t.same([builder.groupCount, builder.productCount, builder.variantCount], [1, 2, 3]);
});

t.test(
  'products that go with a product keep their order; those that are not there and itself are left out',
  async t => {
    const builder = new StructureBuilder();
    builder.addGroup('g', false);
    builder.addProduct('a', ['c', 'gone', 'a', 'b', 'c']);
    builder.addVariant('a-1');
    builder.addProduct('b');
    builder.addVariant('b-1');
    builder.addProduct('c', ['a']);
    builder.addVariant('c-1');
    const { products, styleStart, styleWith } = new Structure(reread(builder.finish()));
    const styles = (product: number) =>
      [...styleWith.subarray(styleStart[product], styleStart[product + 1])].map(other => products.at(other));
    t.same([0, 1, 2].map(styles), [['c', 'b'], [], ['a']]);
  },
);

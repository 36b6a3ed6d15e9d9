/** Columns of sets: attributes that follow from each other share one, and each keeps the values that products have. */
import t from 'tap';
import { Attributes, AttributesBuilder } from '../../src/index/attributes.js';
import { reread } from './reread.js';

const PRODUCTS = 4000;
const SERIES = 200;

t.test('attributes of which one follows from the other stand in one column, others by themselves', async t => {
  const builder = new AttributesBuilder();
  const carried = new Map<string, (product: number) => string>([
    ['brand', product => `brand ${(product % SERIES) % 20}`],
    ['series', product => `series ${product % SERIES}`],
    ['custom.season', product => `season ${Math.floor(product / 3) % 5}`],
    ['custom.material', product => `material ${Math.floor(product / 7) % 10}`],
    ['product_type', product => `type ${Math.floor(product / 20)}`],
  ]);
  for (const [id, of] of carried) {
    for (let product = 0; product < PRODUCTS; product++) builder.add(id, 'product', product, of(product));
  }
  const variantStart = Uint32Array.from({ length: PRODUCTS + 1 }, (_, i) => i);
  const { valueSets: combinations, ...attributes } = new Attributes(
    reread(builder.finish(PRODUCTS, PRODUCTS, variantStart).part),
  );
  const columnOf = (id: string) => combinations.byId.get(id)!.column;
  t.equal(columnOf('brand'), columnOf('series'));
  t.equal(columnOf('custom.season'), columnOf('custom.material'));
  t.not(columnOf('series'), columnOf('product_type'));
  t.ok(combinations.width <= 3);
  for (const attribute of attributes.all) {
    const { column, base, start, values } = combinations.byId.get(attribute.id)!;
    let wrong = 0;
    for (let product = 0; product < PRODUCTS; product++) {
      const set = combinations.rows[product * combinations.width + column]! - base;
      const names = Array.from(values.subarray(start[set], start[set + 1]), value => attribute.values.at(value));
      if (names.join() !== carried.get(attribute.id)!(product)) wrong++;
    }
    t.equal(wrong, 0, attribute.id);
  }
});

t.test('attributes that have nothing to do with each other and many values stay apart', async t => {
  const builder = new AttributesBuilder();
  for (let product = 0; product < PRODUCTS; product++) {
    builder.add('brand', 'product', product, `brand ${product % 61}`);
    builder.add('series', 'product', product, `series ${product % 59}`);
  }
  const variantStart = Uint32Array.from({ length: PRODUCTS + 1 }, (_, i) => i);
  const { valueSets: combinations } = new Attributes(reread(builder.finish(PRODUCTS, PRODUCTS, variantStart).part));
  t.equal(combinations.width, 2);
  t.equal(combinations.setCount, 61 + 59);
});

import t from 'tap';
import { parseFacets } from '../../src/api/facet-parameters.js';
import { Parameters } from '../../src/api/parameters.js';

const facets = (query: string) => parseFacets(new Parameters(query));

t.test('values, bounds and the checkbox are told apart', t => {
  t.same(facets('f.brand=a%7Cb&f.price.min=10&f.price.max=20.5&f.onlyInStock=true&f.custom.fit=slim&q=x'), [
    { id: 'brand', values: ['a', 'b'] },
    { id: 'price', min: 10, max: 20.5 },
    { id: 'onlyInStock', checked: true },
    { id: 'custom.fit', values: ['slim'] },
  ]);
  t.end();
});

t.test('built-in ids come in either spelling and leave in that of responses', t => {
  t.same(facets('f.product_type=a&f.productType=b&f.list_price.min=1'), [
    { id: 'productType', values: ['a', 'b'] },
    { id: 'listPrice', min: 1 },
  ]);
  t.end();
});

t.test('.min and .max are bounds of numeric attributes alone', t => {
  t.same(
    facets('f.custom.heel.max=3&f.brand.min=x&f.custom.number.heel.max=3&f.custom.length.l.min=-1&f.newness.max=30'),
    [
      { id: 'custom.heel.max', values: ['3'] },
      { id: 'brand.min', values: ['x'] },
      { id: 'custom.number.heel', max: 3 },
      { id: 'custom.length.l', min: -1 },
      { id: 'newness', max: 30 },
    ],
  );
  t.end();
});

t.test('a facet selected with nothing stays selected, an id without a name does not', t => {
  t.same(facets('f.brand=&f.=x&f.color'), [
    { id: 'brand', values: [] },
    { id: 'color', values: [] },
  ]);
  t.end();
});

t.test('reversed and open ranges are kept as they are', t => {
  t.same(facets('f.price.min=20&f.price.max=10'), [{ id: 'price', min: 20, max: 10 }]);
  t.same(facets('f.price.min=20&f.price.max=Infinity'), [{ id: 'price', min: 20, max: Number.POSITIVE_INFINITY }]);
  t.end();
});

t.test('a bound without a number counts as absent', t => {
  t.same(facets('f.price.min=&f.price.max=10'), [{ id: 'price', max: 10 }]);
  t.same(facets('f.price.min=&f.price.max='), []);
  t.end();
});

t.test('a bound that is no number and an undecided checkbox are errors', t => {
  for (const bound of ['abc', '1,5', '1|2', 'Infinity', 'NaN']) {
    t.throws(() => facets(`f.price.min=${bound}`), {
      error: 'BAD_REQUEST',
      message: /^f\.price\.min: found ".*", expected a number/,
    });
  }
  for (const box of ['', 'yes', 'true|false']) {
    t.throws(() => facets(`f.onlyInStock=${box}`), { message: /^f\.onlyInStock: .* expected true or false/ });
  }
  t.end();
});

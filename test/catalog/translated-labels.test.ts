import t from 'tap';
import { TranslatedLabels } from '../../src/catalog/translated-labels.js';

const labels = new TranslatedLabels(
  [
    { locale: 'sv-SE', attribute: 'gender', values: { Men: 'Herr', 'A > B': 'Hela' } },
    { locale: 'sv-SE', attribute: 'product_type', values: { Shirts: 'Skjortor' } },
    { locale: 'sv-SE', attribute: 'custom.color_x', values: { Red: 'Röd' } },
    { locale: 'sv-SE', values: { Men: 'Män', Clothes: 'Kläder', constructor: 'Byggare' } },
    { locale: 'sv-SE', attribute: 'category', values: { Shoes: 'Skor' } },
    { locale: 'da', values: { Men: 'Herrer' } },
  ],
  'sv-SE',
);

t.test('the attribute first, then any attribute, then the value itself', async t => {
  t.equal(labels.label('gender', 'Men'), 'Herr');
  t.equal(labels.label('department', 'Men'), 'Män');
  t.equal(labels.label('gender', 'Women'), 'Women');
  t.equal(labels.label('gender', 'toString'), 'toString');
  t.equal(labels.label('gender', 'constructor'), 'Byggare');
});

t.test('attributes are the same in snake case; custom names are taken as they are', async t => {
  t.equal(labels.label('productType', 'Shirts'), 'Skjortor');
  t.equal(labels.label('custom.color_x', 'Red'), 'Röd');
  t.equal(labels.label('custom.colorX', 'Red'), 'Red');
});

t.test('a hierarchy is translated as a whole or level by level', async t => {
  t.equal(labels.label('gender', 'A > B'), 'Hela');
  t.equal(labels.label('category', 'Clothes > Shoes > Boots'), 'Kläder > Skor > Boots');
});

t.test('the later of two labels holds', async t => {
  const twice = new TranslatedLabels(
    [
      { locale: 'en', values: { a: '1' } },
      { locale: 'en', values: { a: '2' } },
    ],
    'en',
  );
  t.equal(twice.label('brand', 'a'), '2');
});

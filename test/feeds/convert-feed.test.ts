/** Feeds of each format become product groups, and what has no place is told. */
import { gzipSync } from 'node:zlib';
import t from 'tap';
import { convert, findings, fixture } from './convert.js';

t.test('Google: variants of a group are products by colour, in any order of the items', async t => {
  const { groups, summary } = await convert(fixture('google.xml'), 'google');
  t.same(
    groups.map(({ key, group }) => [key, Object.keys(group.products)]),
    [
      ['A', ['A.navy-blue', 'A.white']],
      ['C.g', ['C.g.p']],
    ],
  );
  const { defaults, variants, images, colorInitial } = groups[0]!.group.products['A.navy-blue']!;
  t.match(defaults, {
    title: 'Blue & white shirt café',
    description: 'Soft. Woven here',
    url: '/p/a?size=m',
    category: ['Men > Shirts'],
    ontology: 'Apparel & Accessories > Clothing > Shirts & Tops',
    productType: ['Shirts & Tops'],
    gender: ['Men'],
    age: ['Adults'],
    weight: { amount: 0.3, unit: 'kg' },
    customLabels: { material: ['cotton', 'polyester'], Collar: ['Kent'], color: ['Navy Blue'] },
  });
  t.same(colorInitial, ['#000080']);
  t.same(
    Object.values(images!).map(image => image.defaults!.urls![0]!.url),
    ['https://shop.example/a.jpg', 'https://shop.example/a-2.jpg'],
  );
  t.match(variants, {
    // The sale is over.
    'A-M': {
      defaults: { listPrice: 20, sellingPrice: 20, stock: 1, sizes: [{ format: 'EU', size: 'M' }], label: 'M' },
    },
    'A-L': { defaults: { stock: 0, size: 'L', url: '/p/a?size=l' } },
  });
  t.match(groups[1]!.group.products['C.g.p']!.variants['C'], {
    defaults: { stock: 1, customLabels: { availability: ['preorder'] } },
  });
  t.match(summary, { read: 5, groups: 2, products: 3, variants: 4 });
  t.same(findings(summary.leftOut), [[1, 'listPrice: expected a price in GBP']]);
  t.same(summary.leftOut[0]!.examples, [{ line: 39, value: '9.50 EUR' }]);
  t.same(findings(summary.unplacedFields), [[1, 'shelf']]);
  t.same(findings(summary.unplacedValues), [
    [1, 'availability: expected in_stock, out_of_stock, preorder or backorder'],
  ]);
});

t.test('Google: a number of its taxonomy is kept, and names no type of product', async t => {
  const feed = ['id\ttitle\tlink\tprice\tgoogle_product_category', '1\tMug\thttps://s.example/m\t9 EUR\t2169'].join(
    '\n',
  );
  const { groups, summary } = await convert(feed, 'google');
  const [product] = Object.values(groups[0]!.group.products);
  t.match(product!.variants['1']!.defaults.customJson, { identifiers: { google_product_category: '2169' } });
  t.equal(product!.defaults.ontology, undefined);
  t.same(findings(summary.unplacedValues), []);
});

t.test('Google: tables are read like XML, with commas inside of URLs', async t => {
  const { groups } = await convert(fixture('google.tsv'), 'google');
  const product = groups[0]!.group.products['M.p']!;
  t.equal(product.defaults.title, 'Mug "big"');
  t.equal(product.variants['1']!.defaults.listPrice, 1299.5);
  t.same(
    Object.values(product.images!).map(image => image.defaults!.urls![0]!.url),
    ['https://s.example/w_4,h_3/m.jpg', 'https://s.example/a.jpg', 'https://s.example/b.jpg'],
  );
});

t.test('Shopify: rows of a handle are one group, whose first row has what all share', async t => {
  const { groups, summary } = await convert(fixture('shopify.csv'), 'shopify');
  t.same(
    groups.map(({ key, group }) => [key, Object.keys(group.products)]),
    [
      ['harbour-tee', ['harbour-tee.navy', 'harbour-tee.white']],
      ['gift-box.g', ['gift-box.g.p']],
    ],
  );
  const { products } = groups[0]!.group;
  t.match(products['harbour-tee.navy']!.variants, {
    'HT-NAVY-S': { defaults: { listPrice: 29.9, sellingPrice: 19.9, stock: 4, size: 'S' } },
    'HT-NAVY-M': { defaults: { stock: 0 } },
  });
  const white = products['harbour-tee.white']!;
  t.match(white.defaults, { title: 'Harbour Tee', description: 'Soft cotton. Made & dyed here', brand: 'Northwind' });
  t.match(white.variants['HT-WHITE-S'], { defaults: { stock: 1, customLabels: { availability: ['backorder'] } } });
  t.same(Object.keys(groups[1]!.group.products['gift-box.g.p']!.variants), ['gift-box']);
  t.same(findings(summary.leftOut), [[1, 'not sold: it is not published']]);
  t.same(summary.unplacedFields, []);

  const json = await convert(fixture('shopify.json'), 'shopify');
  const navy = json.groups[0]!.group.products['harbour-tee.navy']!;
  t.match(navy, {
    defaults: { releaseDate: '2026-02-15T15:53:26-05:00', customLabels: { tag: ['summer', 'cotton'] } },
  });
  t.match(navy.variants, {
    'HT-NAVY-S': { defaults: { listPrice: 29.9, sellingPrice: 19.9, stock: 1 } },
    'HT-NAVY-M': { defaults: { stock: 0 } },
  });
});

t.test('WooCommerce: variations find their parent, grouped products are not sold', async t => {
  const { groups, summary } = await convert(fixture('woocommerce.csv'), 'woocommerce');
  t.same(
    groups.map(({ key }) => key),
    ['cc-hoodie', 'cc-beanie.g', 'cc-cap.g'],
  );
  const { products } = groups[0]!.group;
  t.same(Object.keys(products), ['cc-hoodie.red', 'cc-hoodie.green', 'cc-hoodie.blue']);
  t.match(products['cc-hoodie.red'], {
    defaults: { title: 'Hoodie', category: ['Clothing > Hoodies'], url: '/?p=742' },
    variants: {
      'cc-hoodie-red': { defaults: { listPrice: 45, sellingPrice: 42, label: 'No', customLabels: { Logo: ['No'] } } },
      'cc-hoodie-red-logo': { defaults: { label: 'Yes' } },
    },
  });
  t.same(findings(summary.leftOut), [[1, 'not sold: products of the type grouped have no price of their own']]);
  t.same(summary.unplacedFields, []);
  const byId = 'ID,Type,SKU,Name,Regular price,Parent\n7,variation,b-1,B - 1,10,id:5\n5,variable,,B,,\n';
  const found = await convert(byId, 'woocommerce');
  t.equal(found.groups.length, 1);
  t.match(Object.values(found.groups[0]!.group.products), [{ defaults: { title: 'B' }, variants: { 'b-1': {} } }]);
});

t.test('Magento: variants stand before the configurable product that lists them', async t => {
  const { groups, summary } = await convert(fixture('magento.csv'), 'magento');
  t.equal(groups.length, 1);
  const product = groups[0]!.group.products['import-product-configurable.p']!;
  t.match(product.defaults, { url: '/import-product-configurable.html', releaseDate: '2020-10-05' });
  t.same(
    Object.entries(product.variants).map(([key, { defaults }]) => [
      key,
      defaults.listPrice,
      defaults.stock,
      defaults.url,
    ]),
    [1, 2, 3].map(n => [`import-product-simple${n}-configurable`, 10 + n, 100 + n, undefined]),
  );
  t.equal(product.images!['main']!.defaults!.urls![0]!.url, '/media/catalog/product/a/d/adobe-base.jpg');
  t.same(summary.unplacedFields, []);
});

t.test('Medusa: prices are those in the currency of the market', async t => {
  const { groups, summary } = await convert(fixture('medusa-export.csv'), 'medusa', { currency: 'EUR' });
  const variants = Object.values(groups[0]!.group.products['base-product.green']!.variants);
  t.same(
    variants.map(({ defaults }) => [defaults.listPrice, defaults.size]),
    [
      [45, 'large'],
      [65, 'small'],
    ],
  );
  t.same(findings(summary.leftOut), [[1, 'not sold: its status is proposed']]);
  const json = await convert(fixture('medusa.json'), 'medusa', { currency: 'EUR' });
  t.match(json.groups[0]!.group.products['tee.black']!.variants, {
    'TEE-S-BLACK': { defaults: { listPrice: 10, sellingPrice: 8, stock: 3, size: 'S' } },
    'TEE-L-BLACK': { defaults: { listPrice: 11, stock: 0 } },
  });
});

t.test('other tables: a mapping names their columns, as JSON lines too', async t => {
  const mapping = {
    fields: {
      id: 'Artikel',
      group: 'Modell',
      title: 'Benämning',
      url: { template: '/a/{Artikel}' },
      listPrice: 'Pris',
      color: { from: 'Färg', split: '+' },
      category: { from: 'Avdelning', values: { D: 'Dam' } },
      'customLabels.*': 'x_*',
    },
    colors: { Fjäll: '#102030' },
    decimal: ',' as const,
    ignore: ['Lager*'],
    keyPrefix: 'se-',
  };
  const table =
    'Artikel;Modell;Benämning;Pris;Färg;Avdelning;x_Fit;Lagerplats;Vem\n1;m;Jacka;1.299,50 kr;Fjäll+Mörkblå;D;Slim;7;Ann\n';
  const json = JSON.stringify({
    Artikel: 1,
    Modell: 'm',
    Benämning: 'Jacka',
    Pris: '1.299,50 kr',
    Färg: 'Fjäll+Mörkblå',
    Avdelning: 'D',
    x_Fit: 'Slim',
    Lagerplats: 7,
    Vem: 'Ann',
  });
  for (const feed of [table, `${json}\n${json}\n`]) {
    const { groups, summary } = await convert(feed, 'csv', { mapping, locale: 'sv-SE' });
    t.same(
      groups.map(({ key }) => key),
      ['se-m'],
    );
    const [product] = Object.values(groups[0]!.group.products);
    t.match(product, {
      defaults: {
        title: 'Jacka',
        url: '/a/1',
        category: ['Dam'],
        customLabels: { Fit: ['Slim'], color: ['Fjäll', 'Mörkblå'] },
      },
      colorInitial: ['#102030', '#1f5fd0'],
      variants: { 'se-1': { defaults: { listPrice: 1299.5 } } },
    });
    t.equal(summary.unplacedFields[0]?.what, 'Vem');
  }
});

t.test('gzip, byte order marks and encodings', async t => {
  const table = 'id,title,url,price\n1,Café,/p,10\n';
  const title = async (bytes: Uint8Array, encoding?: string): Promise<string | undefined> => {
    const { groups } = await convert(bytes, 'csv', encoding === undefined ? {} : { encoding });
    return groups[0]?.group.products['1.g.p']?.defaults.title;
  };
  const utf8 = new TextEncoder().encode(table);
  t.equal(await title(new Uint8Array(gzipSync(utf8))), 'Café');
  t.equal(await title(new TextEncoder().encode(`\ufeff${table}`)), 'Café');
  t.equal(await title(new Uint8Array(Buffer.from(`\ufeff${table}`, 'utf16le'))), 'Café');
  const latin = new Uint8Array(Buffer.from(table, 'latin1'));
  t.equal(await title(latin, 'windows-1252'), 'Café');
  await t.rejects(title(latin), { name: 'FeedError', message: /not utf-8 after byte \d+; give the encoding/ });
  await t.rejects(title(utf8, 'klingon'), { message: /found the encoding "klingon"/ });
  await t.rejects(title(new Uint8Array(gzipSync(utf8)).subarray(0, 30)), {
    message: /gzip data is damaged or cut short/,
  });
});

t.test('feeds that break off or are malformed become nothing', async t => {
  const whole = new TextDecoder('latin1').decode(fixture('google.xml'));
  const cut = new TextEncoder().encode(whole.replace('ISO-8859-1', 'UTF-8').slice(0, -60));
  await t.rejects(convert(cut, 'google'), {
    name: 'FeedError',
    message: /the XML is malformed: \d+:\d+: unclosed tag/,
  });
  await t.rejects(convert('{"products":[{"id":1', 'shopify'), { message: /the JSON is malformed/ });
  await t.rejects(convert('id,title\n1,"never closed\n', 'csv'), { message: /the table is malformed/ });
  await t.rejects(convert('PK\x03\x04', 'csv'), { message: /found a ZIP archive/ });
});

t.test('ids that are no keys become keys, and ids that are there twice count once', async t => {
  const { groups, summary } = await convert('id,title,url,price\nä b,One,/1,1\nx,Two,/2,2\nx,Three,/3,3\n', 'csv');
  t.match(Object.keys(groups[0]!.group.products)[0], /^a-b-[0-9a-f]{8}\.g\.p$/);
  t.equal(groups[1]!.group.products['x.g.p']!.defaults.title, 'Three');
  t.same(findings(summary.leftOut), [[1, 'id: expected each once; the last one stands']]);
});

t.test('a mapping with an unknown target names it', async t => {
  await t.rejects(convert('id\n1\n', 'csv', { mapping: { fields: { titel: 'x' } } }), {
    message: /^\/fields\/titel: found "titel", expected one of id, group/,
  });
});

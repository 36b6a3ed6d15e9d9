/** `vitrine export feed`: what others read, and that a feed of Google brings the same products back. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registerSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import t from 'tap';
import { daemon, removeMarkets, replaceCatalog } from '../contract/shared-daemon.js';
import { fixture } from '../feeds/convert.js';
import { testFolder } from '../folder.js';
import { type Run, runCommand } from './command.js';

const folder = testFolder(t);
t.teardown(removeMarkets);
const TARGET = ['--market', 'uk', '--locale', 'en-GB', '--base', 'https://shop.example/', '--currency', 'GBP'];

function vitrine(...args: string[]): Promise<Run> {
  return runCommand([...args, '--url', daemon.url], { VITRINE_API_KEY: daemon.key });
}

interface Sample {
  color: string;
  code: string;
  gender: string;
  sizes: string[];
}

function product(title: string, { color, code, gender, sizes }: Sample): object {
  const key = title.toLowerCase().replaceAll(' ', '-');
  const variant = (size: string, at: number): object => ({
    defaults: {
      listPrice: 20.5,
      sellingPrice: at === 0 ? 15 : 20.5,
      stock: 3 * at,
      size,
      label: size,
      stores: { leeds: at },
      customPrices: { member: { listPrice: 20.5, sellingPrice: 12 } },
      customLabels: { fit: ['Slim & long'] },
    },
  });
  return {
    markets: ['uk'],
    colorInitial: [code],
    defaults: {
      title,
      url: `/p/${key}?a=1&b=2`,
      brand: 'Northwind',
      description: `${title} <made> of cotton & wool`,
      category: ['Clothes > Tops', 'New'],
      ontology: 'Clothes > Tops > Shirts',
      productType: ['Shirts'],
      department: ['Clothes'],
      gender: [gender],
      age: ['Adults'],
      pattern: ['Plain'],
      sizeType: 'Clothing',
      series: 'Harbour',
      rating: 4.2,
      releaseDate: '2020-02-03',
      weight: { amount: 0.3, unit: 'kg' },
      customLabels: { color: [color], material: ['Cotton', 'Wool'], care: ['40°'] },
      customNumbers: { year: 2020 },
      customLengths: { drop: { amount: 7, unit: 'cm' } },
      customJson: { delivery: { days: [2, 4] } },
      dataLocale: 'en-GB',
    },
    variants: Object.fromEntries(sizes.map((size, at) => [`${key}-${size}`, variant(size, at)])),
    images: {
      main: {
        defaults: {
          urls: [
            { url: `/img/${key}.jpg`, width: 800 },
            { url: `/img/${key}-t.jpg`, width: 90 },
          ],
        },
      },
    },
  };
}

const group = {
  key: 'g-1',
  productGroup: {
    products: {
      'p-blue': product('Blue shirt', { color: 'Blue', code: '#0000FF', gender: 'Men', sizes: ['S', 'M', 'L'] }),
      'p-red': product('Red shirt', { color: 'Red', code: '#FF0000', gender: 'Boys', sizes: ['M'] }),
    },
  },
};

/**
 * The lists of answers to queries, without what has to differ: tickets, and pictures, of which a feed has one size alone.
 * What else is on a page also depends on what other shops of this daemon had before.
 */
async function answers(): Promise<unknown[]> {
  const asked = [
    'q=shirt',
    'q=blue+shirt',
    'q=shirt&f.size=Clothing%3BNO_FORMAT%3BM',
    'q=shirt&sort=PRICE_LOW&priceId=member',
    'q=shirt+boys',
    'q=shirt&presentCustom=care%7Cnumber.year%7Clength.drop%7Cjson.delivery%7Cvariant.fit',
  ];
  return Promise.all(
    asked.map(async query => {
      const who = 'market=uk&locale=en-GB&touchpoint=DESKTOP&customerKey=c&sessionKey=s&notify=false';
      const response = await fetch(`${daemon.url}/api/storefront/v3/queries/search-page?${who}&${query}`);
      const text = await response.text();
      const page = JSON.parse(text, (name, value: unknown) =>
        name === 'ticket' || name === 'imageInfo' ? undefined : value,
      ) as { primaryList: unknown };
      return page.primaryList;
    }),
  );
}

t.test('a catalog', () => replaceCatalog([{ replace: group }]));

t.test('a feed of Google brings the same answers back', async t => {
  const before = await answers();
  t.match(before[0], { totalHits: 2 });
  const file = join(folder, 'google.xml.gz');
  t.same(await vitrine('export', 'feed', '--format', 'google', ...TARGET, '--out', file), {
    code: 0,
    stdout: '',
    stderr: '',
  });
  const imported = await vitrine('import', 'feed', file, '--format', 'google', '--market', 'uk', '--locale', 'en-GB');
  t.match(imported, { code: 0, stderr: /4 items read: 1 product group, 2 products, 4 variants\n$/ });
  t.same(await answers(), before);
});

t.test('a feed of Google says in its own attributes what it can', async t => {
  const { stdout } = await vitrine('export', 'feed', '--format', 'google', ...TARGET, '--standard');
  t.notMatch(stdout, 'c:');
  const [, first = ''] = stdout.split('<item>');
  for (const line of [
    '<g:id>blue-shirt-S</g:id>',
    '<g:item_group_id>g-1</g:item_group_id>',
    '<link>https://shop.example/p/blue-shirt?a=1&amp;b=2</link>',
    '<g:description>Blue shirt &lt;made&gt; of cotton &amp; wool</g:description>',
    '<g:price>20.50 GBP</g:price>',
    '<g:sale_price>15.00 GBP</g:sale_price>',
    '<g:availability>out_of_stock</g:availability>',
    '<g:product_type>Clothes &gt; Tops</g:product_type>',
    '<g:gender>male</g:gender>',
    '<g:age_group>adult</g:age_group>',
    '<g:color>Blue</g:color>',
    '<g:material>Cotton/Wool</g:material>',
    '<g:image_link>https://shop.example/img/blue-shirt.jpg</g:image_link>',
  ]) {
    t.ok(first.includes(`${line}\n`), line);
  }
});

t.test('rows of OpenAI are JSON lines or CSV', async t => {
  const { stdout } = await vitrine('export', 'feed', '--format', 'openai', ...TARGET, '--seller', 'Shop');
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as object);
  t.equal(rows.length, 4);
  t.match(rows[0], {
    is_eligible_search: true,
    is_eligible_checkout: false,
    item_id: 'blue-shirt-S',
    price: '20.50 GBP',
    sale_price: '15.00 GBP',
    availability: 'out_of_stock',
    group_id: 'g-1',
    listing_has_variations: true,
    variant_dict: { color: 'Blue', size: 'S' },
    seller_name: 'Shop',
    target_countries: ['GB'],
  });
  const csv = (await vitrine('export', 'feed', '--format', 'openai', ...TARGET, '--csv')).stdout.split('\n');
  t.match(csv[0], /^is_eligible_search,is_eligible_checkout,item_id,title,/);
  t.match(csv[1], /^true,false,blue-shirt-S,Blue shirt,.*,"{""color"":""Blue"",""size"":""S""}",shop\.example,/);
});

t.test('products of UCP keep to its schemas', async t => {
  const schemas = JSON.parse(Buffer.from(fixture('ucp.schemas.json')).toString('utf8')) as Record<
    string,
    { $id: string }
  >;
  for (const schema of Object.values(schemas)) registerSchema(schema as never, schema.$id);
  const { stdout } = await vitrine('export', 'feed', '--format', 'ucp', ...TARGET);
  const found = JSON.parse(stdout) as object;
  const result = await validate(schemas['product']!.$id, found as never, 'BASIC');
  t.ok(result.valid, JSON.stringify(result).slice(0, 500));
  t.match(found, {
    id: 'g-1',
    price_range: { min: { amount: 1500, currency: 'GBP' }, max: { amount: 2050 } },
    options: [
      { name: 'Color', values: [{ label: 'Blue' }, { label: 'Red' }] },
      { name: 'Size', values: [{ label: 'S' }, { label: 'M' }, { label: 'L' }] },
    ],
  });
});

t.test('what an export lacks is told, but the currency of a country', async t => {
  const run = (...args: string[]): Promise<Run> => vitrine('export', 'feed', ...args);
  t.match(await run('--format', 'google', '--market', 'uk', '--locale', 'en-GB'), {
    code: 2,
    stderr: /--base: found nothing/,
  });
  t.match(await run('--format', 'google', ...TARGET.slice(0, -2)), { code: 0, stdout: /<g:price>[\d.]+ GBP</ });
  t.match(await run('--format', 'google', ...TARGET.slice(0, -2), '--market', 'club'), {
    code: 2,
    stderr: /--currency: found nothing/,
  });
  t.match(await run('--format', 'google', ...TARGET, '--currency', 'pounds'), {
    code: 2,
    stderr: /--currency: found "pounds"/,
  });
  const out = join(folder, 'none.xml');
  const nothing = await run('--format', 'ucp', ...TARGET, '--market', 'no', '--out', out);
  t.match(nothing, { code: 1, stderr: /market no sells nothing/ });
  t.throws(() => readFileSync(out), { code: 'ENOENT' });
});

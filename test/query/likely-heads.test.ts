/** What a text looks for: products that it names come before those that only have its words. */
import t from 'tap';
import { shopOf, type Thing } from './small-shop.js';

t.test('a word that most products have beside their heads still finds what it names first', async t => {
  const products: Record<string, Thing> = { pods: { title: 'Renewed set of Acme Airpods 2 with charging box' } };
  products.own = { title: 'Acme wireless Airpods' };
  for (let i = 0; i < 8; i++) products[`case${i}`] = { title: `Airpods case cover, ${i}` };
  const shop = shopOf('en-GB', products);
  t.equal(shop.keys('airpods')[0], 'own');
  t.equal(shop.keys('acme airpods')[0], 'own');
});

t.test('what is made somewhere is no thing: others of the kind come before other products made there', async t => {
  const products: Record<string, Thing> = {};
  for (let i = 0; i < 4; i++) products[`whisk${i}`] = { title: `Steel whisk ${i}`, productType: ['Whisks'] };
  for (let i = 0; i < 4; i++) products[`treat${i}`] = { title: `Cat treats made in USA ${i}`, productType: ['Treats'] };
  const found = shopOf('en-GB', products).keys('whisk made in usa');
  t.same(found.slice(0, 4).sort(), ['whisk0', 'whisk1', 'whisk2', 'whisk3']);
});

t.test('a word that begins the name of a kind is the head before what it is for', async t => {
  const products: Record<string, Thing> = {};
  for (let i = 0; i < 3; i++) products[`printer${i}`] = { title: `Acme laser printer ${i}`, productType: ['Printers'] };
  for (let i = 0; i < 3; i++)
    products[`ink${i}`] = { title: `Acme 30${i} ink cartridge`, productType: ['Ink cartridges'] };
  t.match(shopOf('en-GB', products).keys('ink for acme printer')[0], /^ink/);
});

t.test('a size is found where titles write it', async t => {
  const shop = shopOf('en-GB', {
    three: { title: 'Nappies size 3' },
    four: { title: 'Nappies size 4' },
    pack: { title: 'Nappies, pack of 4' },
  });
  t.equal(shop.keys('nappies size 4')[0], 'four');
});

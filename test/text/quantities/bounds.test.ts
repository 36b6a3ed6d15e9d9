import fc from 'fast-check';
import t, { type Test } from 'tap';
import { findBounds } from '../../../src/text/quantities/bounds.js';

const seed = 20260901;

/** Bounds in one line: `under 50 = ..50`, with unit or currency behind. */
function bounds(text: string, language: string): string {
  const side = (value: number) => (Number.isFinite(value) ? value : '');
  return findBounds(text, language)
    .map(({ start, end, min, max, unit, currency }) => {
      const of = unit ?? currency;
      return `${text.slice(start, end)} = ${side(min)}..${side(max)}${of ? ` ${of}` : ''}`;
    })
    .join(' | ');
}

function check(t: Test, language: string, cases: Record<string, string>): void {
  for (const [text, expected] of Object.entries(cases))
    t.equal(bounds(text, language), expected, `${language}: ${text}`);
}

t.test('prices have bounds below, above and around them, in words of the language', async t => {
  check(t, 'en', {
    'shirts under 50': 'under 50 = ..50',
    'under 50 please': 'under 50 = ..50',
    'up to £40': 'up to £40 = ..40 GBP',
    'cheaper than 99.99 eur': 'cheaper than 99.99 eur = ..99.99 EUR',
    'over 1,000 pounds': 'over 1,000 pounds = 1000.. GBP',
    'gifts no more than $20 for men': 'no more than $20 = ..20',
    'around 50 euros': 'around 50 euros = 40..60 EUR',
    'over 100': 'over 100 = 100..',
    '<50': '<50 = ..50',
  });
  check(t, 'sv', {
    'jacka under 500': 'under 500 = ..500',
    'billigare än 300': 'billigare än 300 = ..300',
    'från 200': 'från 200 = 200..',
    'max. 300 kr': 'max. 300 kr = ..300 SEK',
    'under 499:- röd': 'under 499:- = ..499',
    'under 1 000 kronor': 'under 1 000 kronor = ..1000 SEK',
  });
  check(t, 'da', { 'op til 40 kr': 'op til 40 kr = ..40 DKK', 'sko under 500': 'under 500 = ..500' });
  check(t, 'nb', { 'jakke maks 300': 'maks 300 = ..300', 'under kr 500': 'under kr 500 = ..500 NOK' });
  check(t, 'fi', {
    'takki alle 50e': 'alle 50e = ..50 EUR',
    'korkeintaan 30 euroa': 'korkeintaan 30 euroa = ..30 EUR',
  });
  check(t, 'de', { 'kleid unter 50 euro für damen': 'unter 50 euro = ..50 EUR', 'ab 100': 'ab 100 = 100..' });
  check(t, 'nl', { 'jurk onder de 50': 'onder de 50 = ..50', 'tot 30 euro': 'tot 30 euro = ..30 EUR' });
  check(t, 'fr', {
    'robe à moins de 30': 'à moins de 30 = ..30',
    'au-dessous de 40 €': 'au-dessous de 40 € = ..40 EUR',
  });
  check(t, 'es', { 'vestido por menos de 30': 'por menos de 30 = ..30', 'hasta 50': 'hasta 50 = ..50' });
  check(t, 'it', { 'borsa fino a 50': 'fino a 50 = ..50', 'meno di 50 €': 'meno di 50 € = ..50 EUR' });
  check(t, 'pt', { 'sapatos até 50': 'até 50 = ..50', 'abaixo de 30 euros': 'abaixo de 30 euros = ..30 EUR' });
  check(t, 'pl', { 'buty do 50 zł': 'do 50 zł = ..50 PLN', 'poniżej 100': 'poniżej 100 = ..100' });
});

t.test('two amounts make a range', async t => {
  check(t, 'en', {
    'between 20 and 50': 'between 20 and 50 = 20..50',
    'between 50 and 20': 'between 50 and 20 = 20..50',
    '20-50 €': '20-50 € = 20..50 EUR',
    '£20 to £40': '£20 to £40 = 20..40 GBP',
    'eur 20 - eur 30': 'eur 20 - eur 30 = 20..30 EUR',
    'between 500 g and 1 kg': 'between 500 g and 1 kg = 0.5..1 kg',
  });
  check(t, 'sv', { 'mellan 200 och 500 kr': 'mellan 200 och 500 kr = 200..500 SEK' });
  check(t, 'da', { 'mellem 200 og 300': 'mellem 200 og 300 = 200..300' });
  check(t, 'nb', { 'fra 200 til 500 kr': 'fra 200 til 500 kr = 200..500 NOK' });
  check(t, 'de', { 'zwischen 20 und 50 euro': 'zwischen 20 und 50 euro = 20..50 EUR' });
  check(t, 'nl', { 'tussen 20 en 50': 'tussen 20 en 50 = 20..50' });
  check(t, 'fr', { 'de 20 à 50 €': 'de 20 à 50 € = 20..50 EUR' });
  check(t, 'es', { 'entre 20 y 50': 'entre 20 y 50 = 20..50' });
  check(t, 'it', { 'tra 20 e 50 euro': 'tra 20 e 50 euro = 20..50 EUR' });
  check(t, 'pt', { 'entre 20 e 50': 'entre 20 e 50 = 20..50' });
  check(t, 'pl', { 'od 20 do 50 zł': 'od 20 do 50 zł = 20..50 PLN' });
});

t.test('what limits may stand behind the amount', async t => {
  check(t, 'en', {
    '€50 max': '€50 max = ..50 EUR',
    'shoes 50 or less': '50 or less = ..50',
    'coat 200 and up': '200 and up = 200..',
  });
  check(t, 'sv', { '50 kr eller mindre': '50 kr eller mindre = ..50 SEK' });
  check(t, 'de', { '50 € oder weniger': '50 € oder weniger = ..50 EUR' });
});

t.test('words for price and what leads to them belong to the bound', async t => {
  check(t, 'en', {
    'price: under 50': 'price: under 50 = ..50',
    'price 20-50': 'price 20-50 = 20..50',
    'dress for under 50': 'for under 50 = ..50',
    'red dress under 50 with belt': 'under 50 = ..50',
  });
  check(t, 'sv', {
    'klänning som kostar under 300': 'som kostar under 300 = ..300',
    'pris 200-400': 'pris 200-400 = 200..400',
  });
});

t.test('measures have bounds in their unit', async t => {
  check(t, 'en', {
    'less than 2 kg': 'less than 2 kg = ..2 kg',
    'tv under 55"': 'under 55" = ..55 inch',
    'max 5kg dumbbell': 'max 5kg = ..5 kg',
    'under 500 g': 'under 500 g = ..500 g',
  });
  check(t, 'sv', { 'upp till 2,5 kg': 'upp till 2,5 kg = ..2.5 kg' });
});

t.test('ages, sizes, counts, shares and models are no bounds', async t => {
  const none: Record<string, string[]> = {
    en: [
      'under 12 years',
      'up to 4 people',
      'over 18',
      'from 0 months',
      'toys for kids under 3',
      '12 and under',
      'under armour',
      'over ear headphones',
      'pull-over 100 kr',
      'size 38-40',
      'sizes under 40',
      '20-50',
      '2 in 1',
      'up to 50% off',
      'spf 50+',
      'air max 90',
      'iphone 12 max',
      'iphone 15 pro max 256',
      'iphone 15 pro max 256 gb',
      'shoes from 36 to 42',
      'under 50 dresses',
      'levis 501',
      'collection from 2024',
      '1-2-3 kr',
    ],
    sv: ['max 4 personer', 'min 2', '499:-', 'storlek under 40', 'över 40 år'],
    de: ['über 40 jahre', '2-in-1', 'von 6 bis 12 monate'],
    it: ['bottiglia da 500 ml', 'zaino da 40'],
    fi: ['alle 12 vuotta'],
    xx: ['under 50', 'between 20 and 50'],
  };
  for (const [language, texts] of Object.entries(none)) {
    for (const text of texts) t.equal(bounds(text, language), '', `${language}: ${text}`);
  }
});

t.test('signs and currencies are understood in every language', async t => {
  check(t, 'xx', { '20-50 €': '20-50 € = 20..50 EUR', '<50': '<50 = ..50', 'max 50 €': 'max 50 € = ..50 EUR' });
});

t.test('ranges are of the text as typed, whatever folding makes of it', async t => {
  check(t, 'en', { 'ﬁne ½ cafe\u0301 UNDER £50': 'UNDER £50 = ..50 GBP' });
  check(t, 'de', { 'STRAẞE ﬁx UNTER 50 €!': 'UNTER 50 € = ..50 EUR' });
});

t.test('any text gives bounds in order, inside it, apart, and not reversed', async () => {
  const pieces = 'under between and max from to 20 50 1,000 € kr £ - : . kg shirts for price or less min " %'.split(
    ' ',
  );
  const text = fc.oneof(
    fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map(words => words.join(' ')),
    fc.array(fc.constantFrom(...pieces, ' '), { maxLength: 12 }).map(words => words.join('')),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );
  fc.assert(
    fc.property(text, fc.constantFrom('en', 'sv', 'de', 'fr', 'xx'), (text, language) => {
      let free = 0;
      for (const { start, end, min, max, unit, currency } of findBounds(text, language)) {
        if (start < free || end <= start || end > text.length) return false;
        if (!(min <= max) || (min === -Infinity && max === Infinity)) return false;
        if (unit !== undefined && currency !== undefined) return false;
        free = end;
      }
      return true;
    }),
    { seed, numRuns: 5000 },
  );
});

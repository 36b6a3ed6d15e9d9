/** Texts for requests: what a shop's visitors send, and what only an attacker or a broken client does. */
import type { Draws } from '../../catalogs/chance.js';
import { CAMPAIGN, GROUPS, SOLD_PAGE } from '../shop.js';
import type { Schema } from './described.js';

/** What does the most harm where a text becomes a name, a number, a path, an expression or a page. */
const HOSTILE: readonly string[] = [
  '',
  ' ',
  '\0',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '../../../../etc/passwd',
  '/dev/zero',
  'null',
  'undefined',
  'NaN',
  '1e999',
  '-0',
  '9007199254740993',
  '0x10',
  '1,5',
  '%',
  '%00',
  '%zz',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' OR 1=1 --",
  '{{7*7}}',
  '{"a":1}',
  '[[[[[[[[',
  '\\',
  '"',
  '\r\nSet-Cookie: a=b',
  '\u202eabc',
  'e\u0301'.repeat(40),
  'ﷺ',
  '😀'.repeat(50),
  '\ud800',
  '\uffff',
  'İıſß',
  'a'.repeat(401),
  '*'.repeat(100),
  'not '.repeat(60),
  'under '.repeat(40),
  'lampa utan '.repeat(20),
  '(((((((((((((((((((((((((((((',
];

const WORDS = [
  'lamp',
  'lampa',
  'edition1',
  'red',
  'blue',
  'under 50',
  'without',
  'size 38',
  'zx',
  'lmap',
  'brand 1',
  '2 litres',
];
const ATTRIBUTES = [
  'brand',
  'price',
  'category',
  'product_key',
  'newness',
  'custom.color',
  'in_stock',
  'nothing',
  'listPrice',
  'rating',
];
const LONG = 3_000;

/** Values that parameters and members of the name take; all others have a random text. */
export function knownValues(name: string, tickets: readonly string[]): readonly string[] | undefined {
  const keys = (kind: string) => Array.from({ length: GROUPS }, (_, n) => `${kind}-${n}`);
  switch (name) {
    case 'market':
      return ['uk'];
    case 'locale':
      return ['en-GB'];
    case 'q':
    case 'phrase':
      return WORDS;
    case 'productKey':
      return keys('p');
    case 'variantKey':
      return keys('v');
    case 'cart':
      return [...keys('v'), ...keys('p')];
    case 'customerKey':
    case 'sessionKey':
      return keys('c');
    case 'pageReference':
    case 'selectedCategory':
      return ['page', '/page', 'page/below', SOLD_PAGE];
    case 'markets':
      return ['uk'];
    case 'keys':
      return [...keys('p'), ...keys('v')];
    case 'currency':
      return ['GBP', 'SEK'];
    case 'timeZone':
      return ['UTC', 'Europe/Stockholm'];
    case 'campaign':
    case 'ids':
      return [CAMPAIGN, 'page', SOLD_PAGE];
    case 'image':
    case 'link':
      return ['/lamp.svg', 'https://shop.test/lamp'];
    case 'blockingTimeout':
      return ['PT0S', 'PT1S', 'PT0.5S'];
    case 'ticket':
      return tickets.length > 0 ? tickets : undefined;
    case 'Accept-Encoding':
      return ['gzip', 'br', 'identity', 'gzip;q=0, *;q=0', 'zstd, br;q=0.5'];
    default:
      return undefined;
  }
}

/** A rule expression, right or nearly. */
export function ruleText(draws: Draws): string {
  const count = draws.chance(5) ? draws.between(100, 1_200) : draws.between(1, 4);
  const restrictions = Array.from({ length: count }, () => {
    const attribute = draws.pick(ATTRIBUTES);
    return `${draws.pick(['incl', 'excl'])} ${attribute} ${condition(draws)}`;
  });
  const text = `rule ${restrictions.join(' ')}`;
  return draws.chance(15) ? text.slice(0, draws.below(text.length)) : text;
}

function condition(draws: Draws): string {
  const bound = () => draws.pick(['0', '1', '-1', '100', 'infinity', '-infinity', '1e308', '0.001']);
  switch (draws.below(4)) {
    case 0:
      return `{${draws.some(['"Brand 1"', '"p-1"', '"\\""', '"x"', '"Lamp"'], draws.between(1, 5)).join(', ')}}`;
    case 1:
      return `[${bound()}, ${bound()}]`;
    case 2:
      return `${draws.pick(['0', '30', '99999999'])}d`;
    default:
      return `[${bound()}, ${bound()}]${draws.pick(['cm', 'kg', 'l', 'parsec'])}`;
  }
}

/** A text that most schemas take: a word, a link, a day, a colour, as the pattern or format of the schema has it. */
export function plainText(draws: Draws, { pattern, format }: Schema): string {
  const word = draws.pick(['lamp', 'page', 'color', 'a', 'Brand-1', 'x_1']);
  if (format === 'date-time') return '2026-11-01T00:00:00Z';
  if (format === 'date') return '2026-11-01';
  if (typeof pattern !== 'string') return draws.chance(80) ? word : `${word} ${draws.pick(WORDS)}`;
  const candidates = [
    word,
    `/${word}`,
    '#a0b0c0',
    'P1D',
    '2026-11-01',
    '2026-11-01T08:00:00Z',
    'en-GB',
    `${draws.below(99)}`,
  ];
  return candidates.find(candidate => new RegExp(pattern, 'u').test(candidate)) ?? word;
}

export function anyText(draws: Draws): string {
  const form = draws.below(100);
  if (form < 55) return draws.pick(WORDS);
  if (form < 80) return draws.pick(HOSTILE);
  if (form < 85) return ruleText(draws);
  if (form < 99) return randomText(draws, draws.between(1, 40));
  return randomText(draws, draws.between(1, LONG));
}

/** Characters of all planes, and halves of them. */
function randomText(draws: Draws, length: number): string {
  const most = draws.pick([0x7f, 0x7f, 0x17f, 0xffff, 0x10ffff]);
  return Array.from({ length }, () => String.fromCodePoint(draws.below(most + 1))).join('');
}

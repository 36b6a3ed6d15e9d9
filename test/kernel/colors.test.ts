import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { colorsNamed } from 'culori';
import fc from 'fast-check';
import t from 'tap';
import { COLOR_IDS, type ColorId, colorIdOf, cssOf, hexOf } from '../../src/kernel/colors.js';

const seed = 20260901;

t.test('an id is itself, in any case', t => {
  for (const id of COLOR_IDS) {
    t.equal(colorIdOf(id), id);
    t.equal(colorIdOf(` ${id.toLowerCase()} `), id);
  }
  t.equal(colorIdOf('gray'), 'GREY');
  t.end();
});

t.test('the code an id is drawn with belongs to the id, where it has a code of its own', t => {
  for (const id of COLOR_IDS) {
    if (['GOLD', 'SILVER', 'MULTI', 'TRANSPARENT'].includes(id)) continue;
    t.equal(colorIdOf(cssOf(id)), id);
    t.equal(hexOf(cssOf(id)), cssOf(id));
  }
  t.end();
});

t.test('cloth colours land where shoppers look for them', t => {
  const cases: Record<string, string> = {
    '#000080': 'BLUE',
    '#1b2a49': 'BLUE',
    '#0a0a0a': 'BLACK',
    '#FAF9F6': 'WHITE',
    '#36454f': 'GREY',
    '#800020': 'RED',
    '#808000': 'GREEN',
    '#d2b48c': 'BEIGE',
    '#5c4033': 'BROWN',
    '#008080': 'TURQUOISE',
    '#e6e6fa': 'PURPLE',
    '#ff69b4': 'PINK',
    '#ffdb58': 'YELLOW',
    '#f80': 'ORANGE',
    navy: 'BLUE',
    Khaki: 'BEIGE',
  };
  for (const [text, id] of Object.entries(cases)) t.equal(colorIdOf(text), id, text);
  t.equal(colorIdOf('#ffd700'), 'YELLOW', 'a code is never metallic');
  t.equal(colorIdOf('#00000000'), 'TRANSPARENT');
  t.end();
});

t.test('what a survey calls a colour is what it is classed as', t => {
  const ids = new Map<string, ColorId>(COLOR_IDS.map(id => [id.toLowerCase(), id]));
  ids.set('gray', 'GREY').set('violet', 'PURPLE').set('teal', 'TURQUOISE').set('aqua', 'TURQUOISE');
  const lines = readFileSync(fileURLToPath(new URL('surveyed-colors.txt', import.meta.url)), 'utf8').split('\n');
  const table = new Map<ColorId, Map<ColorId, number>>();
  let named = 0;
  let right = 0;
  for (const line of lines) {
    const [name, hex] = line.split('\t');
    const said = ids.get(name!.split(/[\s/]/).at(-1)!);
    if (hex === undefined || said === undefined) continue;
    named++;
    const id = colorIdOf(hex)!;
    if (id === said) right++;
    const row = table.get(said) ?? new Map<ColorId, number>();
    table.set(said, row.set(id, (row.get(id) ?? 0) + 1));
  }
  const classed = (row: ReadonlyMap<ColorId, number>) => [...row].map(([id, count]) => `${count} ${id}`).join(', ');
  for (const [said, row] of table) t.comment(`called ${said}: ${classed(row)}`);
  t.ok(named >= 500, `${named} names`);
  t.ok(right / named >= 0.95, `${right} of ${named}`);
  t.end();
});

t.test('blends lie with the colour that they are named after', t => {
  const cases: Record<string, string> = {
    '#de6b2c': 'ORANGE',
    '#2d62b3': 'BLUE',
    '#3b5998': 'BLUE',
    '#b7410e': 'RED ORANGE BROWN',
    '#4b0082': 'PURPLE',
    '#708090': 'GREY',
    '#c19a6b': 'BEIGE BROWN',
  };
  for (const [hex, expected] of Object.entries(cases)) t.ok(expected.split(' ').includes(colorIdOf(hex)!), hex);
  t.end();
});

t.test('every CSS colour name has an id and a code', t => {
  for (const name of Object.keys(colorsNamed)) {
    t.ok(colorIdOf(name), name);
    t.match(hexOf(name), /^#[0-9a-f]{6}$/, name);
  }
  t.end();
});

t.test('words are no colours, also where their letters are hex digits', t => {
  for (const word of ['', 'bed', 'facade', 'stripes', '#12', '#ggg', 'toString', 'constructor', '123456']) {
    t.equal(colorIdOf(word), undefined, word);
    t.equal(hexOf(word), undefined, word);
  }
  t.end();
});

t.test('every hex code has an id that is not a named-only one', t => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), value => {
      const hex = `#${value.toString(16).padStart(6, '0')}`;
      const id = colorIdOf(hex);
      return hexOf(hex) === hex && id !== undefined && COLOR_IDS.indexOf(id) < COLOR_IDS.indexOf('GOLD');
    }),
    { seed },
  );
  t.pass(`seed ${seed}`);
  t.end();
});

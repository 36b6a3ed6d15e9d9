import { colorsNamed } from 'culori';
import fc from 'fast-check';
import t from 'tap';
import { COLOR_IDS, colorIdOf, cssOf, hexOf } from '../../src/kernel/colors.js';

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

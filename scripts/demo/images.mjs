/**
 * Images of a product. The addresses say what is to be drawn: `/pictures/SHAPE-COLOUR[-PATTERN][-VIEW].svg`, COLOUR in
 * six hexadecimal digits or a word, VIEW `small` or `detail`. The preview page draws them itself.
 */

/** @typedef {import('./products.mjs').Design} Design */

/** @param {import('./tables.mjs').Row} colour */
function colourWord({ id, hex }) {
  return id === 'Multi' || id === 'Clear' ? id.toLowerCase() : hex.slice(1);
}

/**
 * @param {Design} design
 * @param {import('./tables.mjs').Row} colour
 * @param {Record<string, string>} alts title by language; en stands in the defaults
 * @param {import('./random.mjs').Draw} draw
 */
export function imagesOf({ type, adjective, markets }, colour, alts, draw) {
  const pattern = adjective?.pattern ? `-${adjective.pattern.toLowerCase()}` : '';
  const address = `/pictures/${type.shape}-${colourWord(colour)}${pattern}`;
  /** @type {Record<string, { alt: string }>} */
  const overrides = {};
  if (markets.includes('se')) Object.assign(overrides, { 'se|sv-SE': { alt: alts.sv }, 'se|fi-FI': { alt: alts.fi } });
  if (markets.includes('de')) overrides['de|de-DE'] = { alt: alts.de };
  /** @type {Record<string, object>} */
  const images = {
    main: {
      typeInitial: 'cutout',
      defaults: {
        alt: alts.en,
        urls: [
          { url: `${address}.svg`, width: 800, height: 1000 },
          { url: `${address}-small.svg`, width: 80, height: 100 },
        ],
      },
      overrides,
    },
  };
  if (draw.chance(60)) {
    images.detail = {
      typeInitial: 'misc',
      defaults: {
        alt: alts.en,
        urls: [{ url: `${address}-detail.svg`, width: 800, height: 1000 }],
        customData: { view: 'detail' },
      },
      overrides,
    };
  }
  return images;
}

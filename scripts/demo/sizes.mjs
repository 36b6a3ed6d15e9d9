/**
 * Size schemes: what variants a product has, how its sizes are named and what they weigh in the price.
 */

/**
 * @typedef {import('./random.mjs').Draw} Draw
 * @typedef {import('./measures.mjs').Measure} Measure
 *
 * @typedef {object} SizedVariant
 * @property {string} suffix of the key
 * @property {string} [size]
 * @property {{ format: string, size: string }[]} [sizes]
 * @property {string} [label]
 * @property {number} factor on the price
 * @property {Record<string, Measure>} data measures that differ from size to size
 *
 * @typedef {{ sizeType: string | undefined, variants: SizedVariant[] }} Sizes
 * @typedef {[size: string, amount: number, factor: number]} Step
 */

/**
 * The sizes of each audience, and how much more they are than those of the United Kingdom.
 * @type {Record<string, { from: number, to: number, uk: number }>}
 */
const SHOES = {
  W: { from: 36, to: 41, uk: 33 },
  M: { from: 40, to: 46, uk: 33.5 },
  K: { from: 25, to: 34, uk: 17 },
};

/**
 * @param {string | undefined} sizeType
 * @param {(Pick<SizedVariant, 'suffix'> & Partial<SizedVariant>)[]} variants
 * @returns {Sizes}
 */
const of = (sizeType, variants) => ({ sizeType, variants: variants.map(v => ({ factor: 1, data: {}, ...v })) });
const plain = (/** @type {string} */ size) => ({
  suffix: size.toLowerCase().replace(/[^a-z0-9.]+/g, '-'),
  size,
  label: size,
});
const cm = (/** @type {number} */ amount) => ({ amount, unit: 'cm' });
const litres = (/** @type {number} */ amount) => ({ amount, unit: 'l' });

/**
 * A row of sizes by one measure.
 * @param {string} sizeType
 * @param {string} member
 * @param {string} unit
 * @param {Step[]} rows
 */
function byMeasure(sizeType, member, unit, rows) {
  return of(
    sizeType,
    rows.map(([size, amount, factor]) => ({
      ...plain(size),
      label: `${size} ${unit}`,
      factor,
      data: { [member]: { amount, unit } },
    })),
  );
}

/** @param {[width: number, length: number, factor: number][]} rows */
function byArea(rows) {
  return of(
    'Dimensions',
    rows.map(([width, length, factor]) => ({
      suffix: `${width}x${length}`,
      size: `${width}x${length}`,
      label: `${width} × ${length} cm`,
      factor,
      data: { width: cm(width), length: cm(length) },
    })),
  );
}

/** @type {Step[]} */
const ROUND = [
  ['120', 120, 0.8],
  ['160', 160, 1],
  ['200', 200, 1.4],
];

/** @type {Record<string, (who: string, draw: Draw, adjective: string | undefined) => Sizes>} */
const SCHEMES = {
  one: () => of(undefined, [{ suffix: 'one' }]),
  letters: (who, draw) => {
    if (who === 'K') {
      const heights = ['98', '104', '110', '116', '122', '128', '134', '140', '146', '152'];
      const from = draw.below(3);
      return of(
        "Children's sizes",
        heights.slice(from, from + 7).map(size => plain(size)),
      );
    }
    const letters = ['XS', 'S', 'M', 'L', 'XL', 'XXL'];
    if (who === 'W' && draw.chance(30)) {
      const rows = [34, 36, 38, 40, 42, 44].map((eu, i) => ({
        suffix: String(eu),
        sizes: [
          { format: 'EU', size: String(eu) },
          { format: 'UK', size: String(6 + 2 * i) },
        ],
        label: String(eu),
      }));
      return of('Clothing', rows);
    }
    return of(
      'Clothing',
      letters.slice(who === 'M' ? 1 : 0, draw.chance(60) ? 6 : 5).map(size => plain(size)),
    );
  },
  waist: (who, draw) => {
    const waists = who === 'W' ? [25, 26, 27, 28, 29, 30, 31, 32] : [29, 30, 31, 32, 33, 34, 36, 38];
    const lengths = draw.chance(50) ? [30, 32] : [32, 34];
    const pairs = draw.some(waists, 6).sort((a, b) => a - b);
    const rows = pairs.flatMap(waist =>
      lengths.map(length => ({
        ...plain(`${waist}/${length}`),
        data: { length: { amount: length, unit: 'in' } },
      })),
    );
    return of('Waist and length', rows);
  },
  shoes: (who, draw) => {
    const { from, to, uk } = SHOES[who];
    const first = from + draw.below(2);
    const rows = [];
    for (let eu = first; eu <= to && rows.length < 8; eu++) {
      const formats = [
        { format: 'EU', size: String(eu) },
        { format: 'UK', size: String(eu - uk) },
      ];
      rows.push({ suffix: String(eu), sizes: formats, label: String(eu) });
    }
    return of('Shoes', rows);
  },
  socks: who => {
    /** @type {Record<string, string[]>} */
    const ranges = { W: ['36-38', '39-41'], M: ['40-42', '43-45', '46-48'], K: ['24-27', '28-31', '32-35'] };
    return of(
      'Socks',
      (ranges[who] ?? ['36-39', '40-43', '44-47']).map(size => plain(size)),
    );
  },
  belts: who =>
    byMeasure(
      'Belts',
      'length',
      'cm',
      (who === 'W' ? [75, 85, 95] : [85, 95, 105, 115]).map(n => [`${n}`, n, 1]),
    ),
  rugs: (_who, _draw, adjective) =>
    adjective === 'round'
      ? byMeasure('Diameter', 'width', 'cm', ROUND)
      : byArea([
          [80, 150, 0.6],
          [140, 200, 1],
          [160, 230, 1.4],
          [200, 300, 2.1],
        ]),
  cushions: () =>
    byArea([
      [40, 40, 0.9],
      [50, 50, 1],
      [40, 60, 1],
    ]),
  curtains: () =>
    byMeasure('Dimensions', 'length', 'cm', [
      ['220', 220, 0.9],
      ['250', 250, 1],
      ['300', 300, 1.2],
    ]),
  bedding: () =>
    byArea([
      [150, 210, 1],
      [200, 220, 1.4],
      [220, 240, 1.6],
    ]),
  towels: () =>
    byArea([
      [30, 50, 0.5],
      [50, 70, 1],
      [70, 140, 1.9],
    ]),
  mirrors: () =>
    byMeasure('Diameter', 'width', 'cm', [
      ['50', 50, 0.8],
      ['70', 70, 1],
      ['100', 100, 1.5],
    ]),
  pots: () =>
    byMeasure('Diameter', 'width', 'cm', [
      ['12', 12, 0.6],
      ['16', 16, 0.8],
      ['22', 22, 1],
      ['30', 30, 1.5],
    ]),
  plates: () =>
    byMeasure('Diameter', 'width', 'cm', [
      ['17', 17, 0.7],
      ['21', 21, 0.9],
      ['27', 27, 1],
    ]),
  pans: () =>
    byMeasure('Diameter', 'width', 'cm', [
      ['20', 20, 0.8],
      ['24', 24, 0.9],
      ['28', 28, 1],
    ]),
  pots2: () =>
    byMeasure('Volume', 'volume', 'l', [
      ['1.5', 1.5, 0.9],
      ['2', 2, 1],
      ['3', 3, 1.2],
    ]),
  boards: () =>
    byArea([
      [20, 30, 0.7],
      [28, 42, 1],
    ]),
  bags: who =>
    who === 'K'
      ? byMeasure('Sleeping bags', 'length', 'cm', [
          ['130', 130, 0.8],
          ['150', 150, 0.9],
        ])
      : byMeasure('Sleeping bags', 'length', 'cm', [
          ['170', 170, 1],
          ['185', 185, 1],
          ['200', 200, 1.1],
        ]),
  volumes: () =>
    byMeasure('Volume', 'volume', 'l', [
      ['45', 45, 0.9],
      ['55', 55, 1],
      ['65', 65, 1.1],
    ]),
  litres: () =>
    of(
      'Volume',
      [
        [10, 0.8],
        [20, 1],
        [35, 1.3],
      ].map(([n, factor]) => ({ ...plain(`${n}`), label: `${n} l`, factor, data: { volume: litres(n) } })),
    ),
  bottles: () =>
    of(
      'Volume',
      [
        [500, 0.9],
        [750, 1],
        [1000, 1.15],
      ].map(([n, factor]) => ({
        ...plain(`${n / 1000}`),
        label: `${n} ml`,
        factor,
        data: { volume: { amount: n, unit: 'ml' } },
      })),
    ),
};

/**
 * The size type (absent where there are no sizes) and the variants of a product.
 * @param {import('./tables.mjs').Row} type
 * @param {string} who
 * @param {Draw} draw
 * @param {string | undefined} adjective
 */
export function sizesOf(type, who, draw, adjective) {
  return SCHEMES[type.sizes](who, draw, adjective);
}

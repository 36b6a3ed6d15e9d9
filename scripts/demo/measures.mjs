/**
 * Measures and the attributes with units or numbers that a kind of product has. A cell is a range `min-max` in the
 * column's unit; products of a group share what is drawn. Members that the sizes of a product already state are left
 * to its variants.
 */
import { tableById } from './tables.mjs';

const MEASURES = tableById(`
id           | width   | height  | depth  | length  | weight      | volume
tablelamp    | 18-35   | 30-55   |        |         | 900-2600    |
floorlamp    | 25-45   | 130-165 |        |         | 3000-7500   |
pendant      | 20-60   | 20-45   |        |         | 700-2800    |
armchair     | 68-86   | 72-98   | 70-88  |         | 12000-24000 |
chair        | 42-54   | 76-88   | 46-56  |         | 3800-7200   |
stool        | 30-40   | 42-66   |        |         | 2200-5200   |
sofa         | 158-236 | 72-86   | 84-102 |         | 38000-72000 |
sidetable    | 38-60   | 40-56   |        |         | 3200-9800   |
diningtable  | 85-100  | 73-76   |        | 140-240 | 24000-62000 |
desk         | 100-160 | 73-76   | 50-75  |         | 16000-39000 |
bookcase     | 60-120  | 90-210  | 28-38  |         | 14000-46000 |
basket       | 24-48   | 22-52   |        |         | 400-1600    |
throw        | 120-140 |         |        | 170-200 | 500-1400    |
vase         | 10-24   | 14-42   |        |         | 500-2400    |
candleholder | 6-14    | 8-38    |        |         | 200-1200    |
wallclock    | 22-45   |         | 3-5    |         | 500-1500    |
mug          | 8-10    | 8-11    |        |         | 260-420     | 250-450
bowl         | 12-30   | 6-13    |        |         | 300-1400    | 400-2800
kettle       | 16-22   | 20-27   |        |         | 900-1500    | 1000-1700
weekendbag   | 48-60   | 28-36   | 22-30  |         | 1100-2100   | 32000-52000
backpack     | 26-32   | 38-46   | 12-18  |         | 450-980     | 14000-24000
daypack      | 26-30   | 44-52   | 14-20  |         | 420-900     | 15000-28000
handbag      | 18-36   | 14-28   | 6-14   |         | 350-900     |
scarf        | 30-70   |         |        | 160-200 | 120-320     |
tent2        | 120-145 | 95-115  |        | 210-240 | 1300-2600   |
familytent   | 240-320 | 185-210 |        | 380-560 | 9000-19000  |
sleepingmat  | 51-64   |         |        | 183-198 | 380-950     |
poles        |         |         |        | 110-135 | 360-560     |
headtorch    |         |         |        |         | 60-140      |
stove        | 8-28    | 6-14    |        |         | 75-1900     |
campchair    | 50-62   | 64-98   | 50-64  |         | 900-3900    |
camptable    | 40-70   | 40-70   |        | 55-110  | 900-5200    |
hammock      | 140-200 |         |        | 260-320 | 350-1200    |
sleepingbag  |         |         |        |         | 750-1900    |
hikingpack   |         |         |        |         | 1100-2300   |
drybag       |         |         |        |         | 60-240      |
bottle       |         |         |        |         | 120-360     |
flask        |         |         |        |         | 290-560     |
`);

/**
 * @typedef {import('./tables.mjs').Row} Row
 * @typedef {import('./random.mjs').Draw} Draw
 * @typedef {{ amount: number, unit: string }} Measure
 */

/** @type {Record<string, string>} */
const UNITS = { width: 'cm', height: 'cm', depth: 'cm', length: 'cm', weight: 'g', volume: 'ml' };

/**
 * Heavy and large amounts in the unit that a shop would print.
 * @param {string} member
 * @param {number} amount
 */
function shown(member, amount) {
  if (member === 'weight' && amount >= 3000) return { amount: Math.round(amount / 100) / 10, unit: 'kg' };
  if (member === 'weight') return { amount: Math.round(amount / 10) * 10, unit: 'g' };
  if (member === 'volume' && amount >= 1000) return { amount: Math.round(amount / 100) / 10, unit: 'l' };
  if (member === 'volume') return { amount: Math.round(amount / 10) * 10, unit: 'ml' };
  return { amount, unit: UNITS[member] };
}

/**
 * @param {Row} type
 * @param {Draw} draw
 * @returns measures of a product by member
 */
export function measuresOf(type, draw) {
  const row = MEASURES.get(type.id) ?? {};
  /** @type {Record<string, Measure>} */
  const measures = {};
  for (const member of Object.keys(UNITS)) {
    if (!row[member]) continue;
    const [min, max] = row[member].split('-').map(Number);
    measures[member] = shown(member, draw.between(min, max));
  }
  return measures;
}

/**
 * Custom numbers: persons, lumens, water column in mm, comfort temperature in °C, years of guarantee, pieces.
 * @param {Row} type
 * @param {string} world
 * @param {string | undefined} adjective
 * @param {Draw} draw
 */
export function numbersOf(type, world, adjective, draw) {
  /** @type {Record<string, number>} */
  const numbers = {};
  if (type.id === 'tent2') numbers.persons = 2;
  if (type.id === 'familytent') numbers.persons = draw.between(4, 6);
  if (type.id === 'headtorch') numbers.lumens = draw.between(4, 20) * 50;
  if (type.id === 'sleepingbag') numbers.comfortTemperature = draw.between(-12, 10);
  if (type.id === 'kettle') numbers.watts = draw.pick([1850, 2000, 2200, 2400]);
  if (type.category === 'lighting') numbers.watts = draw.pick([5, 7, 8, 9, 12]);
  if (type.category === 'seating') numbers.maxLoad = draw.pick([100, 110, 120, 150]);
  if (adjective === 'waterproof' && type.category !== 'tools')
    numbers.waterColumn = draw.pick([3000, 5000, 8000, 10000, 20000]);
  if (type.id === 'towel' || type.id === 'socks') numbers.pieces = draw.pick([1, 2, 3]);
  if (world !== 'fashion') numbers.guaranteeYears = draw.pick([2, 3, 5, 10]);
  return numbers;
}

/**
 * Custom lengths: heel of shoes, cable of lamps, seat of chairs, poles when packed.
 * @param {Row} type
 * @param {Draw} draw
 */
export function lengthsOf(type, draw) {
  /** @type {Record<string, Measure>} */
  const lengths = {};
  if (['ankleboots', 'sandals', 'loafers'].includes(type.id)) lengths.heel = { amount: draw.between(1, 7), unit: 'cm' };
  if (type.category === 'lighting') lengths.cable = { amount: draw.between(15, 30) / 10, unit: 'm' };
  if (['chair', 'armchair', 'stool', 'campchair'].includes(type.id)) {
    lengths.seatHeight = { amount: draw.between(28, 48), unit: 'cm' };
  }
  if (type.id === 'poles') lengths.packed = { amount: draw.between(36, 68), unit: 'cm' };
  return lengths;
}

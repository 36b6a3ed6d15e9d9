/**
 * The same measure in the other units that shops state it in: half a litre is on labels as 500 ml, 50 cl, 5 dl, 0.5 l.
 */
import { convert, dimensionOf } from '../../kernel/measures.js';
import { parseDecimal } from '../../kernel/number-text.js';

/** Units that stand for each other, by what they measure; inches and centimetres do not divide exactly. */
const FAMILIES = ['mm cm m km', 'mg g kg', 'ml cl dl l', 'oz lb', 'wh kwh', 'mhz ghz'].map(list => list.split(' '));
/** Factors of units that the kernel's measures do not have, to the smallest unit of the family. */
const THOUSANDS: Record<string, number> = { wh: 1, kwh: 1000, mhz: 1, ghz: 1000 };

/** Smallest and largest amounts that shops state in a unit: neither 0.05 kg nor 20000 g. */
const LEAST = 0.1;
const MOST = 9999;
const MOST_DECIMALS = 2;

/**
 * The words that an amount has in other units, as the scanner writes them: (`1.5`, `kg`) → `1500g`. Exact conversions
 * to short numbers only. `amount` is digits with at most one dot, `unit` as `units.ts` names it; what is neither has
 * no variants.
 */
export function unitVariants(amount: string, unit: string): string[] {
  const value = parseDecimal(amount);
  const family = FAMILIES.find(units => units.includes(unit));
  if (value === undefined || !family) return [];
  const variants: string[] = [];
  for (const other of family) {
    if (other === unit) continue;
    const converted = dimensionOf(unit) ? convert(value, unit, other) : (value * THOUSANDS[unit]) / THOUSANDS[other];
    // Twelve digits: more than any amount has, fewer than where binary fractions show.
    const rounded = Number(converted.toPrecision(12));
    if (rounded < LEAST || rounded > MOST) continue;
    if (rounded !== Number(rounded.toFixed(MOST_DECIMALS))) continue;
    variants.push(rounded + other);
  }
  return variants;
}

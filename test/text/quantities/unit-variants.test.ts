import fc from 'fast-check';
import t from 'tap';
import { analyzerFor } from '../../../src/text/analysis/locale-analyzer.js';
import { unitVariants } from '../../../src/text/quantities/unit-variants.js';

const seed = 20260901;

t.test('a measure is known by its other usual units', async t => {
  const cases: [amount: string, unit: string, variants: string][] = [
    ['500', 'ml', '50cl 5dl 0.5l'],
    ['0.57', 'l', '570ml 57cl 5.7dl'],
    ['1', 'm', '1000mm 100cm'],
    ['1.5', 'kg', '1500g'],
    ['2', 'lb', '32oz'],
    ['1000', 'mhz', '1ghz'],
    ['27', 'inch', ''],
    ['8', 'gb', ''],
    ['0', 'kg', ''],
    ['x', 'kg', ''],
  ];
  for (const [amount, unit, variants] of cases) {
    t.equal(unitVariants(amount, unit).join(' '), variants, `${amount} ${unit}`);
  }
});

t.test('a variant is written as the scanner writes it, and leads back', async () => {
  const analyzer = analyzerFor('en-GB');
  const unit = fc.constantFrom('mm', 'cm', 'm', 'g', 'kg', 'ml', 'cl', 'dl', 'l', 'wh', 'kwh');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), fc.constantFrom(1, 10, 100), unit, (digits, parts, unit) => {
      const amount = String(digits / parts);
      for (const variant of unitVariants(amount, unit)) {
        const [, number, other] = /^([\d.]+)(\D+)$/.exec(variant)!;
        if (analyzer.tokenize(variant)[0].text !== variant) return false;
        if (digits / parts <= 9999 && digits / parts >= 0.1 && !unitVariants(number, other).includes(amount + unit)) {
          return false;
        }
      }
      return true;
    }),
    { seed, numRuns: 2000 },
  );
});

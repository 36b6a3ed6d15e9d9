/**
 * Units of measure as they are written behind numbers, in the languages of the shops: `27 inch`, `27"`, `27 tum` are one
 * word to the index.
 */

const SPELLINGS: Record<string, string> = {
  inch: 'inch inches tum zoll tomme tommer tuuma tuumaa pouce pouces pulgada pulgadas pollice pollici polegada polegadas duim cale cali',
  ft: 'ft feet foot fot fod',
  mm: 'mm millimeter millimeters millimetre millimetres milimetro milimetros',
  cm: 'cm centimeter centimeters centimetre centimetres zentimeter centimetro centimetros centimetri',
  m: 'm meter meters metre metres metro metros metri metriä metr metry metrow',
  km: 'km kilometer kilometers kilometre kilometres',
  mg: 'mg milligram milligrams',
  g: 'g gr gram grams gramm gramme grammes gramos grammi grammaa gramow',
  kg: 'kg kilo kilos kilogram kilograms kilogramm kiloa kilogramow',
  oz: 'oz ounce ounces',
  lb: 'lb lbs',
  ml: 'ml milliliter milliliters millilitre millilitres mililitros',
  cl: 'cl centiliter centilitre',
  dl: 'dl deciliter decilitre',
  l: 'l liter liters litre litres litro litros litri litraa litr litry litrow',
  w: 'w watt watts',
  v: 'v volt volts',
  wh: 'wh',
  kwh: 'kwh',
  mah: 'mah',
  hz: 'hz hertz',
  mhz: 'mhz',
  ghz: 'ghz',
  kb: 'kb kilobyte',
  mb: 'mb megabyte',
  gb: 'gb gigabyte',
  tb: 'tb terabyte',
  mp: 'mp megapixel megapixels',
  den: 'den denier',
  pack: 'pack packs',
};

const BY_SPELLING = new Map<string, string>();
for (const [unit, spellings] of Object.entries(SPELLINGS)) {
  for (const spelling of spellings.split(' ')) BY_SPELLING.set(spelling, unit);
}
const LONGEST = Math.max(...[...BY_SPELLING.keys()].map(spelling => spelling.length));

/** The unit that directly follows a number (`500ml`, `27in`), or undefined. Takes a folded word. */
export function unitBehind(word: string): string | undefined {
  return word === 'in' ? 'inch' : BY_SPELLING.get(word);
}

/** The unit after a space; the words that mean other things as well (`in`, the sizes S M L) do not count there. */
export function unitApart(word: string): string | undefined {
  return word.length < 2 || word.length > LONGEST ? undefined : BY_SPELLING.get(word);
}

/**
 * Units of measure as they are written behind numbers: `27 inch`, `27"`, `27 tum` are one word to the index. Symbols
 * stand here, words with their language; all are understood in every language.
 */
import { Folder } from '../fold/folder.js';
import { knownLanguages } from '../languages/registry.js';
import { wordList } from '../languages/word-list.js';

/** Symbols and names that are written alike in all languages, by the unit that the index knows. */
const SYMBOLS: Readonly<Record<string, string>> = {
  inch: '',
  ft: 'ft',
  mm: 'mm',
  cm: 'cm',
  m: 'm',
  km: 'km',
  mg: 'mg',
  g: 'g gr',
  kg: 'kg',
  oz: 'oz',
  lb: 'lb',
  ml: 'ml',
  cl: 'cl',
  dl: 'dl',
  l: 'l',
  w: 'w watt',
  v: 'v volt',
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
  mp: 'mp megapixel',
  den: 'den denier',
  pack: 'pack',
};

export const UNITS: readonly string[] = Object.keys(SYMBOLS);

let bySpelling: ReadonlyMap<string, string> | undefined;
let longest = 0;

/** Folded spelling → unit. Made when the first number is read, so that all languages are known by then. */
function spellings(): ReadonlyMap<string, string> {
  if (bySpelling) return bySpelling;
  const map = new Map<string, string>();
  for (const [unit, symbols] of Object.entries(SYMBOLS)) for (const symbol of wordList(symbols)) map.set(symbol, unit);
  for (const { writing, units } of knownLanguages()) {
    const folder = new Folder(writing.alphabet);
    for (const [unit, words] of Object.entries(units))
      for (const word of wordList(words)) map.set(folder.fold(word), unit);
  }
  longest = Math.max(...[...map.keys()].map(spelling => spelling.length));
  return (bySpelling = map);
}

/** The unit that directly follows a number (`500ml`, `27in`), or undefined. Takes a folded word. */
export function unitBehind(word: string): string | undefined {
  return word === 'in' ? 'inch' : spellings().get(word);
}

/** The unit after a space; the words that mean other things as well (`in`, the sizes S M L) do not count there. */
export function unitApart(word: string): string | undefined {
  const units = spellings();
  return word.length < 2 || word.length > longest ? undefined : units.get(word);
}

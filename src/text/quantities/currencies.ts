/**
 * How amounts of money are marked: signs and words of the currencies that shoppers type, and whether they stand for one
 * currency alone.
 */
import { knownLanguages, languageOf } from '../languages/registry.js';
import { wordList } from '../languages/word-list.js';

/** ISO code → signs and codes that are written alike in all languages; `*` for those that several currencies share. */
const SIGNS: Readonly<Record<string, string>> = {
  EUR: '€ eur',
  GBP: '£ gbp',
  SEK: 'sek',
  DKK: 'dkk',
  NOK: 'nok',
  USD: 'usd',
  PLN: 'pln',
  CHF: 'chf',
  '*': '$',
};

/** For an unknown language: `kr` is the crown of some country. */
const ELSEWHERE: Readonly<Record<string, string>> = { '*': 'kr' };

export type Currencies = ReadonlyMap<string, string | undefined>;

/** Folded sign or word → ISO code, or undefined where it is money but no certain currency. */
export function currenciesOf(code: string, fold: (text: string) => string): Currencies {
  const currencies = new Map<string, string | undefined>();
  const everywhere = knownLanguages().map(language => language.currencies.everywhere);
  for (const table of [SIGNS, ...everywhere, languageOf(code)?.currencies.here ?? ELSEWHERE]) {
    for (const [currency, words] of Object.entries(table)) {
      for (const word of wordList(words)) currencies.set(fold(word), currency === '*' ? undefined : currency);
    }
  }
  return currencies;
}

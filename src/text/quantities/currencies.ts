/**
 * How amounts of money are marked: signs and words of the currencies that shoppers type, and whether they stand for one
 * currency alone.
 */

/** ISO code → signs and words, folded nowhere. `*` stands for words of money that several currencies share. */
const WORDS: Record<string, string> = {
  EUR: '€ eur euro euros euroa euron eurolla euroon eurot euri eurów',
  GBP: '£ gbp pound pounds quid',
  SEK: 'sek',
  DKK: 'dkk',
  NOK: 'nok',
  USD: 'usd',
  PLN: 'pln zł złoty złote złotych zloty zlotych',
  CHF: 'chf franken',
  '*': '$ dollar dollars dólares dollari',
};

/** Words that are a currency in one language, and another or none elsewhere. */
const OF_LANGUAGE: Record<string, Record<string, string>> = {
  sv: { SEK: 'kr kronor krona' },
  da: { DKK: 'kr kroner krone' },
  nb: { NOK: 'kr kroner krone' },
  nn: { NOK: 'kr kroner krone' },
  no: { NOK: 'kr kroner krone' },
  fi: { EUR: 'e', '*': 'kr kruunua' },
};
const OTHERWISE: Record<string, string> = { '*': 'kr' };

export type Currencies = ReadonlyMap<string, string | undefined>;

/** Folded sign or word → ISO code, or undefined where it is money but no certain currency. */
export function currenciesOf(language: string, fold: (text: string) => string): Currencies {
  const currencies = new Map<string, string | undefined>();
  for (const table of [WORDS, OF_LANGUAGE[language] ?? OTHERWISE]) {
    for (const [code, words] of Object.entries(table)) {
      for (const word of words.split(' ')) currencies.set(fold(word), code === '*' ? undefined : code);
    }
  }
  return currencies;
}

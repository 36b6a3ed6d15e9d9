/**
 * Alphabets: which accented letters are letters of their own in a language, and what foreign letters are folded to.
 * Languages that share an alphabet share one object, and with it the fold tables of 128 KB that each thread keeps.
 */
export interface Alphabet {
  /** Letters of their own, never folded. */
  own: string;
  /** What stands for letters of other alphabets, and for those that have no decomposition. */
  spelled: Readonly<Record<string, string>>;
}

const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ς: 'σ',
  ё: 'е',
};

/** Every letter is folded to its base: the alphabet of languages that no other is given for. */
export const BASIC_ALPHABET: Alphabet = { own: '', spelled: SPELLED };
/** A Danish brand in a Swedish shop is typed with the Swedish letters, and the other way round. */
export const SWEDISH_ALPHABET: Alphabet = { own: 'åäö', spelled: { ...SPELLED, æ: 'ä', ø: 'ö' } };
export const DANISH_ALPHABET: Alphabet = { own: 'æøå', spelled: { ...SPELLED, ä: 'æ', ö: 'ø' } };
export const GERMAN_ALPHABET: Alphabet = { own: 'äöü', spelled: SPELLED };
/** Nails (uñas) are not some (unas). */
export const SPANISH_ALPHABET: Alphabet = { own: 'ñ', spelled: SPELLED };

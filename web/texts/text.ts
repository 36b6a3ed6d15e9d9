/**
 * What the page itself says, in the languages of the demo catalog; English stands in for others.
 */
import { DE } from './de.js';
import { EN, type TextKey, type Texts } from './en.js';
import { FI } from './fi.js';
import { SV } from './sv.js';

const LANGUAGES = new Map<string | undefined, Texts>([
  ['de', DE],
  ['en', EN],
  ['fi', FI],
  ['sv', SV],
]);

let texts: Texts = EN;

/** @param locale such as `sv-SE` */
export function speak(locale: string): void {
  texts = LANGUAGES.get(locale.split('-')[0]) ?? EN;
  document.documentElement.lang = locale;
}

/** @param values what stands for `{0}`, `{1}` */
export function t(key: TextKey, ...values: (string | number)[]): string {
  return values.reduce<string>((text, value, i) => text.replace(`{${i}}`, () => String(value)), texts[key]);
}

/** The text of a key that comes from elsewhere (an attribute of the catalog, an algorithm), if there is one. */
export const textOf = (key: string): string | undefined =>
  Object.hasOwn(texts, key) ? texts[key as TextKey] : undefined;

/** Begins with a capital letter, in the language of the browser. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/**
 * What the page itself says, in the languages of the demo catalog; English stands in for others.
 */
import { DE } from './de.js';
import { EN } from './en.js';
import { FI } from './fi.js';
import { SV } from './sv.js';

const TEXTS = { de: DE, en: EN, fi: FI, sv: SV };

let texts = EN;

/** @param {string} locale such as `sv-SE` */
export function speak(locale) {
  texts = TEXTS[locale.split('-')[0]] ?? EN;
  document.documentElement.lang = locale;
}

/** @param {string} key @param {...unknown} values what stands for `{0}`, `{1}` */
export function t(key, ...values) {
  return values.reduce((text, value, i) => text.replace(`{${i}}`, () => String(value)), texts[key]);
}

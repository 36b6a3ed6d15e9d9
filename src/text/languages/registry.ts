/** The languages that the engine knows, by their subtags. */
import { danish } from './da.js';
import { german } from './de.js';
import { english } from './en.js';
import { spanish } from './es.js';
import { finnish } from './fi.js';
import { french } from './fr.js';
import { italian } from './it.js';
import type { Language } from './language.js';
import { dutch } from './nl.js';
import { norwegian } from './no.js';
import { polish } from './pl.js';
import { portuguese } from './pt.js';
import { swedish } from './sv.js';
import { PLAIN_WRITING, WRITING_ALONE, type Writing } from './writing.js';

const languages = new Set<Language>();
const byCode = new Map<string, Language>();

/**
 * Makes a language known under its codes. To be called before a text is analyzed: what is derived from the languages is
 * made once and kept.
 * @throws RangeError when another language has one of the codes
 */
export function registerLanguage(language: Language): void {
  for (const code of language.codes) {
    if (byCode.has(code)) throw new RangeError(`language ${code}: found a second one, expected each code once`);
    byCode.set(code, language);
  }
  languages.add(language);
}

for (const language of [
  english,
  swedish,
  danish,
  norwegian,
  finnish,
  german,
  dutch,
  french,
  spanish,
  italian,
  portuguese,
  polish,
]) {
  registerLanguage(language);
}

export function knownLanguages(): readonly Language[] {
  return [...languages];
}

/** The language of a subtag such as `sv`, or undefined for one that is not known. */
export function languageOf(code: string): Language | undefined {
  return byCode.get(code);
}

/** How a language is written; plainly where nothing is known of it. */
export function writingOf(code: string): Writing {
  return byCode.get(code)?.writing ?? WRITING_ALONE.get(code) ?? PLAIN_WRITING;
}

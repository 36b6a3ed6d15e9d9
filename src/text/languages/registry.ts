/** The supported languages by subtag. */
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
 * Registers a language under its codes. Must be called before a text is analyzed, because data derived from the
 * languages is computed once and kept.
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

/** The writing of a language; `PLAIN_WRITING` for an unknown one. */
export function writingOf(code: string): Writing {
  return byCode.get(code)?.writing ?? WRITING_ALONE.get(code) ?? PLAIN_WRITING;
}

/**
 * Search settings of a shop: synonyms, stop words, redirects, and the products pinned, buried or boosted for a phrase.
 * There are settings for a locale, for a language (all of its locales) and for `*` (all locales), each stored as one
 * document in the form of the import: published settings under `search|KEY`, their previews under `search-preview|KEY`.
 */
import { type Static, Type } from 'typebox';
import type { Documents } from '../documents.js';
import { ANY } from '../view.js';
import { list, MAX_PINNED, ProductKey, Rules, strictObject, text } from './schema-members.js';

/** Limits for one locale. */
export const MAX_SYNONYMS = 5000;
export const MAX_STOP_WORDS = 2000;
export const MAX_REDIRECTS = 2000;
export const MAX_PHRASE_RULES = 2000;
/** Limit for a group of synonyms, and for each side of one-way synonyms. */
export const MAX_SYNONYM_WORDS = 50;
/** Limit for one redirect or rule. */
export const MAX_PHRASES = 20;
export const MAX_PHRASE = 200;
export const MAX_BURIED = 1000;
export const MAX_BOOSTS = 20;
/** Weights are added to scores; they are from -MAX_WEIGHT to MAX_WEIGHT. */
export const MAX_WEIGHT = 10;
const MAX_LINK = 2000;

const SynonymWord = text(1, 100);
const Phrases = Type.Array(text(1, MAX_PHRASE), {
  minItems: 1,
  maxItems: MAX_PHRASES,
  description: `a list of 1 to ${MAX_PHRASES} phrases`,
});

function synonymWords(min: number) {
  const description = `a list of ${min} to ${MAX_SYNONYM_WORDS} words`;
  return Type.Array(SynonymWord, { minItems: min, maxItems: MAX_SYNONYM_WORDS, description });
}

/** Each entry may be several words. */
export const SynonymGroup = strictObject('words that stand for each other, or from and to where they do so one way', {
  words: Type.Optional(synonymWords(2)),
  from: Type.Optional(synonymWords(1)),
  to: Type.Optional(synonymWords(1)),
});

export const SearchRedirect = strictObject('a redirect', {
  phrases: Phrases,
  link: Type.String({
    maxLength: MAX_LINK,
    pattern: '^(https?://[^\\s/\\\\]\\S*|/(?![/\\\\])\\S*)$',
    description: 'a link: an http or https URL, or a path that begins with /',
  }),
});

export const PHRASE_MATCHES = ['EXACT', 'CONTAINS'] as const;

export const PhraseBoost = strictObject('a boost', {
  rules: Rules,
  weight: Type.Number({
    minimum: -MAX_WEIGHT,
    maximum: MAX_WEIGHT,
    description: `a number from -${MAX_WEIGHT} to ${MAX_WEIGHT} that is not 0`,
  }),
});

export const PhraseBurial = strictObject('what to bury', {
  products: Type.Optional(list(ProductKey, 'product keys', MAX_BURIED)),
  rules: Type.Optional(Rules),
});

export const PhraseRule = strictObject('a rule for phrases', {
  phrases: Phrases,
  match: Type.Optional(Type.Enum([...PHRASE_MATCHES])),
  pin: Type.Optional(list(ProductKey, 'product keys', MAX_PINNED)),
  bury: Type.Optional(PhraseBurial),
  boost: Type.Optional(list(PhraseBoost, 'boosts', MAX_BOOSTS)),
});

export const LocaleSearchSettings = strictObject('search settings of a locale', {
  synonyms: Type.Optional(list(SynonymGroup, 'groups of synonyms', MAX_SYNONYMS)),
  stopWords: Type.Optional(
    list(
      Type.String({ pattern: '^\\S{1,50}$', description: 'a single word of 1 to 50 characters' }),
      'words',
      MAX_STOP_WORDS,
    ),
  ),
  redirects: Type.Optional(list(SearchRedirect, 'redirects', MAX_REDIRECTS)),
  rules: Type.Optional(list(PhraseRule, 'rules', MAX_PHRASE_RULES)),
});

/** Body of the import, which replaces the settings of the locales that it names, and of the export. */
export const SearchSettings = strictObject('search settings', {
  locales: Type.Record(Type.String(), LocaleSearchSettings, {
    description: 'search settings by locale, by language for all of its locales, or under * for all',
  }),
  previewOnly: Type.Optional(Type.Boolean()),
});

/** Body of a request to publish previews: those of `locales`, by default all. */
export const SearchSettingsPublication = strictObject('previews to publish', {
  locales: Type.Optional(list(Type.String({ description: 'a locale, a language or *' }), 'locales')),
});

/** A query for one of `words` also matches the others. */
export interface TwoWaySynonym {
  words: string[];
}

/** A query for one of `from` also matches `to`, but not the other way round. */
export interface OneWaySynonym {
  from: string[];
  to: string[];
}

export type Synonym = TwoWaySynonym | OneWaySynonym;
export type SearchRedirect = Static<typeof SearchRedirect>;
export type PhraseRule = Static<typeof PhraseRule>;
/** As stored: the import has checked that each group of synonyms is either two-way or one-way. */
export type LocaleSearchSettings = Omit<Static<typeof LocaleSearchSettings>, 'synonyms'> & { synonyms?: Synonym[] };
export type SearchSettings = Omit<Static<typeof SearchSettings>, 'locales'> & {
  locales: Record<string, LocaleSearchSettings>;
};

export type SearchLayer = 'search' | 'search-preview';

/** @param key a locale, a language or ANY */
export function searchKey(layer: SearchLayer, key: string): string {
  return `${layer}|${key}`;
}

/** The keys of the settings that apply to a locale, the most specific first. */
export function searchKeysFor(locale: string): string[] {
  return [...new Set([locale, locale.split('-', 1)[0]!, ANY])];
}

/** The settings of one layer by locale, language or ANY. */
export function settingsOfLayer(documents: Documents, layer: SearchLayer): Map<string, LocaleSearchSettings> {
  const prefix = searchKey(layer, '');
  const entries = documents.entries<LocaleSearchSettings>(prefix);
  return new Map(Array.from(entries, ({ key, record }) => [key.slice(prefix.length), record]));
}

/**
 * All settings, in the form of the import.
 * @param previewed as they would be if all previews were published now
 */
export function exportSearchSettings(documents: Documents, previewed: boolean): SearchSettings {
  const layers = [
    settingsOfLayer(documents, 'search'),
    ...(previewed ? [settingsOfLayer(documents, 'search-preview')] : []),
  ];
  const entries = layers.flatMap(layer => [...layer]);
  return { locales: Object.fromEntries([...new Map(entries)].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

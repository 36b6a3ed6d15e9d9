/**
 * Search settings of a shop: synonyms, stop words, redirects, and what is pinned, buried or boosted for a phrase. Each
 * locale has its own, a language some for all of its locales, and `*` some for all. Stored as one document a key, in
 * the form of the import: under `search|KEY` what is published, under `search-preview|KEY` what is to take its place.
 */
import { type Static, Type } from 'typebox';
import type { Documents } from '../documents.js';
import { ANY } from '../view.js';
import { list, MAX_PINNED, ProductKey, Rules, strict, text } from './page-members.js';

/** Of one locale. */
export const MAX_SYNONYMS = 5000;
export const MAX_STOP_WORDS = 2000;
export const MAX_REDIRECTS = 2000;
export const MAX_PHRASE_RULES = 2000;
/** Of one group of synonyms, and of each side where they go one way. */
export const MAX_SYNONYM_WORDS = 50;
/** Of one redirect or rule. */
export const MAX_PHRASES = 20;
export const MAX_PHRASE = 200;
export const MAX_BURIED = 1000;
export const MAX_BOOSTS = 20;
/** A weight is points of score, this many up or down. */
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

/** Each may be several words. */
export const SynonymGroup = strict('words that stand for each other, or from and to where they do so one way', {
  words: Type.Optional(synonymWords(2)),
  from: Type.Optional(synonymWords(1)),
  to: Type.Optional(synonymWords(1)),
});

export const SearchRedirect = strict('a redirect', {
  phrases: Phrases,
  link: Type.String({
    maxLength: MAX_LINK,
    pattern: '^(https?://[^\\s/\\\\]\\S*|/(?![/\\\\])\\S*)$',
    description: 'a link: an http or https URL, or a path that begins with /',
  }),
});

export const PHRASE_MATCHES = ['EXACT', 'CONTAINS'] as const;

export const PhraseBoost = strict('a boost', {
  rules: Rules,
  weight: Type.Number({
    minimum: -MAX_WEIGHT,
    maximum: MAX_WEIGHT,
    description: `a number from -${MAX_WEIGHT} to ${MAX_WEIGHT} that is not 0`,
  }),
});

export const PhraseBurial = strict('what to bury', {
  products: Type.Optional(list(ProductKey, 'product keys', MAX_BURIED)),
  rules: Type.Optional(Rules),
});

export const PhraseRule = strict('a rule for phrases', {
  phrases: Phrases,
  match: Type.Optional(Type.Enum([...PHRASE_MATCHES])),
  pin: Type.Optional(list(ProductKey, 'product keys', MAX_PINNED)),
  bury: Type.Optional(PhraseBurial),
  boost: Type.Optional(list(PhraseBoost, 'boosts', MAX_BOOSTS)),
});

export const LocaleSearchSettings = strict('search settings of a locale', {
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

/** Body of the import, which replaces those of the locales that it names, and of the export. */
export const SearchSettings = strict('search settings', {
  locales: Type.Record(Type.String(), LocaleSearchSettings, {
    description: 'search settings by locale, by language for all of its locales, or under * for all',
  }),
  previewOnly: Type.Optional(Type.Boolean()),
});

/** Body of the order to publish previews: those named, or all. */
export const SearchSettingsPublication = strict('previews to publish', {
  locales: Type.Optional(list(Type.String({ description: 'a locale, a language or *' }), 'locales')),
});

/** Whoever searches for one of `words` finds the others too. */
export interface TwoWaySynonym {
  words: string[];
}

/** Whoever searches for one of `from` finds `to` too, and not the other way round. */
export interface OneWaySynonym {
  from: string[];
  to: string[];
}

export type Synonym = TwoWaySynonym | OneWaySynonym;
export type SearchRedirect = Static<typeof SearchRedirect>;
export type PhraseRule = Static<typeof PhraseRule>;
/** As stored: an import makes sure that synonyms are of one kind. */
export type LocaleSearchSettings = Omit<Static<typeof LocaleSearchSettings>, 'synonyms'> & { synonyms?: Synonym[] };
export type SearchSettings = Omit<Static<typeof SearchSettings>, 'locales'> & {
  locales: Record<string, LocaleSearchSettings>;
};

export type SearchLayer = 'search' | 'search-preview';

/** @param key a locale, a language or ANY */
export function searchKey(layer: SearchLayer, key: string): string {
  return `${layer}|${key}`;
}

/** What settings a locale has are kept under, the most specific first. */
export function searchKeysOf(locale: string): string[] {
  return [...new Set([locale, locale.split('-', 1)[0]!, ANY])];
}

/** The settings of one layer by what they are kept under. */
export function searchLayer(documents: Documents, layer: SearchLayer): Map<string, LocaleSearchSettings> {
  const prefix = searchKey(layer, '');
  const entries = documents.entries<LocaleSearchSettings>(prefix);
  return new Map(Array.from(entries, ({ key, record }) => [key.slice(prefix.length), record]));
}

/** Everything there is, to be imported as it is; with `previewed`, as it will be once previews are published. */
export function exportSearchSettings(documents: Documents, previewed: boolean): SearchSettings {
  const layers = [searchLayer(documents, 'search'), ...(previewed ? [searchLayer(documents, 'search-preview')] : [])];
  const entries = layers.flatMap(layer => [...layer]);
  return { locales: Object.fromEntries([...new Map(entries)].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

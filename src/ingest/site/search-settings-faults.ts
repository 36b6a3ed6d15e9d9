/** Faults of search settings that a schema cannot find. Members with faults of the schema may be missing. */
import type {
  LocaleSearchSettings,
  PhraseRule,
  SearchSettings,
  Synonym,
} from '../../catalog/site/search-settings-document.js';
import { ANY, isLocale } from '../../catalog/view.js';
import type { Fault } from '../../errors/problem.js';
import { quote } from '../../kernel/quote.js';
import { escapePointer } from '../../kernel/schema-faults.js';
import { type Analyzer, analyzerFor, phraseKey } from '../../text/index.js';
import { rulesFaults } from './rules-faults.js';

/**
 * @param settings without the members that have faults of the schema
 * @param found those faults; members that are missing because of them are not reported
 */
export function searchSettingsFaults({ locales }: SearchSettings, found: readonly Fault[]): Fault[] {
  return Object.entries(locales).flatMap(([key, settings]) => {
    const path = `/locales/${escapePointer(key)}`;
    if (key !== ANY && !isLocale(key)) {
      return [{ path, message: `found ${quote(key)}, expected a locale like en-GB, a language like en, or *` }];
    }
    const faults = localeFaults(path, settings, analyzerFor(key));
    return faults.filter(fault => !found.some(other => other.path.startsWith(`${fault.path}/`)));
  });
}

function localeFaults(path: string, settings: LocaleSearchSettings, analyzer: Analyzer): Fault[] {
  const { synonyms, stopWords, redirects, rules } = settings;
  const faults: Fault[] = [];
  synonyms?.forEach((synonym, i) => {
    faults.push(...synonymFaults(`${path}/synonyms/${i}`, synonym, analyzer));
  });
  faults.push(...wordlessFaults(`${path}/stopWords`, stopWords, analyzer));
  redirects?.forEach(({ phrases }, i) => {
    faults.push(...wordlessFaults(`${path}/redirects/${i}/phrases`, phrases, analyzer));
  });
  faults.push(...repeatedFaults(`${path}/redirects`, redirects, analyzer));
  rules?.forEach((rule, i) => {
    faults.push(...ruleFaults(`${path}/rules/${i}`, rule, analyzer));
  });
  return faults;
}

function synonymFaults(path: string, synonym: Synonym, analyzer: Analyzer): Fault[] {
  const { words, from, to } = synonym as { words?: string[]; from?: string[]; to?: string[] };
  const given = Object.keys(synonym).sort().join(' and ');
  const faults: Fault[] = [];
  if (given !== 'words' && given !== 'from and to') {
    faults.push({ path, message: `found ${given || 'nothing'}, expected either words, or from and to` });
  }
  for (const [name, list] of Object.entries({ words, from, to })) {
    faults.push(...wordlessFaults(`${path}/${name}`, list, analyzer));
  }
  return faults;
}

/** Faults of texts without words, which no query can match. */
function wordlessFaults(path: string, texts: readonly string[] | undefined, analyzer: Analyzer): Fault[] {
  const faults: Fault[] = [];
  texts?.forEach((text, i) => {
    if (phraseKey(text, analyzer) !== '') return;
    faults.push({ path: `${path}/${i}`, message: `found ${quote(text)}, expected text with a letter or digit` });
  });
  return faults;
}

/** Faults of phrases that have two redirects. */
function repeatedFaults(path: string, redirects: LocaleSearchSettings['redirects'], analyzer: Analyzer): Fault[] {
  const first = new Map<string, string>();
  const faults: Fault[] = [];
  redirects?.forEach(({ phrases }, i) => {
    phrases?.forEach((phrase, k) => {
      const key = phraseKey(phrase, analyzer);
      const at = `${path}/${i}/phrases/${k}`;
      const known = first.get(key);
      if (key === '') return;
      if (known === undefined) first.set(key, at);
      else
        faults.push({
          path: at,
          message: `found ${quote(phrase)}, which is the phrase ${known} too, expected another`,
        });
    });
  });
  return faults;
}

function ruleFaults(path: string, { phrases, pin, bury, boost }: PhraseRule, analyzer: Analyzer): Fault[] {
  const faults = wordlessFaults(`${path}/phrases`, phrases, analyzer);
  if (!pin && !bury && !boost) {
    faults.push({ path, message: 'found none of pin, bury and boost, expected at least one' });
  }
  faults.push(...rulesFaults(`${path}/bury/rules`, bury?.rules));
  boost?.forEach(({ rules, weight }, i) => {
    faults.push(...rulesFaults(`${path}/boost/${i}/rules`, rules));
    if (weight === 0) {
      faults.push({ path: `${path}/boost/${i}/weight`, message: 'found 0, expected a weight other than 0' });
    }
  });
  return faults;
}

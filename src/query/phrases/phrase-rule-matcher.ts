/**
 * The search settings of a locale, indexed by phrase: finds the redirect and the rules that apply to a text. A text
 * costs one look-up for itself, and one for each run of its words for rules on a part of the text, whatever the number
 * of rules.
 */
import type { LocaleSearchSettings, PhraseRule, Synonym } from '../../catalog/site/search-settings-document.js';
import { type Analyzer, phraseKey, stemsOf } from '../../text/index.js';

/** The synonyms and stop words of search settings, as imported. */
export interface SearchWords {
  synonyms: readonly Synonym[];
  stopWords: readonly string[];
}

/** Settings, with a name that is unique among those of the view. */
export interface NamedSettings {
  name: string;
  settings: LocaleSearchSettings;
}

export interface NamedRule {
  name: string;
  rule: PhraseRule;
  /** Order among all rules: those of more specific settings first, then in the order of their import. */
  rank: number;
}

export class PhraseRuleMatcher {
  readonly words: SearchWords;
  private readonly redirects = new Map<string, string>();
  private readonly exact = new Map<string, NamedRule[]>();
  private readonly contained = new Map<string, NamedRule[]>();
  private longestContained = 0;

  /** @param merged all settings that apply, the most specific first */
  constructor(
    merged: readonly NamedSettings[],
    private readonly analyzer: Analyzer,
  ) {
    this.words = {
      synonyms: merged.flatMap(({ settings }) => settings.synonyms ?? []),
      stopWords: [...new Set(merged.flatMap(({ settings }) => settings.stopWords ?? []))],
    };
    let rank = 0;
    for (const { name, settings } of merged) {
      for (const { phrases, link } of settings.redirects ?? []) this.addRedirect(phrases, link);
      settings.rules?.forEach((rule, i) => {
        this.addRule({ name: `${name}/rules/${i}`, rule, rank: rank++ });
      });
    }
  }

  /** The link of the redirect whose phrase equals the text. */
  redirect(q: string): string | undefined {
    return this.redirects.size === 0 ? undefined : this.redirects.get(phraseKey(q, this.analyzer));
  }

  /**
   * Rules whose phrase equals the text, then rules whose phrase it contains, longer phrases first; ties by rank. No
   * rule twice.
   */
  rulesFor(q: string): NamedRule[] {
    if (this.exact.size + this.contained.size === 0) return [];
    const stems = stemsOf(q, this.analyzer);
    const exact = this.exact.get(stems.join('')) ?? [];
    const contained = [...this.containedIn(stems)].flatMap(([key, rules]) =>
      rules.map(named => ({ named, length: key.length })),
    );
    contained.sort((a, b) => b.length - a.length || a.named.rank - b.named.rank);
    return [...new Set([...exact, ...contained.map(({ named }) => named)])];
  }

  /** Rules whose phrase the text contains, by key of the phrase. */
  private containedIn(stems: readonly string[]): Map<string, NamedRule[]> {
    const found = new Map<string, NamedRule[]>();
    for (let from = 0; from < stems.length; from++) {
      let key = '';
      for (let at = from; at < stems.length; at++) {
        key += stems[at];
        if (key.length > this.longestContained) break;
        const rules = this.contained.get(key);
        if (rules) found.set(key, rules);
      }
    }
    return found;
  }

  private addRedirect(phrases: readonly string[], link: string): void {
    for (const phrase of phrases) {
      const key = phraseKey(phrase, this.analyzer);
      if (key !== '' && !this.redirects.has(key)) this.redirects.set(key, link);
    }
  }

  private addRule(named: NamedRule): void {
    const { phrases, match = 'EXACT' } = named.rule;
    const rules = match === 'EXACT' ? this.exact : this.contained;
    for (const key of new Set(phrases.map(phrase => phraseKey(phrase, this.analyzer)))) {
      if (key === '') continue;
      const there = rules.get(key);
      if (there) there.push(named);
      else rules.set(key, [named]);
      if (match === 'CONTAINS') this.longestContained = Math.max(this.longestContained, key.length);
    }
  }
}

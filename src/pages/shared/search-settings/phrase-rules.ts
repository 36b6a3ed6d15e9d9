/**
 * The search settings for one locale of a view: redirects, and the pinned, buried and boosted products of a text as
 * ordinals. Rules are prepared when a text first matches them.
 */

import { parseRules } from '../../../catalog/rules/parse-rules.js';
import type { RuleExpression } from '../../../catalog/rules/rule-expression.js';
import { type Bitmap, emptyBitmap, fullBitmap, orInto, setBit } from '../../../kernel/bitmap.js';
import { EVERYTHING, passingProducts } from '../../../query/filters/filter.js';
import type { RulePlanner } from '../../../query/filters/rule-planner.js';
import type { PhraseBoost, PhraseEffects } from '../../../query/matching/phrase-effects.js';
import type { NamedRule, PhraseRuleMatcher } from '../../../query/phrases/phrase-rule-matcher.js';
import type { QueryContext } from '../../../query/query-context.js';
import { Lexicon, lexiconOf } from '../../../query/understanding/lexicon.js';
import type { View } from '../../../snapshot/index.js';
import { isDated } from '../configurations/page-configuration.js';
import type { RuleProductsCache } from '../filters/rule-products-cache.js';

interface Selector {
  /** Unique among the rules that are kept of the view. */
  name: string;
  /** As imported. */
  text: string;
  rules: RuleExpression;
  dated: boolean;
}

/** A rule with its keys looked up and its expressions parsed. */
interface ReadyRule {
  pins: number[];
  buried: number[];
  bury?: Selector;
  boosts: (Selector & { weight: number })[];
}

export class PhraseRules {
  private readonly ready = new Map<string, ReadyRule>();
  private compiled: Lexicon | undefined;

  constructor(
    private readonly phrases: PhraseRuleMatcher,
    private readonly view: View,
    private readonly planner: RulePlanner,
    private readonly kept: RuleProductsCache,
  ) {}

  /** The lexicon of the language and the shop. */
  get lexicon(): Lexicon {
    const { synonyms, stopWords } = this.phrases.words;
    if (synonyms.length + stopWords.length === 0) return lexiconOf(this.view.analyzer);
    this.compiled ??= new Lexicon(this.view.analyzer, this.phrases.words);
    return this.compiled;
  }

  /** The link that a text redirects to. */
  redirect(q: string): string | undefined {
    return this.phrases.redirect(q);
  }

  /** The rules that apply to a text, as imported. */
  rulesFor(q: string): NamedRule[] {
    return this.phrases.rulesFor(q);
  }

  /** The effects of rules on the match of a text; undefined: none. */
  effects(q: string, query: QueryContext): PhraseEffects | undefined {
    const rules = this.phrases.rulesFor(q).map(named => this.readyRule(named));
    if (rules.length === 0) return undefined;
    const boosts = rules.flatMap(({ boosts }) =>
      boosts.map(
        (boost): PhraseBoost => ({
          products: this.products(boost, query),
          weight: boost.weight,
          rule: boost.text,
        }),
      ),
    );
    return { pins: [...new Set(rules.flatMap(({ pins }) => pins))], buried: this.buried(rules, query), boosts };
  }

  private buried(rules: readonly ReadyRule[], query: QueryContext): Bitmap | undefined {
    const some = rules.filter(({ buried, bury }) => bury || buried.length > 0);
    if (some.length === 0) return undefined;
    const products = emptyBitmap(this.view.structure.productCount);
    for (const { buried, bury } of some) {
      for (const product of buried) setBit(products, product);
      if (bury) orInto(products, this.products(bury, query));
    }
    return products;
  }

  private products({ name, rules, dated }: Selector, query: QueryContext): Bitmap {
    const { structure } = this.view;
    const { within } = this.kept.get(name, dated, query, () => {
      const passing = passingProducts(this.planner.expression(rules, query.offers, query.nowMs), structure);
      return { filter: passing ? { products: passing } : EVERYTHING, within: passing };
    });
    return within ?? fullBitmap(structure.productCount);
  }

  private readyRule({ name, rule: { pin, bury, boost = [] } }: NamedRule): ReadyRule {
    let ready = this.ready.get(name);
    if (!ready) {
      ready = {
        pins: this.ordinals(pin),
        buried: this.ordinals(bury?.products),
        ...(bury?.rules !== undefined && { bury: selector(`${name}/bury`, bury.rules) }),
        boosts: boost.map(({ rules, weight }, i) => ({ ...selector(`${name}/boost/${i}`, rules), weight })),
      };
      this.ready.set(name, ready);
    }
    return ready;
  }

  /** Ordinals of the products that the view has. */
  private ordinals(keys: readonly string[] = []): number[] {
    return keys.map(key => this.view.structure.products.find(key)).filter(ordinal => ordinal >= 0);
  }
}

function selector(name: string, text: string): Selector {
  const rules = parseRules(text);
  return { name, text, rules, dated: isDated(rules) };
}

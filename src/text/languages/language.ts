/**
 * What a language is to the engine, as data: each file of this folder that is named by a subtag holds one object of
 * this shape, and nothing of that language stands elsewhere but its stemmer. A further language is one such file, a
 * stemmer in `../stem`, and a line in `registry.ts`; `test/text/languages` tells what is missing or contradicts itself.
 *
 * Lists are texts as they are written in the language, accents and capitals included: the modules that use them fold
 * them. Words are separated by spaces, phrases by commas, groups by semicolons.
 *
 * The words in which responses name colours, badges and facets are no part of this: they stand with what writes them
 * (`index/color-names.ts`, `index/badges.ts`, the wording of pages) and fall back to English.
 */
import type { Writing } from './writing.js';

export interface Language {
  /** Subtags (ISO 639); the first is the name of the file. */
  codes: readonly [string, ...string[]];
  writing: Writing;
  /** The stem of a folded word of more than three letters. */
  stem: (word: string) => string;
  /**
   * Words that the stemmer gets wrong in a shop: irregular plurals, and words whose stem would mean another thing
   * (`earring` is no `ear`, `shorts` are not `short`). Groups of a stem, a colon, and the further words that have it.
   */
  irregularStems: string;
  /** Function words, few and certain. They weigh little in a query; they are not removed. */
  stopWords: string;
  functionWords: FunctionWords;
  /** Whether the head noun of a run of nouns is its first word (robe chemise) or its last (shirt dress). */
  headFirst: boolean;
  /** Whether words that describe a thing follow its form (röda skor): the name of a colour is no such word, then. */
  agreeing: boolean;
  /** Absent: the language writes the parts of a compound apart. */
  compounds?: CompoundRules;
  numberWords: NumberWords;
  /**
   * Unit → words for it, besides its symbol. They are understood in texts of all languages; the units are those of
   * `quantities/units.ts`.
   */
  units: Readonly<Record<string, string>>;
  currencies: CurrencyWords;
  bounds: BoundLists;
  /**
   * Words that shoppers use for the same thing, where that holds nearly always: groups of words or phrases with commas
   * between them; `a > b, c` leads one way, and `a >> b, c` both ways between a wider word and narrower ones, where the word
   * that is searched has no products itself. Inflections need no entry where stems agree.
   */
  thesaurus: string;
}

/**
 * What function words mean in a search. A word is listed only when it means that in nearly every search; words that
 * name products, brands or attributes somewhere stay out, however often they are asked with.
 */
export interface FunctionWords {
  /**
   * Words that take away what follows: `certain` ones (without, utan) always, `possible` ones (no, inte) only before a
   * word of the catalog, and not in names (No 7).
   */
  negators: { certain: string; possible: string };
  /** Words behind which what a thing is has been said (dress | with belt): the head noun stands before the first. */
  introducers: string;
  /** Words that join several things in the name of a value (Mützen und Schals). */
  conjunctions: string;
  /** Words that announce a size. */
  sizeWords: string;
  /** Words and endings that take away what stands before them (leather-free, lederfrei); empty where there are none. */
  freeOf: string;
  /**
   * How words end or begin that say that there is none of something: `-less` (sleeveless), `bez-` (bezglutenowy); empty
   * where there are none.
   */
  lacking: string;
  /** Endings of words that say that there is some of something (vetoketjullinen); default: none. */
  having?: string;
  /** Words for what is cheaper than it was. */
  onSale: string;
  /** Words of asking and wishing, and stop words. */
  fillers: string;
  /** Phrases of asking whose words mean something elsewhere, with commas between them: "to wear"; default: none. */
  askedPhrases?: string;
  /** Words that say whom something is for, and never what it is; default: none. */
  audience?: string;
  /** Endings of words that say what a thing is for or where it is, behind the thing (lamppu pöydälle); default: none. */
  aside?: string;
  /** Phrases that are no kind of their last word (trash can), or of their first; with commas between them; default: none. */
  ownPhrases?: string;
}

export interface CompoundRules {
  /**
   * What stands between two parts. `s` puts an s in between, `>a` restores an a that fell out, `u>a` does both; the
   * plain join always counts. Verbs lose their ending (sovsäck, Laufschuh), Finnish -nen becomes -s (nais-).
   */
  links: string;
  /** What follows a stem oftener than it is a word behind another; it may be a first part (barstol). */
  endings: string;
  /**
   * Compounds that have become a word of their own: gloves are no shoes in German (Handschuhe). They are never divided,
   * in longer compounds either. Without endings.
   */
  lexicalised: string;
  /** Whether of three equal letters at a seam two are written: toppunkt is topp + punkt. */
  dropsThirdLetter: boolean;
  /** What a part of three letters must match, where not each one may be a word. */
  shortestPart?: RegExp;
}

export interface NumberWords {
  /** One to twelve, in order. */
  upToTwelve: string;
  /** Cases in which numbers stand beside nouns (kahdelle: 2). */
  forms: Readonly<Record<string, number>>;
}

/** ISO code → signs and words of money; `*` for words that several currencies share. */
export interface CurrencyWords {
  /** Words that mean the same in texts of all languages. */
  everywhere: Readonly<Record<string, string>>;
  /** Words that mean another currency, or none, in other languages. */
  here: Readonly<Record<string, string>>;
}

/** Phrases that bound an amount ("under 50 kr", "between 2 and 5 kg"). */
export interface BoundLists {
  /** Before an amount: no more than it. */
  below: string;
  /** Before an amount: no less than it. */
  above: string;
  /** Behind an amount: no more, no less than it. */
  orLess: string;
  orMore: string;
  /** Before two amounts, with what separates them: `between … and`. */
  between: string;
  /** Between two amounts that have no phrase before them, or one of `from`: `20 to 50 euros`. */
  to: string;
  from: string;
  about: string;
  /** What an amount of money may be called, and what leads to it; part of the bound when it stands before one. */
  price: string;
  leads: string;
  /** Nouns before a bound that say it is of something else, and words before which a small number is an age. */
  otherScales: string;
  children: string;
}

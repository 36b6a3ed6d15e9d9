/**
 * Whole responses worked out the slow way, with plain loops over the records of a catalog: search pages, landing pages
 * and autocomplete of one view. Nothing learned, stored or imported beside the products is there: content,
 * visitors, navigation, search settings.
 */
import type { Visitor } from '../../src/behaviour/visitors/visitor.js';
import type { RuleExpression } from '../../src/catalog/rules/rule-expression.js';
import type {
  AutocompleteRequest,
  FacetSelection,
  LandingPageRequest,
  SearchPageRequest,
} from '../../src/pages/shared/requests.js';
import { Highlighter } from '../../src/text/index.js';
import { type Item, type OfferSelection, Oracle } from '../pages/oracle.js';
import { PageOracle, type RandomPage } from '../pages/page-oracle.js';
import { type Catalog, NOW } from '../pages/shop.js';
import { isInStock, type Listed, ListingOracle, type ListingSettings, type Passing } from './listing-oracle.js';
import { FEW_HITS, type Found, type Match, MatchOracle, PAGE_OF_HITS } from './match-oracle.js';
import type { NearSource } from './near-oracle.js';
import { ticketsOf } from './normal-form.js';
import { PersonalOracle } from './personal-oracle.js';
import { PhraseOracle } from './phrase-oracle.js';
import type { Excluded, Meaning } from './query-oracle.js';
import type { TemplateJson } from './template-oracle.js';
import { WordsOracle } from './words-oracle.js';

export interface NaiveSettings extends ListingSettings {
  relatedSearches: boolean;
  secondaryList: boolean;
  phraseSuggestions: number;
  productSuggestions: number;
  /** Which products are the same under other keys, this engine does not know. */
  spreadSameProducts: false;
  personalOrder: boolean;
}

/** What stands beside the catalog. */
export interface Beside {
  templates: Record<string, TemplateJson>;
  pages: ReadonlyMap<string, RandomPage>;
  sets: ReadonlyMap<string, RuleExpression>;
}

const PLENTY = 100;
const MOST_RELATED = 8;
const SECONDARY_SHOWN = 12;
/** Ranked products that are looked through for each group that autocomplete shows. */
const LOOKED_THROUGH = 6;

export class NaiveEngine {
  private readonly oracle: Oracle;
  private readonly words: WordsOracle;
  private readonly matches: MatchOracle;
  private readonly listings: ListingOracle;
  private readonly phrases: PhraseOracle;
  private readonly personal: PersonalOracle;
  /** How many lists were in another order than for strangers. */
  reordered = 0;

  constructor(
    catalog: Catalog,
    view: { market: string; locale: string },
    private readonly settings: NaiveSettings,
    private readonly beside: Beside,
    private readonly generation: number,
    /** Who asks; undefined: nothing is remembered. */
    private readonly visitor?: Visitor,
    /** Absent: the view has no vectors. */
    near?: NearSource,
  ) {
    this.oracle = new Oracle(catalog, view.market, view.locale, undefined, !settings.outOfStockVariants);
    this.words = new WordsOracle(this.oracle);
    this.matches = new MatchOracle(this.words, near);
    this.listings = new ListingOracle(this.oracle, settings, beside.templates);
    this.phrases = new PhraseOracle(this.words);
    this.personal = new PersonalOracle(this.oracle);
  }

  /** How often products were listed because they are near to the text. */
  get timesNear(): number {
    return this.matches.timesNear;
  }

  /** How often descriptions raised products. */
  get timesDescribed(): number {
    return this.matches.timesDescribed;
  }

  /** How often a list went on with products that have what the text excludes. */
  get timesWider(): number {
    return this.matches.timesWider;
  }

  /** How often a list had products behind that have the head of the text beside what they are. */
  get timesBeside(): number {
    return this.matches.timesBeside;
  }

  searchPage(request: SearchPageRequest): unknown {
    const found = this.find(request.q, request.rules, request);
    const passing = this.passing(request.rules, found, request);
    const ticket = ticketsOf(request, { pageType: 'SEARCH', list: 'primary', q: request.q }, this.generation);
    const { match } = found;
    const { behind } = found;
    const sort = request.sort ?? 'RELEVANCE';
    const alike: Listed = { match, passing, request, sort, ticket, ...(behind && { behind }) };
    const personal = this.pointsFor(request);
    const listed: Listed = { ...alike, ...(personal && { personal }) };
    const [own, others] = [listed, alike].map(list => this.listings.ordered(list));
    if (own!.some((item, i) => item !== others![i])) this.reordered++;
    const primaryList = this.listings.primaryList(listed, request.viewAllSecondary);
    const { dropped, full, isNear } = found;
    return {
      contentLists: [],
      didYouMean: [],
      primaryList,
      q: request.q,
      ...((dropped.length > 0 || isNear) && { relaxed: { dropped, totalHits: full } }),
      ...this.littleElse(request, found, listed),
    };
  }

  /** A stored page, or what the body asks for. */
  landingPage(request: LandingPageRequest): unknown {
    const page = this.beside.pages.get(request.pageReference);
    return {
      contentLists: [],
      customData: {},
      ...((request.body ? request.body.includePrimaryList : page) && {
        primaryList: page ? this.storedList(request, page) : this.askedList(request),
      }),
      published: page !== undefined,
      recommendationLists: [],
      seo: {},
    };
  }

  autocomplete(request: AutocompleteRequest): unknown {
    const { q, rules } = request;
    const within = this.within(rules, request);
    const found = q === '' ? undefined : this.find(q, rules, request, true, FEW_HITS);
    const match: Match = found?.match ?? new Map();
    const passing = this.passing(rules, found, request);
    const hits = this.listings.oncePerGroup([...match.keys()], match);
    const ranked = hits.slice(0, this.settings.productSuggestions * LOOKED_THROUGH);
    const best = ranked.filter((item, i) => ranked.findIndex(({ group }) => group === item.group) === i);
    const ticket = ticketsOf(request, { pageType: 'AUTOCOMPLETE', list: 'productSuggestions', q }, this.generation);
    const shown = best.slice(0, this.settings.productSuggestions);
    const narrowed = rules.length > 0 || found?.bounded === true;
    const phrases = this.phrases.suggest(q, found?.within ?? within, narrowed, this.settings.phraseSuggestions);
    const highlighter = new Highlighter(q, this.words.analyzer);
    const link = this.linkOfKey(q, request);
    return {
      contentLists: [],
      contentSuggestions: [],
      phraseSuggestions: phrases.map(phrase => ({ q: phrase, highlighted: highlighter.mark(phrase) })),
      productSuggestions: this.listings.groups(shown, 0, {
        passing,
        request: { ...request, facets: [], skip: 0, limit: 0 },
        ticket,
      }),
      recentSearches: [],
      recentlyViewed: [],
      ...(link !== undefined && { redirectLink: link }),
      totalHits: hits.length,
    };
  }

  private pointsFor(offers: OfferSelection): ((item: Item) => number) | undefined {
    const { visitor, settings } = this;
    return settings.personalOrder && visitor ? this.personal.pointsFor(visitor, offers, NOW) : undefined;
  }

  private within(rules: RuleExpression, offers: OfferSelection): Item[] {
    return this.oracle.hits(rules, [], offers);
  }

  private find(q: string, rules: RuleExpression, offers: OfferSelection, typing = false, enough = PAGE_OF_HITS): Found {
    const meaning = this.matches.query.read(q, typing);
    const within = this.within(rules, offers);
    const bounded = this.oracle.hits(rules, boundsOf(meaning), offers);
    const { query } = this.matches;
    const without = (excluded: readonly Excluded[]) => bounded.filter(item => !query.hasExcluded(item, excluded));
    const limited = without(meaning.excluded);
    const wider = without(meaning.excluded.filter(({ mayFollow }) => !mayFollow));
    return this.matches.find(meaning, within, { limited, wider }, offers, enough);
  }

  private passing(rules: RuleExpression, found: Found | undefined, offers: OfferSelection): Passing {
    const bounds = found?.bounded ? boundsOf(found.meaning) : [];
    return (item, facets) => this.oracle.passing(item, rules, [...facets, ...bounds], offers);
  }

  /** Related searches and the secondary list. */
  private littleElse(request: SearchPageRequest, found: Found, listed: Listed): Record<string, unknown> {
    const shown = this.listings.shown(listed);
    const few = shown.length < PLENTY;
    const related = few && this.settings.relatedSearches ? this.matches.related(found, request, MOST_RELATED) : [];
    const relatedSearches = related.map(q => ({ q }));
    if (!few || found.meaning.words.length < 2 || !this.settings.secondaryList) {
      return { relatedSearches, secondaryList: { productGroups: [], totalHits: 0 } };
    }
    const taken = new Set(shown.flatMap(item => (item.once ? this.groupOf(item) : [item])));
    const rest = this.beyond(found, taken, request);
    const order = this.listings.oncePerGroup([...rest.keys()], rest);
    const skip = request.viewAllSecondary ? request.skip : 0;
    const limit = request.viewAllSecondary ? request.limit : Math.min(SECONDARY_SHOWN, request.limit);
    const ticket = ticketsOf(request, { pageType: 'SEARCH', list: 'secondary', q: request.q }, this.generation);
    const productGroups = this.listings.groups(order.slice(skip, skip + limit), skip, { ...listed, ticket });
    return { relatedSearches, secondaryList: { productGroups, totalHits: order.length } };
  }

  private groupOf({ group }: Item): Item[] {
    return this.oracle.items.filter(item => item.group === group);
  }

  /** What the mildest relaxed query with enough products of its own finds. */
  private beyond(found: Found, taken: ReadonlySet<Item>, offers: OfferSelection): Match {
    let rest: Match = new Map();
    for (const { meaning } of this.matches.query.relax(found.meaning)) {
      const all = this.matches.match(meaning, found.within, offers);
      rest = new Map([...all].filter(([item]) => !taken.has(item)));
      if (rest.size >= SECONDARY_SHOWN) break;
    }
    return rest;
  }

  private askedList(request: LandingPageRequest): unknown {
    const rules = request.body!.rules;
    const found = this.find(request.q, rules, request, false, 0);
    const passing = this.passing(rules, found, request);
    return this.listings.primaryList({
      ...{ match: found.match, passing, request, sort: request.sort ?? 'RELEVANCE' },
      ticket: this.landingTickets(request),
    });
  }

  private storedList(request: LandingPageRequest, page: RandomPage): unknown {
    const pages = new PageOracle(this.oracle, page, this.beside.sets);
    const usual = page.byPrice ? 'PRICE_ASCENDING' : 'RELEVANCE';
    const sort = request.sort ?? usual;
    const passing: Passing = (item, facets) => pages.passing(item, facets, request);
    const { keys, ranges } = pages.expected({ facets: request.facets, offers: request, sort: request.sort });
    const match: Match = new Map(this.oracle.items.map(item => [item, 0]));
    const listed: Listed = { match, passing, request, sort, ticket: this.landingTickets(request) };
    const order = keys.map(key => this.oracle.item(key));
    const { skip, limit } = request;
    return {
      ...this.listings.primaryList({ ...listed, request: { ...request, limit: 0 } }),
      productGroups: this.listings.groups(order.slice(skip, skip + limit), skip, listed),
      sliceRanges: ranges,
      totalHits: keys.length,
      sort: {
        options: this.listings.sortOptions(page.byPrice ? ['PRICE_ASCENDING', 'RELEVANCE'] : undefined),
        selected: sort,
      },
    };
  }

  private landingTickets(request: LandingPageRequest) {
    const { pageReference, q } = request;
    return ticketsOf(request, { pageType: 'LANDING', pageReference, list: 'primary', q }, this.generation);
  }

  /** Where a text leads to that is a key. */
  private linkOfKey(q: string, offers: OfferSelection): string | undefined {
    const key = q.trim().toLowerCase();
    const isIt = (other: string) => other.toLowerCase() === key;
    for (const { product } of this.oracle.items) {
      const variant = product.variants.find(({ key }) => isIt(key));
      if (variant) return variant.data.url ?? product.data.url;
    }
    const product = this.oracle.items.find(item => isIt(item.product.key));
    if (product) return product.product.data.url;
    const group = this.oracle.items.filter(item => isIt(item.group));
    return (group.find(item => isInStock(item, offers)) ?? group[0])?.product.data.url;
  }
}

/** The bounds of a text, as selections of prices. */
function boundsOf({ bounds }: Meaning): FacetSelection[] {
  return bounds.map(({ min, max }) => ({ id: 'price', min, max }));
}

/**
 * Learns from activities in bounded memory, and compiles its state for a snapshot. Time comes from the activities
 * alone: the same activities give the same state, no matter when they are replayed.
 */

import type { SearchedText } from '../../index/searched-texts.js';
import { PLAIN_FACTORS } from '../../index/signals.js';
import type { SharedSignals, SharedSnapshot } from '../../snapshot/index.js';
import type { Activity, SearchVisit } from '../activities/activity.js';
import type { ActivityContext, Payment, Reaction } from '../activities/notification.js';
import { clickWeight, creditChoice, isHit, learnClick, noteClick } from './choices.js';
import { compile } from './compile-signals.js';
import { LearnerState } from './learner-state.js';
import { DEFAULT_LIMITS, type Limits } from './learning-limits.js';
import { phraseOf } from './phrase-spelling.js';
import type { Interest } from './product-learning.js';
import { type RecordedSearch, recordedSearches } from './recorded-searches.js';
import { searchedTexts } from './searched-texts.js';
import { type Session, visitorHash } from './sessions.js';
import { DEFAULT_BOUNDS, type RangeChoice, type SignalBoundsOptions } from './signal-bounds.js';

export interface LearnerOptions {
  /** Half-life of the weight of an activity, in days. */
  halfLifeDays: number;
  /** Memory bounds; default DEFAULT_LIMITS. */
  limits?: Readonly<Limits>;
  /** What is not learned from; default DEFAULT_BOUNDS. */
  bounds?: Readonly<SignalBoundsOptions>;
}

export const DEFAULT_LEARNER_OPTIONS: Readonly<LearnerOptions> = { halfLifeDays: 14 };

export class Learner {
  private readonly state: LearnerState;

  constructor(
    { halfLifeDays, limits = DEFAULT_LIMITS, bounds = DEFAULT_BOUNDS }: LearnerOptions,
    encoded?: Uint8Array,
  ) {
    const options = { halfLifeDays, limits, bounds };
    this.state = encoded ? LearnerState.decode(encoded, options) : new LearnerState(options);
  }

  /**
   * Restores the state that `encode` wrote; a different half-life applies from then on.
   * @throws Problem INTERNAL for bytes that are damaged or of another version.
   */
  static decode(bytes: Uint8Array, options: LearnerOptions): Learner {
    return new Learner(options, bytes);
  }

  encode(): Uint8Array {
    return this.state.encode();
  }

  /** By the journals of a fleet: of each, all records below this number are learned; see `UnlearnedRecords`. */
  get covers(): Map<string, number> {
    return this.state.covers;
  }

  /** `covers` of an encoded learner. @throws as `decode` does */
  static coversOf(bytes: Uint8Array): ReadonlyMap<string, number> {
    return LearnerState.coversOf(bytes);
  }

  /** Counts the changes of the state: an equal count means that there is nothing new to write or to compile. */
  get changed(): number {
    return this.state.counted;
  }

  /**
   * Compiles the signals of all markets and views of the snapshot, decayed to `nowMs`.
   * @param factors of the weights of priors
   */
  compile(snapshot: SharedSnapshot, nowMs: number, factors = PLAIN_FACTORS): SharedSignals {
    const { products, phrases, decays } = this.state;
    return compile(snapshot, products, phrases, decays, nowMs, factors);
  }

  /** What several visitors searched for and chose. */
  searchedTexts(): SearchedText[] {
    const { phrases, products } = this.state;
    return searchedTexts(phrases, products);
  }

  /** The recorded searches with their frequency, decayed to `nowMs`. */
  searches(nowMs: number): RecordedSearch[] {
    return recordedSearches(this.state.phrases, this.state.decays.main.factor(nowMs));
  }

  /** Learns an activity. Activities should come roughly in order of time. */
  learn(activity: Activity): void {
    if (activity.userContext === 'SYNTHETIC') return;
    const { sessions } = this.state;
    switch (activity.type) {
      case 'remove-favorite':
      case 'remove-recent-searches':
      case 'remove-recently-viewed':
      case 'ad-impression':
        return;
      case 'end':
        sessions.end(activity);
        return;
    }
    const admission = this.state.bounds.admits(activity);
    if (admission === 'refused') return;
    this.state.advance(activity.at);
    const session = sessions.of(activity);
    if (session === 'too busy') return;
    this.state.counted++;
    if (admission === 'beyond range') {
      if (session && (activity.type === 'click' || activity.type === 'add-to-cart')) this.undecided(activity, session);
      return;
    }
    switch (activity.type) {
      case 'search':
        this.search(activity, session);
        break;
      case 'view':
        this.interest(activity, activity.productKey, 'VIEW', session);
        break;
      case 'add-favorite':
        this.interest(activity, activity.productKey, 'FAVORITE', session);
        break;
      case 'payment':
        this.payment(activity, session);
        break;
      case 'click':
      case 'add-to-cart':
        this.reaction(activity, session);
    }
  }

  /**
   * Erases the sessions and recent products of a customer, and the phrases that no other visitor asked for. Counters
   * aggregated over customers stay: they identify no person.
   */
  forget(customerKey: string): void {
    const { sessions, customers, phrases } = this.state;
    const hadSession = sessions.forgetCustomer(customerKey);
    const gone = phrases.forget(visitorHash(customerKey));
    sessions.forget({ phrases: gone });
    if (customers.forget(customerKey) || hadSession || gone.includes(1)) this.state.counted++;
  }

  private search(visit: SearchVisit, session: Session | undefined): void {
    const text = phraseOf(visit.q);
    if (text === undefined) return;
    const phrase = this.phrase(visit.market, visit.locale, text, visit.at);
    if (phrase >= 0) this.state.phrases.search(phrase, text, visit, session);
  }

  private reaction(reaction: ActivityContext & Reaction, session: Session | undefined): void {
    const { at, market, shown, type, productKey, contentKey } = reaction;
    const { products, phrases, decays } = this.state;
    const factor = decays.main.factor(at);
    if (contentKey !== undefined) {
      const content = this.content(market, contentKey);
      if (content >= 0) products.interestInContent(content, session, factor);
    }
    const text = phraseOf(shown.q);
    const phrase = text === undefined ? -1 : this.phrase(market, shown.locale, text, at);
    if (phrase >= 0 && shown.pageType === 'SEARCH') phrases.click(phrase, at, session);
    if (productKey === undefined) return;
    const product = this.interest(reaction, productKey, type === 'click' ? 'CLICK' : 'CART', session);
    if (product < 0 || session === undefined) return;
    if (text !== undefined && phrase >= 0 && isHit(shown)) {
      phrases.present(phrase, at, session);
      const click = { phrase, product, shown };
      if (this.choice(reaction, text, phrase, product, true) === 'counts') learnClick(click, session, phrases, factor);
      else noteClick(click, session);
    }
    if (type === 'add-to-cart') creditChoice('CART', product, session, phrases, factor);
  }

  /**
   * Counts a session for a phrase, for which it chooses nothing: many visitors of one range, whose choices do not count,
   * make what the first of them has chosen a choice of few.
   */
  private undecided(reaction: ActivityContext & Reaction, session: Session): void {
    const { at, market, shown, productKey } = reaction;
    const text = phraseOf(shown.q);
    if (text === undefined || productKey === undefined || !isHit(shown)) return;
    const { products, phrases } = this.state;
    const phrase = this.phrase(market, shown.locale, text, at);
    if (phrase < 0) return;
    phrases.present(phrase, at, session);
    const product = products.find(market, productKey);
    this.choice(reaction, text, phrase, product, false);
    if (product >= 0) noteClick({ phrase, product, shown }, session);
  }

  /** @param product -1 where there is no room for its market. @returns whether it is to be learned */
  private choice(
    reaction: ActivityContext & Reaction,
    text: string,
    phrase: number,
    product: number,
    mayCount: boolean,
  ): RangeChoice {
    const { bounds, phrases, decays } = this.state;
    const choice = bounds.choice(reaction, text, mayCount);
    if (choice === 'withdrawn' && product >= 0) {
      // No more than such a choice weighs: those of others may weigh more.
      const most = clickWeight(reaction.shown) * decays.main.factor(reaction.at);
      phrases.chosen.takeBack(phrase, product, most);
    }
    return choice;
  }

  private payment(payment: ActivityContext & Payment, session: Session | undefined): void {
    const { products, phrases, decays } = this.state;
    const { at, market, lines } = payment;
    const factor = decays.main.factor(at);
    for (const { productKey } of lines) this.product(market, productKey);
    // Looked up again: interning one product may have released another.
    const slots = lines.map(({ productKey }) => products.find(market, productKey));
    products.payment(slots, lines, session, factor);
    if (session) for (const slot of slots) if (slot >= 0) creditChoice('PAYMENT', slot, session, phrases, factor);
  }

  /** @returns the product's slot, -1 where there is no room for its market. */
  private interest(
    { at, market, customerKey, userContext }: ActivityContext,
    productKey: string,
    interest: Interest,
    session: Session | undefined,
  ): number {
    const { products, decays, customers } = this.state;
    const product = this.product(market, productKey);
    if (product < 0) return product;
    const isKnown = session !== undefined && customerKey !== undefined && userContext === 'PERSONALIZED';
    if (isKnown && session.seen === 0) session.earlier = customers.productsOf(customerKey);
    products.interest(product, interest, session, decays.main.factor(at));
    if (isKnown && interest !== 'FAVORITE') customers.look(customerKey, product, at);
    return product;
  }

  private product(market: string, key: string): number {
    const { products, phrases, sessions, customers } = this.state;
    return products.slot('products', market, key, () => {
      const gone = products.releaseProducts();
      phrases.chosen.drop(undefined, gone);
      sessions.forget({ products: gone });
      customers.drop(gone);
    });
  }

  private content(market: string, key: string): number {
    const { products, sessions } = this.state;
    return products.slot('contents', market, key, () => sessions.forget({ contents: products.releaseContents() }));
  }

  private phrase(market: string, locale: string, text: string, at: number): number {
    const { phrases, sessions } = this.state;
    return phrases.slot(market, locale, text, at, () => sessions.forget({ phrases: phrases.release() }));
  }
}

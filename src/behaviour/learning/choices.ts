/**
 * Learns the products that visitors choose for a phrase, corrected for position bias: a click is weighed by the inverse
 * propensity of its position, the probability that a visitor examines it (Joachims, Swaminathan, Schnabel: "Unbiased
 * Learning-to-Rank with Biased Feedback", WSDM 2017). The weight is capped, since a rare click far down the list
 * would otherwise outweigh all others.
 */
import type { Shown } from '../activities/notification.js';
import type { PhraseLearning } from './phrase-learning.js';
import { addChoice, type Choice, DID, type Session } from './sessions.js';

/** The propensity falls with this power of the position, counted from 1. */
const PROPENSITY_EXPONENT = 0.7;
const MAX_CLICK_WEIGHT = 8;
/** Weight of a click in autocomplete, where the phrase is often an incomplete prefix. */
const AUTOCOMPLETE_SHARE = 0.5;
/** Weights of a cart or payment after a click, relative to the click. */
const FOLLOW_UP_WEIGHTS = { CART: 2, PAYMENT: 4 } as const;

/** Whether a list showed the hits of a search text, in a ranking that boosts affect; a place that is paid for is in none. */
export function isHit({ pageType, list, q, sponsored }: Shown): boolean {
  return !sponsored && q !== '' && ((pageType === 'SEARCH' && list === 'primary') || pageType === 'AUTOCOMPLETE');
}

/** The weight of a click at a position (from 0). */
export function clickWeight({ position, pageType }: Shown): number {
  const weight = Math.min(MAX_CLICK_WEIGHT, (1 + position) ** PROPENSITY_EXPONENT);
  return pageType === 'AUTOCOMPLETE' ? weight * AUTOCOMPLETE_SHARE : weight;
}

/** A click on a product among the hits of a phrase, or another reaction that implies one. */
export interface PhraseClick {
  phrase: number;
  product: number;
  shown: Shown;
}

/** Learns a click, once for each phrase and product of a session. */
export function learnClick(
  { phrase, product, shown }: PhraseClick,
  session: Session,
  learning: PhraseLearning,
  factor: number,
): void {
  if (session.choices.some(choice => choice.phrase === phrase && choice.product === product)) return;
  const choice: Choice = { phrase, product, worth: clickWeight(shown), did: DID.CLICK };
  addChoice(session, choice);
  learning.chosen.add(phrase, product, choice.worth * factor, true);
}

/**
 * Remembers a click that does not count, as its range of addresses has chosen before: it does once it is paid for, which
 * the shop's server tells.
 */
export function noteClick({ phrase, product, shown }: PhraseClick, session: Session): void {
  if (session.choices.some(choice => choice.phrase === phrase && choice.product === product)) return;
  addChoice(session, { phrase, product, worth: clickWeight(shown), did: DID.CART });
}

/** Credits a product put into the cart or paid for to the phrase that it was last clicked for. */
export function creditChoice(
  by: keyof typeof FOLLOW_UP_WEIGHTS,
  product: number,
  session: Session,
  learning: PhraseLearning,
  factor: number,
): void {
  const choice = session.choices.findLast(choice => choice.product === product);
  if (choice === undefined || (choice.did & DID[by]) !== 0) return;
  // See `noteClick`.
  const isFirst = (choice.did & DID.CLICK) === 0;
  choice.did |= DID[by] | DID.CLICK;
  learning.chosen.add(choice.phrase, product, choice.worth * FOLLOW_UP_WEIGHTS[by] * factor, isFirst);
}

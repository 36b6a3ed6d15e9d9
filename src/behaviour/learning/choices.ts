/**
 * Which products visitors choose for a phrase, corrected for position bias: a click is weighed by the inverse propensity
 * of its position, the chance that visitors look at it at all (Joachims, Swaminathan, Schnabel: "Unbiased
 * Learning-to-Rank with Biased Feedback", WSDM 2017). The weight is capped, since a rare click on a remote position
 * would otherwise outweigh all others.
 */
import type { Shown } from '../activities/notification.js';
import type { PhraseLearning } from './phrase-learning.js';
import { addChoice, type Choice, DID, type Session } from './sessions.js';

/** The propensity falls with this power of the position, counted from 1. */
const ATTENTION_FALLS = 0.7;
const MOST_WORTH = 8;
/** Weight of a click in autocomplete, whose phrase is often typed in part only. */
const AUTOCOMPLETE_SHARE = 0.5;
/** Weight of what follows a click, relative to the click. */
const FOLLOWED_BY = { CART: 2, PAYMENT: 4 } as const;

/** Whether something was shown among the hits of a search text, in the order that boosts can change. */
export function isHit({ pageType, list, q }: Shown): boolean {
  return q !== '' && ((pageType === 'SEARCH' && list === 'primary') || pageType === 'AUTOCOMPLETE');
}

/** The weight of a click at a position (from 0). */
export function worthOf({ position, pageType }: Shown): number {
  const worth = Math.min(MOST_WORTH, (1 + position) ** ATTENTION_FALLS);
  return pageType === 'AUTOCOMPLETE' ? worth * AUTOCOMPLETE_SHARE : worth;
}

/** A click (or what implies one) among the hits of a phrase: one a session and product. */
export function choose(
  phrase: number,
  product: number,
  shown: Shown,
  session: Session,
  learning: PhraseLearning,
  factor: number,
): void {
  if (session.choices.some(choice => choice.phrase === phrase && choice.product === product)) return;
  const choice: Choice = { phrase, product, worth: worthOf(shown), did: DID.CLICK };
  addChoice(session, choice);
  learning.chosen.add(phrase, product, choice.worth * factor, true);
}

/** Credits a product put into the cart or paid for to the phrase that it was last clicked for. */
export function follow(
  by: keyof typeof FOLLOWED_BY,
  product: number,
  session: Session,
  learning: PhraseLearning,
  factor: number,
): void {
  const choice = session.choices.findLast(choice => choice.product === product);
  if (choice === undefined || (choice.did & DID[by]) !== 0) return;
  choice.did |= DID[by];
  learning.chosen.add(choice.phrase, product, choice.worth * FOLLOWED_BY[by] * factor, false);
}

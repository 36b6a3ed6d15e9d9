/**
 * Which products visitors choose for a phrase. What stands further down is looked at less, so that a click there says
 * more: each is weighed by the inverse of the chance that its position is looked at at all (Joachims, Swaminathan,
 * Schnabel: "Unbiased Learning-to-Rank with Biased Feedback", WSDM 2017), up to a cap, since the rare click on a remote
 * position would otherwise outweigh everything.
 */
import type { Shown } from '../activities/notification.js';
import type { PhraseLearning } from './phrases.js';
import { addChoice, type Choice, DID, type Session } from './sessions.js';

/** The chance falls with this power of the position, counted from 1. */
const ATTENTION_FALLS = 0.7;
const MOST_WORTH = 8;
/** While typing, hits for half a phrase are chosen from. */
const AUTOCOMPLETE_SHARE = 0.5;
/** What comes after the click, against the click. */
const FOLLOWED_BY = { CART: 2, PAYMENT: 4 } as const;

/** Whether something was shown among the hits of a search text, in the order that boosts can change. */
export function isHit({ pageType, list, q }: Shown): boolean {
  return q !== '' && ((pageType === 'SEARCH' && list === 'primary') || pageType === 'AUTOCOMPLETE');
}

/** What a click at a position (from 0) says. */
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

/** The product goes into the cart or is paid for: to the credit of the phrase that it was chosen for last. */
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

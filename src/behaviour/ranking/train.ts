/**
 * Learns factors of weights from choices, and tests them on the choices of other visitors: those who are held out are
 * drawn by their names, so that the same journal always gives the same result. Clicks can be made by anybody from many
 * addresses; payments come from the shop's server. So what clicks say has to hold for what was paid for as well.
 */
import { PLAIN_FACTORS, type PriorFactors } from '../../index/signals.js';
import { visitorHash } from '../learning/sessions.js';
import { type Choice, type ChoiceModel, factorsOf, learnChoices } from './choice-model.js';
import { estimateGain } from './counterfactual.js';
import type { TrainedFactors, TrainingRecord } from './ranking-file.js';

/** One visitor in so many is held out. */
const HELD_OUT = 3;
/**
 * What the lower bound of the gain has to be: the few choices that attackers are allowed gain less, and for so little no
 * shop should change its order.
 */
const LEAST_GAIN = 0.01;
/** With fewer choices on either side nothing is learned. */
const LEAST_CHOICES = 100;

/** Whether the test says that factors are better than the present order, of what was paid for too where a shop tells that. */
export function isBetter({ gainLow, paid }: TrainingRecord): boolean {
  return gainLow >= LEAST_GAIN && (paid === undefined || paid.gainLow > 0);
}

export type Training =
  | { ok: true; trained: TrainedFactors; isBetter: boolean }
  /** Why nothing was learned. */
  | { ok: false; reason: string };

/** @param inForce what the gain is a gain over */
export function train(choices: readonly Choice[], nowMs: number, inForce: PriorFactors = PLAIN_FACTORS): Training {
  const isHeldOut = ({ visitor }: Choice) => visitorHash(visitor) % HELD_OUT === 0;
  const heldOut = choices.filter(isHeldOut);
  const learned = choices.filter(choice => !isHeldOut(choice));
  if (Math.min(heldOut.length, learned.length) < LEAST_CHOICES) {
    const found = `found ${learned.length} and ${heldOut.length}`;
    return { ok: false, reason: `at least ${LEAST_CHOICES} choices are needed to learn and to test: ${found}` };
  }
  const model = learnChoices(learned);
  if (!model)
    return {
      ok: false,
      reason:
        'what visitors choose does not match the text better than the rest: no weights can be compared with that of the text',
    };
  const factors = factorsOf(model);
  const estimate = (of: readonly Choice[]) => estimateGain(of, inForce, factors, judgeOf(of, model), of.length);
  const { gain, low, high } = estimate(heldOut);
  // All of these: they are few, and each is a small part of what was learned from.
  const paidFor = choices.filter(({ isPaid }) => isPaid);
  const paid = paidFor.length > 0 ? estimate(paidFor) : undefined;
  const trainedAt = new Date(nowMs).toISOString();
  const record = {
    trainedAt,
    choices: learned.length,
    heldOut: heldOut.length,
    visitors: new Set(choices.map(({ visitor }) => visitor)).size,
    positionExponent: model.positionExponent,
    gain,
    gainLow: low,
    gainHigh: high,
    ...(paid && { paid: { visitors: paid.visitors, gain: paid.gain, gainLow: paid.low, gainHigh: paid.high } }),
  };
  const id = trainedAt.replaceAll(/[-:]|\.\d+/g, '');
  return { ok: true, trained: { id, factors, record }, isBetter: isBetter(record) };
}

/**
 * Models that the test judges choices by: of the half of their visitors that has not made the choice at hand. So it
 * believes neither what it tests nor that choice, and of what was paid for none that were not.
 */
function judgeOf(heldOut: readonly Choice[], otherwise: ChoiceModel): (choice: Choice) => ChoiceModel {
  const halfOf = ({ visitor }: Choice) => Math.floor(visitorHash(visitor) / HELD_OUT) % 2;
  const models = [0, 1].map(half => learnChoices(heldOut.filter(choice => halfOf(choice) !== half)) ?? otherwise);
  return choice => models[halfOf(choice)];
}

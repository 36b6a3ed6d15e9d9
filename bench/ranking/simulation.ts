/**
 * An invented shop whose visitors have known preferences, to see what learning from their choices makes of them. They
 * look at fewer products the further down these stand, and choose among those that they have looked at; some choose by
 * chance, and attackers click what they want to push. What happened reaches the learning as notifications, as a journal
 * has them.
 */
import type { NotificationRecord } from '../../src/behaviour/activities/notification.js';
import { DEFAULT_BOUNDS } from '../../src/behaviour/learning/signal-bounds.js';
import type { Points } from '../../src/behaviour/ranking/choice-model.js';
import { choiceFrom, type ListedPoints } from '../../src/behaviour/ranking/chosen-from-lists.js';
import { newPositions } from '../../src/behaviour/ranking/counterfactual.js';
import { JournalChoices } from '../../src/behaviour/ranking/journal-choices.js';
import { type Training, train } from '../../src/behaviour/ranking/train.js';
import { PLAIN_FACTORS, PRIOR_PARTS, type PriorFactors } from '../../src/index/signals.js';
import { draws } from '../../src/kernel/draws.js';

export interface Scenario {
  seed: number;
  visitors: number;
  /** What visitors like, in terms of the weights of the score. */
  liked: PriorFactors;
  /** Share of visitors who choose by chance. */
  byChance: number;
  /** Attackers, as a share of visitors, and from how many ranges of addresses. */
  attackers?: { share: number; ranges: number };
}

export interface Outcome {
  training: Training;
  /** The value of the order for visitors who choose by preference, as a share of the best order's. */
  before: number;
  after: number;
  /** Whether the test let it into service. */
  isBetter: boolean;
}

const QUERIES = 80;
const PRODUCTS = 30;
/** The chance that a position is looked at falls with this power. */
const EXPONENT = 0.9;
/** How sure visitors are of what they like, in utility for a point. */
const SURENESS = 1.6;
const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 0, 1);
const DAYS = 20;
const BUYS = 0.15;
const CHOICES_OF_VISITOR = 3;

export function simulate({ seed, visitors, liked, byChance, attackers }: Scenario): Outcome {
  const random = draws(seed);
  const lists = Array.from({ length: QUERIES }, (_, q) => listOf(q, random));
  const journal = new JournalChoices(DEFAULT_BOUNDS);
  const attacking = Math.round(visitors * (attackers?.share ?? 0));
  for (let n = 0; n < visitors + attacking; n++) {
    const isAttacker = attackers !== undefined && n % Math.ceil((visitors + attacking) / Math.max(1, attacking)) === 0;
    const isRandom = random() < byChance;
    for (let i = 0; i < CHOICES_OF_VISITOR; i++) {
      // Frequent searches are asked far more often.
      const q = Math.floor(QUERIES * random() ** 2);
      const list = lists[q];
      const position = isAttacker ? pushed(list) : chosen(list, isRandom ? undefined : liked, random);
      if (position === undefined) continue;
      const day = Math.floor((n / (visitors + attacking)) * DAYS);
      const range = isAttacker ? day * 1000 + (n % attackers.ranges) : 1_000_000 + n;
      const at = START_MS + day * DAY_MS + i * 60_000;
      const product = { q, key: list[position].key, position, at, range, visitor: `v${n}` };
      journal.add(clickOf(product));
      if (!isAttacker && random() < BUYS) journal.add(paymentOf(product));
    }
  }
  const choices = [...journal.all].flatMap(choice => choiceFrom(lists[Number(choice.q)], choice) ?? []);
  const training = train(choices, START_MS + DAYS * DAY_MS);
  const valueWith = (factors: PriorFactors) => mean(lists.map(list => shareOfBest(list, factors, liked)));
  return {
    training,
    before: valueWith(PLAIN_FACTORS),
    after: valueWith(training.ok ? training.trained.factors : PLAIN_FACTORS),
    isBetter: training.ok && training.isBetter,
  };
}

/** A list in the order of its score. */
function listOf(q: number, random: () => number): ListedPoints[] {
  const made = Array.from({ length: PRODUCTS }, (_, n): ListedPoints => {
    const text = 4 + Math.floor(random() * 4) / 2;
    const popularity = 1.2 * random() ** 2;
    const rating = random() < 0.7 ? 0.4 * (0.4 + 0.6 * random()) : 0;
    const newness = 0.3 * 0.5 ** (6 * random());
    const stock = random() < 0.15 ? -1.5 : 0;
    return { key: `p${q}-${n}`, points: [text, popularity, rating, newness, stock] };
  });
  return made.sort((a, b) => utility(b.points, PLAIN_FACTORS) - utility(a.points, PLAIN_FACTORS));
}

function utility([text, ...parts]: Points, factors: PriorFactors): number {
  return PRIOR_PARTS.reduce((sum, name, p) => sum + factors[name] * parts[p], text);
}

/** @param liked undefined: all products alike @returns undefined where nothing is chosen */
function chosen(
  list: readonly ListedPoints[],
  liked: PriorFactors | undefined,
  random: () => number,
): number | undefined {
  const looked = list.flatMap((_, k) => (random() < (1 + k) ** -EXPONENT ? [k] : []));
  if (looked.length === 0) return undefined;
  const likes = looked.map(k => (liked ? Math.exp(SURENESS * utility(list[k].points, liked)) : 1));
  let left = random() * likes.reduce((sum, like) => sum + like, 0);
  return looked.find((_, i) => (left -= likes[i]) < 0) ?? looked[0];
}

/** Attackers click what is out of stock, or the newest. */
function pushed(list: readonly ListedPoints[]): number {
  const out = list.findIndex(({ points }) => points[4] < 0);
  return out >= 0 ? out : list.length - 1;
}

/** The worth of an order for a visitor who looks at it, as a share of that of the best order. */
function shareOfBest(list: readonly ListedPoints[], factors: PriorFactors, liked: PriorFactors): number {
  const points = list.map(one => one.points);
  const worthOf = (positions: readonly number[]) =>
    points.reduce((sum, own, k) => sum + Math.exp(SURENESS * utility(own, liked)) * (1 + positions[k]) ** -EXPONENT, 0);
  return worthOf(newPositions(points, factors)) / worthOf(newPositions(points, liked));
}

interface Happened {
  q: number;
  key: string;
  position: number;
  at: number;
  range: number;
  visitor: string;
}

function clickOf({ q, key, position, at, range, visitor }: Happened): NotificationRecord {
  const minute = Math.floor(at / 60_000);
  const place = { kind: 'product', locale: 'en-GB', pageType: 'SEARCH', pageReference: '', list: 'primary' } as const;
  return {
    ...{ type: 'click', at, market: 'se', sessionKey: visitor, userContext: 'UNPERSONALIZED', range },
    shown: { ...place, q: String(q), position, minute, generation: 1 },
    productKey: key,
  };
}

function paymentOf({ key, at, visitor }: Happened): NotificationRecord {
  return {
    ...{ type: 'payment', at, market: 'se', sessionKey: visitor, userContext: 'UNPERSONALIZED' },
    lines: [{ quantity: 1, variantKey: `${key}-v`, productKey: key }],
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

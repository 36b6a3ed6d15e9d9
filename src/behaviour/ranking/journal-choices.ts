/**
 * The choices that the journal tells of: which products visitors clicked, put into the cart and bought from the lists of
 * searches, with their positions. What is learned from is bounded as the learning of popularity is (signal-bounds.ts).
 * Since weights are those of all products, one range of addresses has as few choices in a day of all of them as
 * popularity learns from it of one, and one visitor has few.
 */
import type { NotificationRecord } from '../activities/notification.js';
import { SignalBounds, type SignalBoundsOptions } from '../learning/signal-bounds.js';

export interface SearchChoice {
  market: string;
  locale: string;
  /** As it was searched. */
  q: string;
  productKey: string;
  /** From 0. */
  position: number;
  visitor: string;
  weight: number;
  /** Whether the shop's server has told that it was paid for. */
  isPaid: boolean;
}

const CLICK = 1;
/** What a choice counts more that was put into the cart, and that was paid for. */
const MORE = { cart: 2, payment: 4 } as const;
const MOST_OF_VISITOR = 20;
/** The last so many choices are learned from: more say little more, and take memory. */
const MOST_CHOICES = 200_000;
const DAY_MS = 86_400_000;
/** Positions that are looked at rarely tell little. */
export const MOST_POSITIONS = 20;

export class JournalChoices {
  private readonly bounds: SignalBounds;
  /** By visitor, product and text. */
  private readonly choices = new Map<string, SearchChoice>();
  /** By visitor. */
  private readonly counts = new Map<string, number>();
  /** Of the last day, by range of addresses, which has another number each day. */
  private readonly ranges = new Map<number, number>();
  private day = 0;
  /** The last choice of a product, by visitor and product. */
  private readonly last = new Map<string, SearchChoice>();

  /** @param most choices, the last ones */
  constructor(
    private readonly options: SignalBoundsOptions,
    private readonly most = MOST_CHOICES,
  ) {
    this.bounds = new SignalBounds(options);
  }

  get all(): Iterable<SearchChoice> {
    return this.choices.values();
  }

  /** Takes the next record of the journal. */
  add(record: NotificationRecord): void {
    const visitor = record.customerKey ?? record.sessionKey;
    if (record.userContext === 'SYNTHETIC' || visitor === undefined) return;
    if (record.type === 'payment') {
      for (const { productKey } of record.lines) this.credit(visitor, record.market, productKey, 'payment');
    } else if (record.type === 'click' || record.type === 'add-to-cart') {
      const { shown, productKey, market } = record;
      if (productKey === undefined || shown.pageType !== 'SEARCH' || shown.list !== 'primary' || shown.q === '') return;
      if (shown.sponsored || shown.position >= MOST_POSITIONS || this.bounds.admits(record) !== 'admitted') return;
      if (!this.isOfFew(record)) return;
      const { locale, q, position } = shown;
      this.choose({ market, locale, q, productKey, position, visitor, weight: CLICK, isPaid: false });
      if (record.type === 'add-to-cart') this.credit(visitor, market, productKey, 'cart');
    }
  }

  /** Whether no more choices came from the range of addresses than are admitted. */
  private isOfFew({ range, at }: NotificationRecord): boolean {
    const { rangeSignals } = this.options;
    if (range === undefined || rangeSignals === 0) return true;
    const day = Math.floor(at / DAY_MS);
    if (day > this.day) this.ranges.clear();
    this.day = Math.max(day, this.day);
    const count = this.ranges.get(range) ?? 0;
    if (count >= rangeSignals) return false;
    this.ranges.set(range, count + 1);
    return true;
  }

  private choose(choice: SearchChoice): void {
    const { market, locale, q, productKey, visitor } = choice;
    const key = JSON.stringify([visitor, market, locale, q, productKey]);
    const before = this.choices.get(key);
    const count = this.counts.get(visitor) ?? 0;
    if (!before && count === MOST_OF_VISITOR) return;
    if (!before) {
      this.counts.set(visitor, count + 1);
      this.choices.set(key, choice);
      if (this.choices.size > this.most) this.forgetOldest();
    }
    this.last.set(JSON.stringify([visitor, market, productKey]), before ?? choice);
  }

  private forgetOldest(): void {
    for (const [key, choice] of this.choices) {
      const { visitor, market, productKey } = choice;
      const count = this.counts.get(visitor) ?? 0;
      if (count > 1) this.counts.set(visitor, count - 1);
      else this.counts.delete(visitor);
      const product = JSON.stringify([visitor, market, productKey]);
      if (this.last.get(product) === choice) this.last.delete(product);
      this.choices.delete(key);
      return;
    }
  }

  /** Counts the choice of a product for more, once for each reason. */
  private credit(visitor: string, market: string, productKey: string, by: keyof typeof MORE): void {
    const choice = this.last.get(JSON.stringify([visitor, market, productKey]));
    if (!choice) return;
    choice.weight = Math.max(choice.weight, CLICK + MORE[by]);
    choice.isPaid ||= by === 'payment';
  }
}

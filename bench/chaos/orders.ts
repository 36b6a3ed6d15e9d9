/** Orders to the small shop, drawn one after the other, and the state that those which were acknowledged have made. */
import type { Draws } from '../catalogs/chance.js';
import type { Outcome, Shop, State } from './shop.js';

const SINGLE = ['catalogs', 'prices', 'pages', 'rollbacks'] as const;
/** Prices that wait behind each other, beside orders one by one. */
export const WITH_QUEUES = [...SINGLE, 'queues'] as const;
type Kind = (typeof WITH_QUEUES)[number];

/** Imports of a queue: the first runs while the others come. */
const QUEUED = 4;

export interface Order {
  kind: Kind;
  /** The states that it makes, one after the other. */
  to: readonly State[];
  /** How many of them were answered: a crash leaves one more at most. */
  answered: number;
  /** Up to which of them no crash may take it back, as that import was acknowledged when it had to wait. */
  acknowledged: number;
  send(shop: Shop): Promise<Outcome>;
}

/** Imports that are acknowledged while they wait, behind one that a crash may cut off. */
class Queue implements Order {
  readonly kind = 'queues';
  answered = 0;
  acknowledged = 0;

  constructor(readonly to: readonly State[]) {}

  async send(shop: Shop): Promise<Outcome> {
    for (const { price } of this.to) {
      const outcome = await shop.queuePrices(price);
      if (outcome.status !== 202) return outcome;
      this.answered++;
      const { place } = JSON.parse(outcome.text) as { place?: number };
      if (place !== undefined) this.acknowledged = this.answered;
    }
    return shop.afterImports();
  }
}

export class Orders {
  /** What was acknowledged last. */
  state: State = { edition: 1, price: 1, heading: 1 };
  readonly acknowledged: Partial<Record<Kind, number>>;
  /** The highest number that was sent of anything. */
  private newest = 1;
  /** What snapshots say, by id. */
  private readonly stateOf = new Map<string, State>();

  /** @param kinds that are drawn */
  constructor(
    private readonly draws: Draws,
    private readonly kinds: readonly Kind[] = SINGLE,
  ) {
    this.acknowledged = Object.fromEntries(kinds.map(kind => [kind, 0]));
  }

  /** Fills an empty shop. */
  async fill(shop: Shop): Promise<void> {
    await shop.takesImports();
    for (const { status, text } of [await shop.putCatalog(1, 1), await shop.postPage(1)]) {
      if (status !== 204) throw new Error(`import: ${status} ${text}`);
    }
    await shop.ready();
  }

  /** The next one; the live snapshot is in the state. */
  async next(shop: Shop): Promise<Order> {
    const { live, kept } = await shop.snapshots();
    if (live !== undefined) this.stateOf.set(live, this.state);
    const others = kept.filter(id => id !== live && this.stateOf.has(id));
    const kind = this.draws.pick(this.kinds.filter(kind => kind !== 'rollbacks' || others.length > 0));
    if (kind === 'rollbacks') {
      const id = this.draws.pick(others);
      return single(kind, this.stateOf.get(id)!, to => to.rollback(id));
    }
    const number = ++this.newest;
    switch (kind) {
      case 'catalogs':
        return single(kind, { ...this.state, edition: number, price: number }, to => to.putCatalog(number, number));
      case 'prices':
        return single(kind, { ...this.state, price: number }, to => to.postPrices(number));
      case 'pages':
        return single(kind, { ...this.state, heading: number }, to => to.postPage(number));
      case 'queues':
        this.newest += QUEUED - 1;
        return new Queue(Array.from({ length: QUEUED }, (_, n) => ({ ...this.state, price: number + n })));
    }
  }

  done({ kind, to }: Order): void {
    this.acknowledged[kind] = (this.acknowledged[kind] ?? 0) + 1;
    this.state = to.at(-1)!;
  }
}

function single(kind: Kind, to: State, send: Order['send']): Order {
  return { kind, to: [to], answered: 0, acknowledged: 0, send };
}

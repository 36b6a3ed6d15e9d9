/** Orders to the small shop, drawn one after the other, and the state that those which were acknowledged have made. */
import type { Draws } from '../catalogs/chance.js';
import type { Outcome, Shop, State } from './shop.js';

const KINDS = ['catalogs', 'prices', 'pages', 'rollbacks'] as const;
type Kind = (typeof KINDS)[number];

export interface Order {
  kind: Kind;
  /** The state that it makes. */
  to: State;
  send(shop: Shop): Promise<Outcome>;
}

export class Orders {
  /** What was acknowledged last. */
  state: State = { edition: 1, price: 1, heading: 1 };
  readonly acknowledged = Object.fromEntries(KINDS.map(kind => [kind, 0])) as Record<Kind, number>;
  /** The highest number that was sent of anything. */
  private newest = 1;
  /** What snapshots say, by id. */
  private readonly stateOf = new Map<string, State>();

  constructor(private readonly draws: Draws) {}

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
    const kind = this.draws.pick(others.length === 0 ? KINDS.slice(0, 3) : KINDS);
    if (kind === 'rollbacks') {
      const id = this.draws.pick(others);
      return { kind, to: this.stateOf.get(id)!, send: to => to.rollback(id) };
    }
    const number = ++this.newest;
    switch (kind) {
      case 'catalogs':
        return {
          kind,
          to: { ...this.state, edition: number, price: number },
          send: to => to.putCatalog(number, number),
        };
      case 'prices':
        return { kind, to: { ...this.state, price: number }, send: to => to.postPrices(number) };
      case 'pages':
        return { kind, to: { ...this.state, heading: number }, send: to => to.postPage(number) };
    }
  }

  done({ kind, to }: Order): void {
    this.acknowledged[kind]++;
    this.state = to;
  }
}

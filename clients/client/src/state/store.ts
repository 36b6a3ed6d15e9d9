/** State that changes, and who is told: what hooks of React and composables of Vue have in common. */

export interface Readable<State> {
  /** A value that never changes itself: each change makes another. */
  readonly state: State;
  /** @returns takes the listener away again */
  subscribe(listener: () => void): () => void;
}

export class Store<State extends object> implements Readable<State> {
  #state: State;
  readonly #listeners = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/**
 * Of questions that overtake each other, the answer to the last alone: a new one ends those before it, and what
 * arrives of these all the same is dropped, in whichever order it comes.
 */
export class Latest {
  #current: AbortController | undefined;

  /**
   * @param ask gets the signal that ends it
   * @param pauseMs how long to wait before asking, so that fast typing asks once
   * @returns undefined when it was overtaken
   */
  async run<Answer>(ask: (signal: AbortSignal) => Promise<Answer>, pauseMs = 0): Promise<Answer | undefined> {
    this.end();
    const current = new AbortController();
    this.#current = current;
    try {
      if (pauseMs > 0) await new Promise(resolve => setTimeout(resolve, pauseMs));
      if (current.signal.aborted) return undefined;
      const answer = await ask(current.signal);
      return current.signal.aborted ? undefined : answer;
    } catch (error) {
      if (current.signal.aborted) return undefined;
      throw error;
    }
  }

  end(): void {
    this.#current?.abort();
    this.#current = undefined;
  }
}

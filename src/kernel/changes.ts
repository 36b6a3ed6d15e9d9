/** Lets callers wait for the next change of what its owner knows. */
export class Changes {
  private readonly waiting = new Set<() => void>();

  /** Wakes all that wait. */
  tell(): void {
    for (const wake of this.waiting) wake();
  }

  /** Resolves at the next change, or when the time is over. */
  next(withinMs: number): Promise<void> {
    return new Promise(resolve => {
      const wake = () => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, withinMs);
      this.waiting.add(wake);
    });
  }
}

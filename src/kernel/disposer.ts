/** Closes resources in the reverse order of their opening: whatever opens one adds the step that closes it. */
export class Disposer {
  private steps: (() => void | Promise<void>)[] = [];

  add(step: () => void | Promise<void>): void {
    this.steps.push(step);
  }

  /** Runs every step, even after one has failed. @throws the first failure. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.steps.pop(); step !== undefined; step = this.steps.pop()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

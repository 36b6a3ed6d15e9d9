/**
 * The end of things, in the opposite order of their beginning: whoever opens something says here how it is closed.
 */
export class Disposer {
  private steps: (() => void | Promise<void>)[] = [];

  add(step: () => void | Promise<void>): void {
    this.steps.push(step);
  }

  /** Every step is taken even when one fails. @throws the first failure. */
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

/** What the fleet thread asks of the main thread, and the answers that are still to come. */
import { asError, type Failure } from '../../threads/failure.js';
import type { AskMain, FleetAsk } from './fleet-messages.js';

interface Asked {
  kind: string;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

export class Questions {
  private last = 0;
  private readonly asked = new Map<number, Asked>();

  constructor(private readonly send: (id: number, ask: FleetAsk) => void) {}

  readonly ask: AskMain = <Answer>(question: FleetAsk) =>
    new Promise<Answer>((resolve, reject) => {
      const id = ++this.last;
      this.asked.set(id, { resolve: resolve as (answer: unknown) => void, reject, kind: question.kind });
      this.send(id, question);
    });

  answered(message: { id: number; answer: unknown } | { id: number; failure: Failure }): void {
    const waiting = this.asked.get(message.id);
    this.asked.delete(message.id);
    if ('failure' in message) waiting?.reject(asError(message.failure, `${waiting.kind} of the fleet`));
    else waiting?.resolve(message.answer);
  }
}

/**
 * Learning where the daemon is one of a fleet, of which one learns: what the fleet says of it goes to the behaviour thread,
 * also to one that takes the place of another, and what this daemon has learned goes to the fleet.
 */
import type { JournalName } from '../../behaviour/learning/journal-names.js';
import type { SharedSignals } from '../../snapshot/index.js';
import type { BehaviourWorker } from './behaviour-worker.js';

const LONGEST_ADOPTION_MS = 60_000;

/** Receives what this daemon has learned. */
export interface LearnedSink {
  /** The learned file was written. */
  learned(): void;
  compiled(signals: SharedSignals): void;
}

export class SharedLearning {
  private learns = false;
  private offered: SharedSignals | undefined;
  private sink: LearnedSink | undefined;
  private isFollowing = false;
  private names: readonly JournalName[] = [];
  private named!: () => void;
  private readonly whenNamed = new Promise<void>(resolve => {
    this.named = resolve;
  });

  constructor(private readonly worker: () => BehaviourWorker) {}

  share(sink: LearnedSink): void {
    this.sink = sink;
  }

  /** @param names what the fleet calls the journal of this daemon */
  name(names: readonly JournalName[]): void {
    this.names = names;
    this.named();
    // What is learned from now on is of the last one.
    if (this.learns) void this.tell();
  }

  /** Has this daemon learn, or not. Resolves when it does; where there is no thread, when there is one again. */
  async lead(learns: boolean): Promise<void> {
    this.learns = learns;
    await this.whenNamed;
    await this.tell();
  }

  /** Takes a file of another daemon in the place of what was learned. @throws where it cannot be read, or not now */
  async adopt(file: string): Promise<void> {
    await this.whenNamed;
    if (!this.isFollowing) throw new Error('what the fleet has learned is taken over when the journal is open');
    const { names } = this;
    const adopted = await this.worker().ask({ kind: 'adopt', file, names }, LONGEST_ADOPTION_MS);
    if (!adopted) throw new Error('what the fleet has learned is not taken over: the behaviour thread does not answer');
  }

  /** Answers with signals that another daemon has compiled, as long as they are for the snapshot that is live. */
  offer(signals: SharedSignals): void {
    this.offered = signals;
    this.worker().tell({ type: 'offered', signals });
  }

  /** To be called when the thread has been told its position in the journal. */
  followed(): void {
    this.isFollowing = true;
    if (this.offered) this.offer(this.offered);
    void this.whenNamed.then(() => this.tell());
  }

  /** The thread has died. */
  ended(): void {
    this.isFollowing = false;
  }

  /** This daemon has written the learned file. */
  learned(): void {
    if (this.learns) this.sink?.learned();
  }

  /** This daemon has compiled what it has learned, or what it has taken over. */
  compiled(signals: SharedSignals): void {
    if (this.learns) this.sink?.compiled(signals);
  }

  private async tell(): Promise<void> {
    const { learns, names } = this;
    if (this.isFollowing) await this.worker().ask({ kind: 'lead', leads: learns, names }, LONGEST_ADOPTION_MS);
  }
}

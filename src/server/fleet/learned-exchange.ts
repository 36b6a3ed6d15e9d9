/**
 * What was learned of behaviour, between daemons: the writer learns and publishes what it has learned, the others take it
 * over. A daemon that becomes the writer takes over the last that was published, and goes on from there.
 */
import { copyFileSync, linkSync, rmSync } from 'node:fs';
import type { FleetLearned, LearnedStore } from '../../fleet/learned-store.js';
import type { SharedSignals } from '../../snapshot/index.js';
import type { AskMain } from './fleet-messages.js';

/** A watch says nothing more where its server is gone. */
const LOOK_EVERY_MS = 5000;

export interface LearnedExchangeOptions {
  store: LearnedStore;
  /** The learned file, which the thread of behaviour replaces as a whole. */
  learnedFile: string;
  ask: AskMain;
  /** Has this daemon answer with signals that another one has compiled. */
  offer(signals: SharedSignals): void;
  failed(error: unknown): void;
}

export class LearnedExchange {
  /** Of the term in which this daemon learns. */
  private token: number | undefined;
  /** What this daemon has taken over or published last. */
  private state: string | undefined;
  private signals: string | undefined;
  /** The newest of what waits to be published. */
  private waitingSignals: SharedSignals | undefined;
  private isStateWaiting = false;
  private working: Promise<void> = Promise.resolve();
  /** Signals do not wait for the state, which is many times as long. */
  private publishing: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private stopWatching: () => void = () => undefined;

  constructor(private readonly options: LearnedExchangeOptions) {}

  async start(): Promise<void> {
    const { store, ask, failed } = this.options;
    // The thread before this one may have had it learn.
    this.inTurn(() => ask({ kind: 'learn', learns: false }));
    this.stopWatching = await store.watch(() => this.look(), failed);
    const again = () => {
      this.look();
      this.timer = setTimeout(again, LOOK_EVERY_MS);
    };
    again();
  }

  /** Has this daemon learn from now on, or no longer. @param token of its term; undefined: another daemon learns */
  lead(token: number | undefined): void {
    if (token === this.token) return;
    const wasLeading = this.token !== undefined;
    this.token = token;
    if (token === undefined) this.inTurn(() => this.options.ask({ kind: 'learn', learns: false }));
    else if (!wasLeading) this.inTurn(() => this.begin(token));
  }

  /** To be called when this daemon has written the learned file. */
  learned(): void {
    this.isStateWaiting = true;
    this.inTurn(() => this.publishState());
  }

  /** To be called when this daemon has compiled what it has learned. */
  compiled(signals: SharedSignals): void {
    this.waitingSignals = signals;
    this.publishing = this.publishing.then(() => this.publishSignals()).catch(this.options.failed);
  }

  /** Resolves when what was compiled by now is published, or cannot be. */
  published(): Promise<void> {
    return this.publishing;
  }

  /** Resolves when this daemon has been offered what is published by now, or cannot have it. */
  async takenOver(): Promise<void> {
    this.look();
    await this.working;
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.stopWatching();
    await Promise.all([this.working, this.publishing]);
  }

  private look(): void {
    if (this.token === undefined) this.inTurn(() => this.takeOver());
  }

  private async begin(token: number): Promise<void> {
    const { store, ask, failed } = this.options;
    // What cannot be had is learned again, of the journal of this daemon.
    await this.takeOverState(await store.get()).catch(failed);
    if (this.token !== token) return;
    await ask({ kind: 'learn', learns: true });
    await store.tidy();
  }

  private async takeOver(): Promise<void> {
    const found = await this.options.store.get();
    if (this.token !== undefined || !found) return;
    const { signals } = found;
    if (signals && this.signals !== nameOf(signals)) {
      const compiled = await this.options.store.fetchSignals(signals);
      this.signals = nameOf(signals);
      if (compiled) this.options.offer(compiled);
    }
    await this.takeOverState(found);
  }

  private async takeOverState({ state }: Partial<FleetLearned> = {}): Promise<void> {
    const { store, learnedFile, ask } = this.options;
    if (state === undefined || state === this.state) return;
    // What a crash leaves of it is removed when the learned file is opened.
    const file = `${learnedFile}.arriving`;
    await store.fetchState(state, file);
    try {
      await ask({ kind: 'adopt-learned', file });
      this.state = state;
    } finally {
      rmSync(file, { force: true });
    }
  }

  private async publishSignals(): Promise<void> {
    const { token, waitingSignals } = this;
    this.waitingSignals = undefined;
    if (token === undefined || !waitingSignals) return;
    const { signals } = (await this.options.store.putSignals(waitingSignals, token)) ?? {};
    this.signals = signals && nameOf(signals);
  }

  private async publishState(): Promise<void> {
    const { store, learnedFile } = this.options;
    const { token, isStateWaiting } = this;
    this.isStateWaiting = false;
    if (token === undefined || !isStateWaiting) return;
    const file = `${learnedFile}.leaving`;
    rmSync(file, { force: true });
    keep(learnedFile, file);
    try {
      this.state = (await store.putState(file, token))?.state;
    } finally {
      rmSync(file, { force: true });
    }
  }

  /** Runs a task when those before it have ended. What fails comes again: with the next news, or the next look. */
  private inTurn(task: () => Promise<void>): void {
    this.working = this.working.then(task).catch(this.options.failed);
  }
}

const nameOf = ({ object, snapshot }: { object: string; snapshot: string }): string => `${snapshot} ${object}`;

/** Keeps what a file has now, under another name. */
function keep(file: string, as: string): void {
  try {
    linkSync(file, as);
  } catch {
    // The file system has no links.
    copyFileSync(file, as);
  }
}

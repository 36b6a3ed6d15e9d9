/**
 * New bases: where imports have changed much since the last one, a base is built in the background, and taken up
 * between two imports when it is complete. A failure leaves the announced snapshot as it is.
 */
import { randomUUID } from 'node:crypto';
import type { CatalogStore } from '../catalog/catalog-store.js';
import type { ErrorLog } from './job-outcome.js';

/** Builds bases for the service: see build/base. */
export interface BaseHost {
  /**
   * Whether so many groups have changed since the announced snapshot's base that a new one is to be built.
   * @param rest whether imports rest
   */
  isDue(rest: boolean): boolean;
  /** Builds a base of the store while imports go on. */
  build(): Promise<void>;
  /** Has the build wait from its next step on. */
  hold(): void;
  /** Ends that. */
  release(): void;
  /**
   * Writes, verifies and announces a snapshot of the store with the base that has been built. Synchronous.
   * @returns its id; undefined where there is no base, or one of no use
   */
  takeUp(store: CatalogStore): string | undefined;
  /** Removes a base that has not been taken up. */
  discard(): void;
}

/**
 * Imports that a base waits for; beside later ones it goes on, at the lowest priority. Otherwise one that imports follow
 * without a pause would not be complete before their overlays are so many that they have to be merged.
 */
const MOST_AWAITED = 32;

export class NewBases {
  private building = false;
  /** Imports that the base has waited for. */
  private awaited = 0;

  constructor(
    private readonly host: BaseHost,
    private readonly log: ErrorLog,
  ) {}

  /** Whether a base is being built, or waits to be taken up. */
  get isUnderWay(): boolean {
    return this.building;
  }

  /**
   * Begins to build a base, where one is due and none is being built.
   * @param rest whether imports rest
   * @param built called when it is complete, with the time when it was begun, in milliseconds since 1970
   */
  begin(rest: boolean, built: (begunMs: number) => void): void {
    if (this.building || !this.attempt(() => this.host.isDue(rest))) return;
    this.building = true;
    this.awaited = 0;
    const begunMs = Date.now();
    this.host.build().then(
      () => built(begunMs),
      error => {
        this.failed(error);
        this.end();
      },
    );
  }

  /** To be called when an import begins: it has precedence. */
  hold(): void {
    if (this.building && this.awaited++ < MOST_AWAITED) this.host.hold();
  }

  /** To be called when queries are answered from what it has made. */
  release(): void {
    this.host.release();
  }

  /** To be called while no import runs. @returns the id of the snapshot that was announced, if one was */
  takeUp(store: CatalogStore): string | undefined {
    const taken = this.attempt(() => this.host.takeUp(store));
    this.end();
    return taken;
  }

  private end(): void {
    this.building = false;
    this.attempt(() => this.host.discard());
  }

  private attempt<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      this.failed(error);
      return undefined;
    }
  }

  private failed(error: unknown): void {
    this.log(error, { id: randomUUID() });
  }
}

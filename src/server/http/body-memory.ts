/**
 * The memory of bodies that are read as a whole, of one front end: each counts until its request has ended. Where all
 * together hold too much, those are refused that have been arriving for the longest: the bodies of most clients arrive
 * within milliseconds, and who sends slowly on purpose holds nothing for long.
 */

import { BodyPace } from './body-pace.js';

/** A body of which more may come. */
export interface ArrivingBody {
  /** Refuses the rest of it. */
  refuse(): void;
}

export class BodyMemory {
  readonly pace = new BodyPace();
  /** The bytes that each body holds. */
  private readonly bodies = new Map<ArrivingBody, number>();
  /** In the order in which they began. */
  private readonly arriving = new Set<ArrivingBody>();
  private held = 0;

  constructor(readonly mostBytes: number) {}

  /** Bytes that bodies hold. */
  get bytes(): number {
    return this.held;
  }

  /** Counts bytes that have arrived of a body. May refuse others, and this one. */
  add(body: ArrivingBody, bytes: number): void {
    const before = this.bodies.get(body);
    if (before === undefined) this.arriving.add(body);
    this.bodies.set(body, (before ?? 0) + bytes);
    this.held += bytes;
    for (const one of this.arriving) {
      if (this.held <= this.mostBytes) return;
      this.remove(one);
      one.refuse();
    }
  }

  /** Notes that the whole body has arrived. */
  complete(body: ArrivingBody): void {
    this.arriving.delete(body);
  }

  /** To be called when the body is no longer of use; may be called again. */
  remove(body: ArrivingBody): void {
    this.held -= this.bodies.get(body) ?? 0;
    this.bodies.delete(body);
    this.arriving.delete(body);
  }
}

/**
 * The visits that the behaviour thread has not applied yet, in order, and before the store of visitors is open those that
 * wait to be passed to it. Further ones are dropped where too many wait.
 */
import type { Visit } from '../../behaviour/activities/activity.js';
import type { PendingVisits } from './pending-visits.js';

/** A visit as a front end reports it; slot is undefined for one without a customer. */
export type ReportedVisit = [visit: Visit, frontEnd: number, slot: number | undefined];

export class VisitLine {
  private early: ReportedVisit[] = [];
  /** By visit the front end and slot, where its effects may be waited for. */
  private passed: ({ frontEnd: number; slot: number } | undefined)[] = [];
  private hurried = false;

  constructor(
    private readonly underWay: PendingVisits,
    private readonly most: number,
  ) {}

  /** Visits that were passed to the thread. */
  get length(): number {
    return this.passed.length;
  }

  /** Whether the thread is told that a query waits for visits, and has not applied any since. */
  get isHurried(): boolean {
    return this.hurried;
  }

  /** @returns whether a query that waits for visits has to be told to the thread */
  hurry(): boolean {
    const isNew = !this.hurried && this.passed.length > 0;
    this.hurried ||= isNew;
    return isNew;
  }

  /** Keeps a visit from before the store is open. @returns false where it is not to be kept, or too many are */
  keep(...reported: ReportedVisit): boolean {
    if (!this.underWay.isOpening || this.early.length >= this.most) return false;
    this.early.push(reported);
    return true;
  }

  takeKept(): ReportedVisit[] {
    return this.early.splice(0);
  }

  /** @returns false where it is dropped. @param isFollowing whether the thread takes visits */
  pass(frontEnd: number, slot: number | undefined, isFollowing: boolean): boolean {
    if (!isFollowing || this.passed.length >= this.most) {
      if (slot !== undefined) this.underWay.end(frontEnd, slot);
      return false;
    }
    this.passed.push(slot === undefined ? undefined : { frontEnd, slot });
    return true;
  }

  /** Ends the next `count` visits, because they have been applied or are lost. */
  end(count: number): void {
    this.hurried = false;
    for (const begun of this.passed.splice(0, count)) if (begun) this.underWay.end(begun.frontEnd, begun.slot);
  }
}

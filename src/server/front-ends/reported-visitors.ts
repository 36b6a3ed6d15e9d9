/**
 * The visitors of a further front end's queries: reads filters in memory that all front ends share, and reports visits
 * to the first front end, which passes them to the behaviour thread.
 */
import type { Visit } from '../../behaviour/activities/activity.js';
import type { AskingVisitors } from '../../behaviour/visitors/asking-visitors.js';
import type { KnownVisitors, Remembrance } from '../../behaviour/visitors/known-visitors.js';
import { visitorKey } from '../../behaviour/visitors/visitor-key.js';
import { MessageBuffer } from '../../threads/message-buffer.js';
import type { PendingVisits } from '../behaviour/pending-visits.js';
import type { QueryVisitors } from '../queries/visits.js';
import type { BegunVisit } from './front-end-messages.js';

export class ReportedVisitors implements QueryVisitors {
  private readonly reports: MessageBuffer<BegunVisit>;

  /**
   * @param report sends visits to the first front end
   * @param awaited tells it that a query waits for visits
   */
  constructor(
    private readonly known: KnownVisitors,
    private readonly asking: AskingVisitors,
    private readonly pending: PendingVisits,
    report: (visits: BegunVisit[]) => void,
    private readonly awaited: () => void,
  ) {
    this.reports = new MessageBuffer(report);
  }

  mayKnow(market: string, customerKey: string, what: Remembrance): boolean {
    return this.known.mayKnow(visitorKey(market, customerKey), what);
  }

  settled(market: string, customerKey: string): Promise<void> | undefined {
    const settled = this.pending.settled(market, customerKey);
    if (settled) {
      this.reports.flush();
      this.awaited();
    }
    return settled;
  }

  asked(market: string, visitor: string): void {
    this.asking.add(market, visitor);
  }

  visited(visit: Visit): void {
    const { market, customerKey, type } = visit;
    let slot: number | undefined;
    if (customerKey !== undefined) {
      // Before the answer goes out: the visitor's next query may come to any front end.
      slot = this.pending.begin(market, customerKey);
      this.known.add(visitorKey(market, customerKey), type === 'view');
    }
    this.reports.add({ visit, slot });
  }

  /** Reports all buffered visits. */
  flush(): void {
    this.reports.flush();
  }
}

/**
 * What operators and routes ask of the behaviour thread. What waits to be sent to it goes first, so that the answer has it.
 * Methods that need an answer throw Problem UNAVAILABLE while there is no thread.
 */
import type { ListedSearch, SearchesOrder } from '../../api/agents/admin/admin-desk.js';
import type { ReportOrder } from '../../behaviour/campaigns/campaign-report.js';
import type { VisitorInMarket } from '../../behaviour/visitors/index.js';
import type { BehaviourWorker } from './behaviour-worker.js';
import type { DaemonLedger } from './daemon-ledger.js';
import { behaviourFolder } from './folders.js';

/** Longest wait of a shopper's request. */
const LONGEST_WAIT_MS = 1000;
/** Longest wait for a request of an operator. */
const LONGEST_WORK_MS = 30_000;
/** Time limit of copying all visitors, or writing them anew: a million take some seconds of a processor core. */
const LONGEST_COPY_MS = 600_000;

export interface BehaviourRequestsOptions {
  worker: Pick<BehaviourWorker, 'ask' | 'require'>;
  /** Sends what waits. */
  flush(): void;
  ledger: Pick<DaemonLedger, 'forget'> | undefined;
}

export class BehaviourRequests {
  constructor(private readonly options: BehaviourRequestsOptions) {}

  /**
   * The number of the phrases among a customer's recent searches.
   * @returns undefined where the thread does not answer in time
   */
  countSearches(market: string, customerKey: string, phrases: readonly string[] | 'all'): Promise<number | undefined> {
    return this.worker.ask({ kind: 'count-searches', market, customerKey, phrases }, LONGEST_WAIT_MS);
  }

  /** All stored data of a customer, in every market. */
  async exportVisitor(customerKey: string): Promise<VisitorInMarket[]> {
    return this.worker.require({ kind: 'export', customerKey }, LONGEST_WORK_MS);
  }

  /** Erases customers in every market, durably. @returns for each, the number of markets with data. */
  async eraseVisitors(customerKeys: readonly string[]): Promise<number[]> {
    this.options.ledger?.forget(customerKeys);
    return this.worker.require({ kind: 'erase', customerKeys }, LONGEST_WORK_MS);
  }

  /** What visitors search for most. */
  async searches(order: SearchesOrder): Promise<ListedSearch[]> {
    return this.worker.require({ kind: 'searches', order }, LONGEST_WORK_MS);
  }

  /** The report of campaigns. */
  async campaignReport(order: ReportOrder): Promise<Uint8Array> {
    return this.worker.require({ kind: 'campaign-report', order }, LONGEST_WORK_MS);
  }

  /** Writes a copy of the visitors, and of what was learned, to a folder. */
  async copyTo(folder: string): Promise<void> {
    await this.worker.require({ kind: 'copy', to: behaviourFolder(folder) }, LONGEST_COPY_MS);
  }

  /** Writes the files of visitors anew, so that none has anything of those who were erased before. */
  async renewVisitors(): Promise<void> {
    await this.worker.require({ kind: 'renew' }, LONGEST_COPY_MS);
  }

  private get worker(): BehaviourRequestsOptions['worker'] {
    this.options.flush();
    return this.options.worker;
  }
}

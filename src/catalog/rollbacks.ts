/**
 * Rollbacks of the catalog store. The store is taken back to the generation of a kept snapshot by a transaction of the
 * usual kind: it has a generation of its own, is in the change history, and can be taken back itself.
 */
import type { RootDatabase } from 'lmdb';
import { Problem } from '../errors/problem.js';
import type { CatalogTotals } from './catalog-totals.js';
import type { GroupChanges } from './change-history.js';
import { type RestorableTables, type RestoredCounts, restoreRecords } from './restore-records.js';
import type { UndoLog } from './undo-log.js';

/** What a rollback has changed in the store. */
export interface Restored {
  counts: RestoredCounts;
  /** As `CatalogStore.recordChanges` takes them. */
  changes: GroupChanges | undefined;
}

export class Rollbacks {
  /**
   * @param log undefined in a process that reads alone
   * @param store its generation, and what begins a change of its running transaction
   */
  constructor(
    private readonly root: RootDatabase<unknown, string>,
    private readonly log: UndoLog | undefined,
    private readonly tables: RestorableTables,
    private readonly store: { generation(): number; change(): { generation: number; totals: CatalogTotals } },
  ) {}

  /** @throws `rollback_impossible` when the store cannot be taken back to a generation before the current one */
  require(generation: number): UndoLog {
    if (this.log?.reaches(generation, this.store.generation())) return this.log;
    throw new Problem(
      'rollback_impossible',
      `catalog store: nothing is kept that undoes the imports since generation ${generation}`,
    );
  }

  /**
   * Takes all records back to what they were at an earlier generation, as a change of the running transaction.
   * @throws as `require`
   */
  restore(generation: number): Restored {
    const log = this.require(generation);
    const { generation: own, totals } = this.store.change();
    const restored = restoreRecords(log, generation, this.tables, totals);
    log.addRollback({ generation: own, to: generation });
    return restored;
  }

  /** The generation to which the transaction of a generation took the store back, where it was a rollback. */
  at(generation: number): number | undefined {
    return this.log?.rollbackAt(generation);
  }

  /** Forgets what takes the store back to other generations than these; to be called while no transaction runs. */
  keepOnly(generations: readonly number[]): void {
    const { log } = this;
    if (log?.needsTrim(generations)) this.root.transactionSync(() => log.trim(generations));
  }
}

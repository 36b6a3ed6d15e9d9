/** A database of the catalog store whose records are kept in the undo log before they change. */
import type { Database, Transaction } from 'lmdb';
import type { UndoLog, UndoTable } from './undo-log.js';

/** The transaction to read in; default: the running one, or the latest commit. */
export interface ReadOptions {
  transaction?: Transaction;
}

export class UndoableTable {
  constructor(
    private readonly database: Database<Buffer, string>,
    private readonly table: UndoTable,
    private readonly log: UndoLog | undefined,
  ) {}

  getBinary(key: string, options?: ReadOptions): Buffer | undefined {
    return this.database.get(key, options);
  }

  getRange(options?: Parameters<Database<Buffer, string>['getRange']>[0]) {
    return this.database.getRange(options);
  }

  getKeys(options?: Parameters<Database<Buffer, string>['getKeys']>[0]): Iterable<string> {
    return this.database.getKeys(options);
  }

  /** To be called inside a transaction, like all that follow. */
  putSync(key: string, bytes: Buffer): void {
    this.keep(key);
    this.database.putSync(key, bytes);
  }

  removeSync(key: string): void {
    this.keep(key);
    this.database.removeSync(key);
  }

  /** Removes all records, and keeps none of them. */
  clearSync(): void {
    this.database.clearSync();
  }

  private keep(key: string): void {
    this.log?.keep(this.table, key, () => this.database.get(key));
  }
}

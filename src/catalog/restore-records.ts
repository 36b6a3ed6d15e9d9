/** Takes the records of the catalog store back to what they were at an earlier generation: see rollbacks.ts. */
import { Problem } from '../errors/problem.js';
import { differInNumbersAlone } from '../kernel/json-numbers.js';
import type { CatalogTotals } from './catalog-totals.js';
import type { GroupChanges } from './change-history.js';
import type { DecodedGroups } from './decoded-groups.js';
import { decodeGroup, jsonStart } from './group-codec.js';
import type { GroupRecords } from './group-records.js';
import type { KeyOwners } from './key-owners.js';
import { decodeRecord } from './record-codec.js';
import type { Content, ProductGroup, Translation } from './records.js';
import { CONFIGURATION_KEY } from './site/configuration.js';
import { UNDO_TABLES, type UndoLog, type UndoTable } from './undo-log.js';
import type { UndoableTable } from './undoable-table.js';

/** Numbers of records of all kinds. */
export interface RestoredCounts {
  added: number;
  changed: number;
  removed: number;
}

/** What is taken back. */
export interface RestorableTables {
  groups: GroupRecords;
  contents: UndoableTable;
  translations: UndoableTable;
  documents: UndoableTable;
  owners: KeyOwners;
  decoded: DecodedGroups;
}

/** Most groups whose keys are collected; beyond, more than groups and content counts as changed. */
const MOST_GROUPS = 100_000;

/**
 * To be called inside a transaction.
 * @returns `changes`: as `ChangeHistory.add` takes them
 * @throws `internal` when what is needed is damaged
 */
export function restoreRecords(
  log: UndoLog,
  generation: number,
  tables: RestorableTables,
  totals: CatalogTotals,
): { counts: RestoredCounts; changes: GroupChanges | undefined } {
  const counts = { added: 0, changed: 0, removed: 0 };
  const keys: string[] = [];
  let content = false;
  let other = false;
  for (const { table, key, bytes } of log.recordsAt(generation)) {
    const before = tableOf(tables, table).getBinary(key);
    if (before ? bytes && before.equals(bytes) : !bytes) continue;
    counts[before ? (bytes ? 'changed' : 'removed') : 'added']++;
    if (table === UNDO_TABLES.groups) {
      totals.replaceGroup(...restoreGroup(tables, key, bytes));
      if (keys.length < MOST_GROUPS) keys.push(key);
      else other = true;
      continue;
    }
    if (bytes) tableOf(tables, table).putSync(key, bytes);
    else tableOf(tables, table).removeSync(key);
    if (table === UNDO_TABLES.contents) {
      content = true;
      totals.replaceContent(decoded<Content>(before), decoded<Content>(bytes));
    } else if (table === UNDO_TABLES.translations) {
      other = true;
      totals.replaceTranslation(decoded<Translation>(before), decoded<Translation>(bytes));
    } else {
      other ||= key === CONFIGURATION_KEY;
    }
  }
  const [conflict] = tables.owners.resolveConflicts();
  if (conflict) throw new Problem('internal', `catalog store: after a rollback, several records have ${conflict.key}`);
  return { counts, changes: other ? undefined : { keys, content } };
}

function tableOf(tables: RestorableTables, table: UndoTable): UndoableTable {
  switch (table) {
    case UNDO_TABLES.groups:
      return tables.groups.stored;
    case UNDO_TABLES.contents:
      return tables.contents;
    case UNDO_TABLES.translations:
      return tables.translations;
    case UNDO_TABLES.documents:
      return tables.documents;
  }
}

/** Restores a group with its keys. @returns what totals follow: the group before and after */
function restoreGroup(
  { groups, owners, decoded }: RestorableTables,
  key: string,
  bytes: Buffer | undefined,
): [ProductGroup | undefined, ProductGroup | undefined] {
  const current = groups.getBinary(key);
  if (bytes) groups.stored.putSync(key, bytes);
  else groups.stored.removeSync(key);
  decoded.replace(key, undefined);
  const restored = groups.getBinary(key);
  // They have the same keys, markets and locales; decoding both takes half of a rollback of prices or stock.
  if (current && restored && areEqualButNumbers(current, restored)) return [undefined, undefined];
  const before = current && decodeGroup(current);
  const after = restored && decodeGroup(restored);
  owners.update(key, before, after);
  return [before, after];
}

function areEqualButNumbers(current: Buffer, restored: Buffer): boolean {
  return jsonStart(current) !== undefined && differInNumbersAlone(current, restored);
}

function decoded<T>(bytes: Buffer | undefined): T | undefined {
  return bytes && decodeRecord<T>(bytes);
}

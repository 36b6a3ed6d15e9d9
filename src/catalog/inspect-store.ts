/**
 * Inspects the file of a catalog store before it is opened: whether LMDB can open it, and whether the checksums of its
 * records are right. Records of formats up to 3 have no checksums, nor have those of owners up to format 4.
 */
import { statSync } from 'node:fs';
import { checkLmdb } from '../kernel/lmdb-check.js';
import { DICTIONARY_KEY, isSoundDictionary, isSoundGroup } from './group-records.js';
import { isSoundOwner } from './owner-table.js';
import { decodeRecord, isSoundRecord } from './record-codec.js';
import { CHECKED_FORMAT_KEY, FORMAT_KEY, GENERATION_KEY } from './store-state.js';

/** What stands in the file of a store. */
export type StoreInspection =
  | { state: 'missing' }
  | { state: 'damaged'; fault: string }
  | { state: 'sound'; generation: number };

const RECORDS: ReadonlySet<string> = new Set(['contents', 'translations', 'documents', 'changes', 'state']);

/** @param file `data.mdb`, or a copy of it; nothing may write to it meanwhile */
export function inspectStore(file: string): StoreInspection {
  // An empty file is that of a store that was being created.
  if (!statSync(file, { throwIfNoEntry: false })?.size) return { state: 'missing' };
  const state = new Map<string, Buffer>();
  const fault = checkLmdb(file, {
    value: (database, key, value) => {
      if (!isSound(database, key, value)) return `a record of ${database} is damaged`;
      if (database === 'state' && value.length <= MOST_STATE_BYTES) state.set(key.toString(), Buffer.from(value));
      return undefined;
    },
  });
  if (fault !== undefined) return { state: 'damaged', fault };
  const read = (name: string) => (state.has(name) ? decodeRecord<number>(state.get(name)!) : undefined);
  const [format, checked] = [read(FORMAT_KEY), read(CHECKED_FORMAT_KEY)];
  // That of an older version stands alone.
  if (checked !== undefined && format !== checked) return { state: 'damaged', fault: `an unknown format, ${format}` };
  return { state: 'sound', generation: read(GENERATION_KEY) ?? 0 };
}

/** Longer ones are no numbers. */
const MOST_STATE_BYTES = 16;
const DICTIONARY = Buffer.from(DICTIONARY_KEY);

function isSound(database: string, key: Buffer, value: Buffer): boolean {
  if (database === 'groups') return isSoundGroup(value);
  if (database === 'state' && key.equals(DICTIONARY)) return isSoundDictionary(value);
  if (database === 'owners') return isSoundOwner(key, value);
  return !RECORDS.has(database) || isSoundRecord(value);
}

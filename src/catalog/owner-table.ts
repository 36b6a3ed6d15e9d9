/**
 * The records of owners, each with a checksum of its key and its entry, which is compared when it is read.
 *
 *   0  1  version, "1"                                                                UTF-8
 *   1  6  checksum, FNV-1a of the UTF-8 bytes of what follows and of the key (32 bits), in base 64, lowest bits first
 *   7  …  entry: see key-owners.ts
 * Up to format 4 of the store, records were entries alone, which begin with a letter. They are read as they are, and get
 * checksums when they are written again.
 */
import type { Database } from 'lmdb';
import { Problem } from '../errors/problem.js';

const VERSION = '1';
const ENTRY_AT = 7;
/** What records without a checksum begin with. */
const UNCHECKED = 'gpv';
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** An import of a million products writes some millions of records. */
const PAIRS = Array.from({ length: 4096 }, (_, n) => DIGITS[n & 63]! + DIGITS[n >> 6]!);
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

export class OwnerTable {
  constructor(private readonly records: Database<string, string>) {}

  /** @throws Problem `internal` where the record is damaged */
  get(key: string): string | undefined {
    const record = this.records.get(key);
    if (record === undefined || UNCHECKED.includes(record[0]!)) return record;
    const entry = record.slice(ENTRY_AT);
    if (record !== recordOf(key, entry)) throw new Problem('internal', 'catalog store: a record of owners is damaged');
    return entry;
  }

  put(key: string, entry: string): void {
    this.records.putSync(key, recordOf(key, entry));
  }

  /** @param key behind all others */
  append(key: string, entry: string): void {
    this.records.putSync(key, recordOf(key, entry), { append: true });
  }

  remove(key: string): void {
    this.records.removeSync(key);
  }

  isEmpty(): boolean {
    for (const _ of this.records.getKeys({ limit: 1 })) return false;
    return true;
  }

  clear(): void {
    this.records.clearSync();
  }
}

/** Whether the checksum of a record is right, if there is one. */
export function isSoundOwner(key: Uint8Array, record: Uint8Array): boolean {
  const first = String.fromCharCode(record[0] ?? 0);
  if (first !== VERSION) return UNCHECKED.includes(first);
  const checksum = digits(hashBytes(hashBytes(FNV_OFFSET, record, ENTRY_AT), key, 0));
  if (record.length <= ENTRY_AT) return false;
  for (let i = 1; i < ENTRY_AT; i++) if (record[i] !== checksum.charCodeAt(i - 1)) return false;
  return true;
}

function recordOf(key: string, entry: string): string {
  return VERSION + digits(hashText(hashOf(entry), key)) + entry;
}

/** Variants of a product, which follow each other, have one entry. */
const last = { entry: '', hash: FNV_OFFSET };

function hashOf(entry: string): number {
  if (entry !== last.entry) {
    last.hash = hashText(FNV_OFFSET, entry);
    last.entry = entry;
  }
  return last.hash;
}

function digits(hash: number): string {
  return PAIRS[hash & 4095]! + PAIRS[(hash >>> 12) & 4095]! + PAIRS[hash >>> 24]!;
}

/** A change of one byte always changes it: each step maps hashes to hashes one to one. */
function hashText(start: number, text: string): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Of most keys characters are bytes.
    if (code > 127) return hashBytes(start, Buffer.from(text), 0);
    hash = Math.imul(hash ^ code, FNV_PRIME);
  }
  return hash;
}

function hashBytes(start: number, bytes: Uint8Array, from: number): number {
  let hash = start;
  for (let i = from; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], FNV_PRIME);
  return hash;
}

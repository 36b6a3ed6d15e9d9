/**
 * Part `site`: the documents of a shop (pages, navigation, templates and others) by key, and the lookup names of pages.
 *
 *   keys (strings), documents (strings)      keys in byte order, the JSON of each
 *   names (strings), named u32               `market|layer|locale|path` in byte order, and the document of each
 *
 * A document is parsed at the first access, and kept in a bounded cache.
 */

import { compareBytes } from '../kernel/byte-order.js';
import { type Part, PartWriter } from './part.js';
import { Strings, writeStrings } from './strings.js';

export interface SiteDocument {
  key: string;
  record: unknown;
  /** Lookup names beside the key. */
  names: readonly string[];
}

/** Most parsed documents that a thread keeps. */
const KEPT = 512;

export function writeSite(documents: readonly SiteDocument[]): PartWriter {
  const sorted = [...documents].sort((a, b) => compareBytes(a.key, b.key));
  const names = sorted.flatMap(({ names }, ordinal) => names.map(name => ({ name, ordinal })));
  names.sort((a, b) => compareBytes(a.name, b.name) || a.ordinal - b.ordinal);
  const part = new PartWriter('site');
  writeStrings(
    part,
    'keys',
    sorted.map(({ key }) => key),
  );
  writeStrings(
    part,
    'documents',
    sorted.map(({ record }) => JSON.stringify(record)),
  );
  writeStrings(
    part,
    'names',
    names.map(({ name }) => name),
  );
  return part.add(
    'named',
    Uint32Array.from(names, ({ ordinal }) => ordinal),
  );
}

export class Site {
  private readonly keys: Strings;
  private readonly documents: Strings;
  private readonly names: Strings;
  private readonly named: Uint32Array;
  private readonly parsed = new Map<number, unknown>();

  constructor(part: Part) {
    this.keys = new Strings(part, 'keys');
    this.documents = new Strings(part, 'documents');
    this.names = new Strings(part, 'names');
    this.named = part.u32('named');
  }

  /** The document under a key, as the type that the caller states. */
  get<T>(key: string): T | undefined {
    return this.at<T>(this.keys.find(key));
  }

  /** The document with a lookup name: of several the first by key that `wanted` accepts. */
  byName<T>(name: string, wanted: (record: T) => boolean = () => true): T | undefined {
    let at = this.names.find(name);
    if (at < 0) return undefined;
    while (at > 0 && this.names.at(at - 1) === name) at--;
    for (; at < this.names.size && this.names.at(at) === name; at++) {
      const record = this.at<T>(this.named[at])!;
      if (wanted(record)) return record;
    }
    return undefined;
  }

  /** Whether a key begins with `prefix`. */
  has(prefix: string): boolean {
    const { from, to } = this.keys.rangeOf(prefix);
    return from < to;
  }

  /** Documents whose key begins with `prefix`, in key order. */
  *all<T>(prefix: string): Iterable<{ key: string; record: T }> {
    const { from, to } = this.keys.rangeOf(prefix);
    for (let at = from; at < to; at++) yield { key: this.keys.at(at), record: this.at<T>(at)! };
  }

  private at<T>(ordinal: number): T | undefined {
    if (ordinal < 0) return undefined;
    let record = this.parsed.get(ordinal);
    if (record === undefined) {
      record = JSON.parse(this.documents.at(ordinal));
      if (this.parsed.size >= KEPT) this.parsed.delete(this.parsed.keys().next().value!);
      this.parsed.set(ordinal, record);
    }
    return record as T;
  }
}

/**
 * Small documents that all daemons of a fleet have: API keys, secrets, states of daemons. Each value is stored as
 *
 *   {version, sha256, value}   sha256 (hex) is of JSON.stringify(value)
 *
 * and is written only where it is as it was read, so that nothing is lost where two daemons change the same one.
 */
import { createHash } from 'node:crypto';
import type { KV, KvEntry } from '@nats-io/kv';
import { isOvertaken } from './connection.js';

const VERSION = 1;

export interface FleetDocument<T = unknown> {
  value: T;
  /** Grows with each change of any document. */
  revision: number;
}

export class FleetDocuments {
  constructor(private readonly bucket: KV) {}

  /** @returns undefined where there is none. @throws where the stored one is damaged, or of a newer version */
  async get<T>(name: string): Promise<FleetDocument<T> | undefined> {
    const entry = await this.bucket.get(name);
    return entry ? (read(entry) as FleetDocument<T> | undefined) : undefined;
  }

  /**
   * @param revision of the document that the value is to replace; 0: there is none
   * @returns the revision of the new one; undefined where another daemon has been quicker
   */
  async put(name: string, value: unknown, revision: number): Promise<number | undefined> {
    const text = JSON.stringify({ version: VERSION, sha256: checksum(value), value });
    try {
      return await (revision === 0 ? this.bucket.create(name, text) : this.bucket.update(name, text, revision));
    } catch (error) {
      if (isOvertaken(error)) return undefined;
      throw error;
    }
  }

  /**
   * Reads a document and writes what is made of it, again where another daemon has been quicker.
   * @param change undefined: nothing is written
   * @returns the document as it is then
   */
  async change<T>(
    name: string,
    change: (value: T | undefined) => T | undefined,
  ): Promise<FleetDocument<T> | undefined> {
    for (;;) {
      const found = await this.get<T>(name);
      const value = change(found?.value);
      if (value === undefined) return found;
      const revision = await this.put(name, value, found?.revision ?? 0);
      if (revision !== undefined) return { value, revision };
    }
  }

  async remove(name: string): Promise<void> {
    await this.bucket.delete(name);
  }

  /**
   * Tells of the documents of these names as they are, and of each change.
   * @param names such as `daemons.>`
   * @param changed document is undefined when one was removed
   * @returns what ends it
   */
  async watch<T>(
    names: string,
    changed: (name: string, document: FleetDocument<T> | undefined) => void,
    failed: (error: unknown) => void,
  ): Promise<() => void> {
    const entries = await this.bucket.watch({ key: names });
    const follow = async () => {
      for await (const entry of entries) {
        try {
          changed(entry.key, read(entry) as FleetDocument<T> | undefined);
        } catch (error) {
          failed(error);
        }
      }
    };
    follow().catch(failed);
    return () => entries.stop();
  }
}

function read(entry: KvEntry): FleetDocument | undefined {
  if (entry.operation !== 'PUT') return undefined;
  return { value: parse(entry.key, entry.string()), revision: entry.revision };
}

/** @throws an Error that names the document */
function parse(name: string, text: string): unknown {
  let stored: { version?: number; sha256?: string; value?: unknown };
  try {
    stored = JSON.parse(text);
  } catch {
    throw new Error(`document ${name} of the fleet: not JSON`);
  }
  const { version = 0, sha256, value } = stored;
  if (version > VERSION) {
    throw new Error(`document ${name} of the fleet: format ${version}, this version reads up to ${VERSION}`);
  }
  if (checksum(value) !== sha256) throw new Error(`document ${name} of the fleet: its checksum is wrong`);
  return value;
}

function checksum(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('hex');
}

/** Collects keys of visitors of whom anything is stored, for the filters of the daemon: see `KnownVisitors`. */
import type { KnownKeys } from './visitors-messages.js';

export class KnownKeyBuffer {
  private keys: KnownKeys = { anything: [], products: [] };

  add(key: Uint8Array, hasProducts: boolean): void {
    const text = Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('latin1');
    (hasProducts ? this.keys.products : this.keys.anything).push(text);
  }

  get size(): number {
    return this.keys.anything.length + this.keys.products.length;
  }

  /** @returns the keys since the last call */
  take(): KnownKeys {
    const { keys } = this;
    this.keys = { anything: [], products: [] };
    return keys;
  }
}

/**
 * The file that takes the place of a visitor store, to which all visitors of that are copied: LMDB keeps the bytes of
 * what was removed in pages that it may use again, and in the gaps of others, so that a customer who was forgotten can
 * be found in the file for a long time. It is made in a folder of its own, and moved when it has everything. Both files
 * are open then.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, openEnvironment, writeApplied } from './visitor-environment.js';
import { STORE_FILE } from './watched-file.js';

const FOLDER = 'successor';

export class SuccessorStore {
  private readonly folder: string;
  readonly environment: Environment;

  /** @param dir folder of the store */
  constructor(private readonly dir: string) {
    this.folder = join(dir, FOLDER);
    removeSuccessor(dir);
    this.environment = openEnvironment(this.folder);
  }

  /** Copies visitors that come in the order of their keys, behind those that were copied before. */
  append(visitors: readonly { key: Buffer; value: Buffer }[]): void {
    this.environment.transactionSync(() => {
      for (const { key, value } of visitors) this.environment.putSync(key, value, { append: true });
    });
  }

  /** Writes again what has changed since it was copied. @param value the visitor; undefined: it was removed */
  amend(changed: Iterable<Buffer>, value: (key: Buffer) => Buffer | undefined): void {
    this.environment.transactionSync(() => {
      for (const key of changed) {
        const bytes = value(key);
        if (bytes) this.environment.putSync(key, bytes);
        else this.environment.removeSync(key);
      }
    });
  }

  /**
   * Puts the file in the place of the store; nothing may be written to either meanwhile. Where it throws, the store is
   * what it was: the last step moves the file.
   */
  succeed(applied: number): void {
    this.environment.transactionSync(() => writeApplied(this.environment, applied));
    sync(join(this.folder, STORE_FILE));
    renameSync(join(this.folder, STORE_FILE), join(this.dir, STORE_FILE));
  }

  /** Makes the move durable. */
  settle(): void {
    removeSuccessor(this.dir);
    sync(this.dir);
  }

  /** Gives it up. */
  async discard(): Promise<void> {
    await this.environment.close();
    removeSuccessor(this.dir);
  }
}

/** Removes what a crash has left. */
export function removeSuccessor(dir: string): void {
  rmSync(join(dir, FOLDER), { recursive: true, force: true });
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

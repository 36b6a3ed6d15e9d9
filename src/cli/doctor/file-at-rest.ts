/**
 * Checks a file that a running daemon may write to meanwhile: LMDB writes new pages over old ones, so that a reader
 * without a transaction may find pages of several commits, which looks like damage.
 */
import { statSync } from 'node:fs';

const ATTEMPTS = 3;

/** What is found of a file that was written to during each attempt to check it. */
export const UNCHECKED = Symbol('unchecked');

/** @returns what `check` finds in a file that stays as it is meanwhile */
export function faultAtRest(file: string, check: () => string | undefined): string | undefined | typeof UNCHECKED {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = stateOf(file);
    const fault = check();
    if (fault === undefined || stateOf(file) === before) return fault;
  }
  return UNCHECKED;
}

function stateOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found && `${found.ino} ${found.size} ${found.mtimeNs}`;
}

/**
 * Parts as one thread has opened them, by file. Snapshots that share a file share what is opened of it, and with it all
 * that is derived from it and kept beside it: after an update of prices, that is nearly everything. Files are named by
 * their content, so a name can never stand for something else. Nothing is kept that no snapshot uses.
 */
import { Part } from '../index/part.js';

const opened = new Map<string, WeakRef<object>>();
const forgotten = new FinalizationRegistry<string>(file => {
  if (opened.get(file)?.deref() === undefined) opened.delete(file);
});

/** @param open one function for all parts of a kind */
export function openedPart<T extends object>(
  parts: ReadonlyMap<string, SharedArrayBuffer>,
  file: string,
  open: (part: Part) => T,
): T {
  const known = opened.get(file)?.deref() as T | undefined;
  if (known !== undefined) return known;
  const made = open(new Part(parts.get(file)!));
  opened.set(file, new WeakRef(made));
  forgotten.register(made, file);
  return made;
}

/** What is right of a body that has faults, so that the rest of it can still be judged. */
import type { Fault } from '../../errors/problem.js';
import { unescapePointer } from '../../kernel/schema-faults.js';

/** A copy without what has faults. A faulty item leaves an empty place in its list, which `forEach` passes over. */
export function without(body: object, faults: readonly Fault[]): object {
  const copy: unknown = structuredClone(body);
  for (const { path } of faults) {
    const steps = path.split('/').slice(1).map(unescapePointer);
    const last = steps.pop()!;
    let parent = copy as Record<string, unknown> | undefined;
    // Names are a caller's: those that every object inherits lead nowhere.
    for (const step of steps)
      parent = parent && Object.hasOwn(parent, step) ? (parent[step] as typeof parent) : undefined;
    if (parent) delete parent[last];
  }
  return copy as object;
}

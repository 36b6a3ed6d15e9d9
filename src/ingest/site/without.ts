/** Removes faulty values from a body, so that the rest can still be checked. */
import type { Fault } from '../../errors/problem.js';
import { unescapePointer } from '../../kernel/schema-faults.js';

/**
 * A copy without the values at the paths of faults. A removed item leaves a hole in its list, which `forEach` skips.
 */
export function without(body: object, faults: readonly Fault[]): object {
  const copy: unknown = structuredClone(body);
  for (const { path } of faults) {
    const steps = path.split('/').slice(1).map(unescapePointer);
    const last = steps.pop()!;
    let parent = copy as Record<string, unknown> | undefined;
    // Paths come from the caller's names: inherited members must not be followed.
    for (const step of steps)
      parent = parent && Object.hasOwn(parent, step) ? (parent[step] as typeof parent) : undefined;
    if (parent) delete parent[last];
  }
  return copy as object;
}

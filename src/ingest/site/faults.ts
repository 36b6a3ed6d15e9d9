/** How imports beside the catalog report what is wrong: all faults of a body in one error, up to a number. */
import { type Fault, Problem } from '../../errors/problem.js';

export const MAX_FAULTS = 20;

/** @throws Problem BAD_REQUEST that lists the first of them, when there are any */
export function refuseFaults(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first) throw new Problem('document_refused', `${first.path}: ${first.message}`, faults.slice(0, MAX_FAULTS));
}

/** Refuses a document with faults, in one error with all of them up to a limit. */
import { type Fault, Problem } from '../../errors/problem.js';

export const MAX_FAULTS = 20;

/** @throws `document_refused` with the first MAX_FAULTS faults, when there are any */
export function refuseFaults(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first) throw new Problem('document_refused', `${first.path}: ${first.message}`, faults.slice(0, MAX_FAULTS));
}

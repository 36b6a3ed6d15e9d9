/** The protection against imports that would empty by mistake what a shop has arranged. */
import { Problem } from '../../errors/problem.js';
import { DANGEROUS_REMOVALS } from '../import/removals.js';

/**
 * @param kind of the import
 * @param gone how many of the things there were before it would remove
 * @throws Problem BAD_REQUEST when that is too much to be meant
 */
export function refuseDangerous(kind: string, things: string, gone: number, before: number): void {
  if (gone < DANGEROUS_REMOVALS || gone * 2 <= before) return;
  throw new Problem(
    'import_dangerous',
    `${kind}: this import would remove ${gone} of ${before} ${things}, which is judged dangerous; ` +
      'repeat it with force=true if that is intended',
  );
}

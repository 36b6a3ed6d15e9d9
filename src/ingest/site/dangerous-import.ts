/** Refuses imports of documents that would remove most of what is stored, which is likely a mistake. */
import { Problem } from '../../errors/problem.js';
import { DANGEROUS } from '../import/removals.js';

/**
 * @param kind kind of the import, for the message
 * @param things plural name of the counted items, for the message
 * @param gone number of those `before` that would be removed
 * @throws `import_dangerous` when that is more than half, and at least DANGEROUS.content
 */
export function refuseDangerous(kind: string, things: string, gone: number, before: number): void {
  if (gone < DANGEROUS.content || gone * 2 <= before) return;
  throw new Problem(
    'import_dangerous',
    `${kind}: this import would remove ${gone} of ${before} ${things}, which is judged dangerous; ` +
      'repeat it with force=true if that is intended',
  );
}

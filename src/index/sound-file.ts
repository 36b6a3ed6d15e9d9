/** Whether a file of a snapshot has the checksum that it states. */
import { isCardFile, verifyCardFile } from './cards.js';
import { verifyPartFile } from './part.js';
import type { ReadProgress } from './trailing-checksum.js';

export function isSoundFile(file: string, progress?: ReadProgress): boolean {
  return isCardFile(file) ? verifyCardFile(file, progress) : verifyPartFile(file, progress);
}

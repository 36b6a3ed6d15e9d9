/** Whether a file of a snapshot has the checksum that it states. */
import { isCardFile, verifyCardFile } from './cards.js';
import { type ReadProgress, verifyPartFile } from './part.js';

export function isSoundFile(file: string, progress?: ReadProgress): boolean {
  return isCardFile(file) ? verifyCardFile(file, progress) : verifyPartFile(file, progress);
}

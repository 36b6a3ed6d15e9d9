/** Whether a file of a snapshot has the checksum that it states. */
import { isCardFile, verifyCardFile } from './cards.js';
import { verifyPartFile } from './part.js';

export function isSoundFile(file: string): boolean {
  return isCardFile(file) ? verifyCardFile(file) : verifyPartFile(file);
}

/** Whether a file of a snapshot has the checksum that it states. */
import fs from 'node:fs';
import { isCardFile, verifyCardFile } from './cards.js';
import { verifyPart } from './part.js';

export function isSoundFile(file: string): boolean {
  return isCardFile(file) ? verifyCardFile(file) : verifyPart(fs.readFileSync(file));
}

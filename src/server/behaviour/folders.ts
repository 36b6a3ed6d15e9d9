/** Folders of the data folder. */
import { join } from 'node:path';

export const behaviourFolder = (dataDir: string) => join(dataDir, 'behaviour');
export const journalFolder = (dataDir: string) => join(dataDir, 'journal');

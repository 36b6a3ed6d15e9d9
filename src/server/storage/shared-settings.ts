/**
 * The settings that a daemon shares with its fleet, as it knew them last: a start needs no server to have them. The file
 * has two lines:
 *
 *   1 SHA-256 of the next line in hexadecimal
 *   JSON: {edition, settings}
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { SharedSettings } from '../../api/shared-settings.js';
import { readTwice, writeTwice } from './kept-twice.js';

const VERSION = '1';

export interface StoredSettings {
  /** Grows with each change: of two, the later ones are in force. */
  edition: number;
  settings: SharedSettings;
}

/** @returns undefined where there are none, or they are damaged: those of the fleet take their place */
export async function readSharedSettings(dataDir: string): Promise<StoredSettings | undefined> {
  return (await readTwice(sharedSettingsFile(dataDir), parse, false)).value;
}

export async function writeSharedSettings(dataDir: string, stored: StoredSettings): Promise<void> {
  const text = JSON.stringify(stored);
  await writeTwice(sharedSettingsFile(dataDir), `${VERSION} ${sha256(text)}\n${text}\n`);
}

export const sharedSettingsFile = (dataDir: string): string => join(dataDir, 'shared-settings.json');

/** @returns undefined where it is damaged */
function parse(text: string): StoredSettings | undefined {
  const [first, second = ''] = text.split('\n');
  return first === `${VERSION} ${sha256(second)}` ? (JSON.parse(second) as StoredSettings) : undefined;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

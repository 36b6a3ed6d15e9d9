/** What is asked for of a backup. */
import Type, { type Static } from 'typebox';
import { LazyValidator } from '../kernel/lazy-validator.js';
import { checked } from '../kernel/schema-faults.js';
import { readJson } from './json-body.js';

/** About a hundred thousand files. */
export const MAX_BACKUP_ORDER_BYTES = 16_777_216;
/** Each file has six of them, and stands in a list: as many files as the bytes have room for. */
const MOST_VALUES = 1_000_000;

export const BackupFile = Type.Object(
  {
    path: Type.String({ description: 'its path in the data folder' }),
    bytes: Type.Integer({ minimum: 0 }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'a SHA-256 in hexadecimal' }),
  },
  { additionalProperties: false },
);

export const BackupOrder = Type.Object(
  {
    has: Type.Optional(
      Type.Array(BackupFile, { description: 'files of the backup before, which are not sent where they are the same' }),
    ),
  },
  { additionalProperties: false },
);

const backupOrder = new LazyValidator(BackupOrder);

/**
 * Of an order of the longest kind this takes tenths of a second.
 * @param body empty: a whole backup
 * @throws Problem BAD_REQUEST that names what is wrong
 */
export function parseBackupOrder(
  contentType: string | undefined,
  body: Uint8Array,
): Required<Static<typeof BackupOrder>> {
  return { has: [], ...checked(backupOrder, readJson(contentType, body, MOST_VALUES) ?? {}) };
}

/** The messages between the main thread and the thread that reads a backup: as those of exports, of one at a time. */
import type { BackupFile } from '../../backup/backup-manifest.js';

export interface BackupOrder {
  kind: 'backup';
  createdAt: string;
  release: string;
  /** See BackupManifest. */
  shop: string;
  /** The announced snapshot; absent before the first import. */
  snapshot?: string;
  /** By path, of files that are longer than what is to be taken of them: how many bytes. */
  lengths: ReadonlyMap<string, number>;
  /** What the backup has already. */
  has: readonly BackupFile[];
}

export interface BackupProtocol {
  /** Replied to when the last piece has been sent. */
  request: BackupOrder;
  replies: object;
  /** So many further pieces may come. */
  toThread: { type: 'more'; pieces: number };
  fromThread: { piece: Uint8Array };
}

/** The messages between the main thread and the thread that reads a backup: as those of exports, of one at a time. */
export interface OrderBody {
  contentType: string | undefined;
  body: Uint8Array;
}

/** What was put together, to be sent. */
export interface StagedBackup {
  kind: 'send';
  createdAt: string;
  release: string;
  /** See BackupManifest. */
  shop: string;
  /** The announced snapshot; absent before the first import. */
  snapshot?: string;
  /** By path, of files that are longer than what is to be taken of them: how many bytes. */
  lengths: ReadonlyMap<string, number>;
}

export interface BackupProtocol {
  /** `order`: what the client has already, which comes first; `send`: replied to when the last piece has been sent. */
  request: ({ kind: 'order' } & OrderBody) | StagedBackup;
  replies: object;
  /** So many further pieces may come. */
  toThread: { type: 'more'; pieces: number };
  fromThread: { piece: Uint8Array };
}

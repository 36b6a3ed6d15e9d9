/**
 * Small files of the data folder that are the same on all daemons of a fleet: API keys, the secrets of tickets, the settings
 * that are shared, and weights that were learned by command. Each is a document of the fleet, too. What either has and the
 * other lacks is written there, whenever a document or a file has changed; while the servers are away a daemon goes on with
 * its file.
 */
import { stat } from 'node:fs/promises';
import type { SharedSettings } from '../../api/shared-settings.js';
import {
  editionOf,
  NO_RANKING,
  type Ranking,
  readRanking,
  writeRanking,
} from '../../behaviour/ranking/ranking-file.js';
import { Problem } from '../../errors/problem.js';
import type { FleetDocuments } from '../../fleet/documents.js';
import { keyFile, mergedKeys, mergeKeys, type StoredKey, storedKeys } from '../storage/api-keys.js';
import { lockFile } from '../storage/file-lock.js';
import {
  readSharedSettings,
  type StoredSettings,
  sharedSettingsFile,
  writeSharedSettings,
} from '../storage/shared-settings.js';
import {
  mergedSecrets,
  readTicketSecrets,
  type TicketSecrets,
  ticketSecretFile,
  writeTicketSecrets,
} from '../storage/ticket-secret.js';

const LOOK_EVERY_MS = 500;
/** Of a watch, whose server may be gone, word comes at once. */
const ASK_EVERY_MS = 1000;
const PREFIX = 'shared';
const RANKING = `${PREFIX}.ranking`;
const SETTINGS = `${PREFIX}.settings`;

interface SharedFile {
  /** Of the document. */
  name: string;
  file: string;
  /** Puts together what the fleet and the folder have, on both sides. */
  join(): Promise<void>;
}

export interface SharedFilesOptions {
  documents: FleetDocuments;
  dataDir: string;
  /** The ranking file. */
  ranking: string;
  cluster: string;
  /** The folder has other shared settings than before. */
  settingsChanged(): void;
  failed(error: unknown): void;
}

export class SharedFiles {
  private readonly settings: SharedFile;
  private readonly files: SharedFile[];
  private readonly stamps = new Map<string, string>();
  /** Of the documents, when they were joined last. */
  private readonly revisions = new Map<string, number | undefined>();
  private joining: Promise<void> = Promise.resolve();
  private askedMs = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;
  private stopWatching: () => void = () => undefined;

  constructor(private readonly options: SharedFilesOptions) {
    const { dataDir, ranking } = options;
    this.settings = { name: SETTINGS, file: sharedSettingsFile(dataDir), join: () => this.joinSettings() };
    this.files = [
      { name: `${PREFIX}.api-keys`, file: keyFile(dataDir), join: () => this.joinKeys() },
      { name: `${PREFIX}.ticket-secrets`, file: ticketSecretFile(dataDir), join: () => this.joinSecrets() },
      this.settings,
      { name: RANKING, file: ranking, join: () => this.joinRanking() },
    ];
  }

  /** Resolves when the folder has what the fleet has. */
  async start(): Promise<void> {
    const { documents, failed } = this.options;
    const changed = (name: string) => {
      const shared = this.files.find(file => file.name === name);
      if (shared) void this.join(shared);
    };
    this.stopWatching = await documents.watch(`${PREFIX}.>`, changed, failed);
    await this.look();
  }

  /** Takes the place of what the daemons share so far. Resolves when the fleet has it. @throws where it does not */
  async shareSettings(settings: SharedSettings): Promise<void> {
    const { documents } = this.options;
    await documents.change<StoredSettings>(SETTINGS, ({ edition } = NO_SETTINGS) => ({
      edition: edition + 1,
      settings,
    }));
    await this.join(this.settings);
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.stopWatching();
    await this.joining;
  }

  private async look(): Promise<void> {
    const now = performance.now();
    const asks = now - this.askedMs >= ASK_EVERY_MS;
    if (asks) this.askedMs = now;
    for (const shared of this.files) {
      const stamp = await stampOf(shared.file);
      const revision = asks ? await this.revisionOf(shared.name) : this.revisions.get(shared.name);
      if (stamp === this.stamps.get(shared.name) && revision === this.revisions.get(shared.name)) continue;
      if (!(await this.join(shared))) continue;
      this.stamps.set(shared.name, stamp);
      this.revisions.set(shared.name, revision);
    }
    this.timer = setTimeout(() => void this.look(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  /** A watch says nothing more where its server is gone. While none answers, what is known stays. */
  private async revisionOf(name: string): Promise<number | undefined> {
    try {
      return (await this.options.documents.get(name))?.revision;
    } catch {
      return this.revisions.get(name);
    }
  }

  /** Never rejects. @returns whether it is done */
  private async join(shared: SharedFile): Promise<boolean> {
    let isDone = false;
    this.joining = this.joining.then(async () => {
      try {
        await shared.join();
        isDone = true;
      } catch (error) {
        this.options.failed(error);
      }
    });
    await this.joining;
    return isDone;
  }

  private async joinKeys(): Promise<void> {
    const { documents, dataDir } = this.options;
    const { value: own = [], fault } = await storedKeys(dataDir);
    // Nothing is written over damaged keys: an operator decides.
    if (fault !== undefined && own.length === 0) throw new Error(fault);
    const joined = await documents.change<StoredKey[]>(`${PREFIX}.api-keys`, (value = []) => {
      const merged = mergedKeys(value, own);
      return isEqual(merged, value) ? undefined : merged;
    });
    if (joined) await mergeKeys(dataDir, joined.value);
  }

  private async joinSecrets(): Promise<void> {
    const { documents, dataDir, cluster } = this.options;
    const unlock = await lockFile(ticketSecretFile(dataDir));
    try {
      const own = await readTicketSecrets(dataDir);
      const joined = await documents.change<TicketSecrets>(`${PREFIX}.ticket-secrets`, value => {
        if (value === undefined) return own && { ...own, cluster };
        // A daemon that comes from elsewhere takes over those of the fleet.
        if (own?.cluster !== cluster) return undefined;
        const merged = mergedSecrets(value, own);
        return isEqual(merged, value) ? undefined : merged;
      });
      if (joined && !isEqual(joined.value, own)) await writeTicketSecrets(dataDir, joined.value);
    } finally {
      unlock();
    }
  }

  private async joinSettings(): Promise<void> {
    const { documents, dataDir, settingsChanged } = this.options;
    const own = (await readSharedSettings(dataDir)) ?? NO_SETTINGS;
    const joined = await documents.change<StoredSettings>(SETTINGS, (value = NO_SETTINGS) =>
      own.edition > value.edition ? own : undefined,
    );
    if (!joined || joined.value.edition === own.edition) return;
    await writeSharedSettings(dataDir, joined.value);
    settingsChanged();
  }

  private async joinRanking(): Promise<void> {
    const { documents, ranking } = this.options;
    const own = await rankingOf(ranking);
    const joined = await documents.change<Ranking>(RANKING, (value = NO_RANKING) =>
      editionOf(own) > editionOf(value) ? own : undefined,
    );
    if (joined && editionOf(joined.value) !== editionOf(own)) await writeRanking(ranking, joined.value);
  }
}

/** What the fleet and the folder have before anything is shared. */
const NO_SETTINGS: StoredSettings = { edition: 0, settings: {} };

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Of a damaged file, that of the fleet takes the place. */
async function rankingOf(file: string): Promise<Ranking> {
  try {
    return await readRanking(file);
  } catch (error) {
    if (error instanceof Problem && error.code === 'ranking_damaged') return NO_RANKING;
    throw error;
  }
}

/** Changes whenever the file is written; empty where there is none. */
async function stampOf(file: string): Promise<string> {
  try {
    const { ino, mtimeNs } = await stat(file, { bigint: true });
    return `${ino}.${mtimeNs}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

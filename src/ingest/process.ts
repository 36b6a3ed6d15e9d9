/**
 * The ingest process: `node process.js DATA_DIR [SETTINGS]`, forked by the daemon with an IPC channel. SETTINGS is the
 * JSON of the settings `{index, site, overlay, scrubHours?, rehearse?, fleet?}`. It is the only process that writes the
 * catalog store. Its messages are those of imports/protocol.ts; its log goes to stderr as JSON lines.
 */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import pino from 'pino';
import { removeBase } from '../build/base/build-base.js';
import { buildInBackground } from '../build/base/build-in-background.js';
import { takeUpBase } from '../build/base/take-up-base.js';
import { buildSnapshot, rehearseSnapshot } from '../build/build-snapshot.js';
import { DEFAULT_OVERLAY_POLICY, isBaseDue, type OverlayPolicy } from '../build/input/overlay-policy.js';
import { KeptBetweenBuilds } from '../build/kept-between-builds.js';
import { changedKeys } from '../build/overlay/build-overlay.js';
import { Problem } from '../errors/problem.js';
import type { ConnectionSettings } from '../fleet/connection.js';
import type { FleetSettings } from '../fleet/fleet-settings.js';
import type { IngestJob, IngestReport } from '../imports/protocol.js';
import { DEFAULT_INDEX_SETTINGS, type IndexSettings } from '../index/index-settings.js';
import { readSearchedTexts, type SearchedText, searchedFile } from '../index/searched-texts.js';
import {
  announce,
  generationOfId,
  leastGeneration,
  MANIFEST_VERSION,
  missingOf,
  preparePointer,
  prune,
  publish,
  readManifest,
  readPointer,
  readStoredManifest,
  removeUncommitted,
  snapshotIds,
} from '../snapshot/index.js';
import { collectGarbage } from '../snapshot/release.js';
import { keepCompiledCode } from '../threads/compiled-code.js';
import { Precedence, precedenceCount } from '../threads/precedence.js';
import { AcceptedLog } from './accepted-log.js';
import { requireFreeDisk } from './import/inflate.js';
import { IngestService } from './ingest-service.js';
import { lowerPriority, type ParentProcess, serveJobs } from './job-loop.js';
import type { ErrorLog } from './job-outcome.js';
import { type BaseHost, NewBases } from './new-bases.js';
import { OwnMemory } from './own-memory.js';
import { copiesOf, recoverStore } from './recover-store.js';
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from './site/site-settings.js';
import type { SnapshotHost } from './snapshot-host.js';
import { stageBackup } from './stage-backup.js';
import { StoreCopies } from './store-copies.js';

const STDERR = 2;
const HOUR_MS = 3_600_000;
/** Behind an import of a fleet, its snapshot is stored and fetched first. */
const PAUSE_IN_FLEET_MS = 8000;
const daemon = process.ppid;
/** Of a log that cannot be written; further lines are dropped. */
const MOST_UNWRITTEN = 1 << 20;
const destination = pino.destination({ fd: STDERR, sync: true, maxLength: MOST_UNWRITTEN });
// The disk of the log is full, which cannot be told there, and keeps no import from its work.
destination.on('error', () => undefined);
// Lines as the daemon's, beside which they stand.
const log = pino(
  { base: { name: 'ingest' }, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'message' },
  destination,
);

/**
 * The catalog generation of a snapshot that can stay live: its manifest is readable, its settings are the current ones,
 * and none of its files is missing.
 */
function generationOf(dataDir: string, id: string, settings: IndexSettings): number | undefined {
  try {
    const manifest = readManifest(dataDir, id);
    const missing = missingOf(dataDir, manifest);
    if (missing) {
      log.warn({ snapshot: id, ...missing }, 'the announced snapshot lacks a file and will be built again');
      return undefined;
    }
    if (isDeepStrictEqual(manifest.settings, settings)) return manifest.catalogGeneration;
    log.info({ snapshot: id }, 'the announced snapshot was built with other settings');
    return undefined;
  } catch (err) {
    log.warn({ err, snapshot: id }, 'the announced snapshot cannot be read and will be built again');
    return undefined;
  }
}

function snapshotHost(
  dataDir: string,
  settings: IndexSettings,
  overlayPolicy: OverlayPolicy,
  bases: NewBases,
  kept: KeptBetweenBuilds,
): SnapshotHost {
  /** The announced snapshot, where it can stay live. */
  const usable = () => {
    const pointer = readPointer(dataDir);
    const isUsable = pointer && generationOf(dataDir, pointer.snapshot, settings) !== undefined;
    return isUsable ? readManifest(dataDir, pointer.snapshot) : undefined;
  };
  return {
    prepareNext: () => {
      const manifest = usable();
      return manifest !== undefined && kept.sound.areSound(manifest.files) && kept.overlays.step(manifest);
    },
    verifyNext: () => {
      const manifest = usable();
      const next = manifest && kept.sound.firstUnread(manifest.files);
      return next !== undefined && kept.sound.areSound([next]);
    },
    verify: () => {
      const manifest = usable();
      if (manifest) kept.sound.areSound(manifest.files);
    },
    build: input => {
      const { isUnderWay: isBaseUnderWay } = bases;
      const searched = () => searchedTexts(dataDir);
      const built = buildSnapshot({ ...input, dataDir, settings, searched, overlayPolicy, isBaseUnderWay }, kept);
      // Messages are not read during a build. If the daemon was killed meanwhile, the import was never acknowledged.
      if (process.ppid !== daemon) throw new Error('the daemon is gone');
      // It is announced behind the commit, when a full disk could no longer be a reason to refuse the import.
      preparePointer(dataDir, { snapshot: built.id });
      return built;
    },
    rehearse: input => rehearseSnapshot({ ...input, dataDir, settings, overlayPolicy }, kept),
    rehearsed: () => kept.endBuilders(),
    tidy: committed => {
      if (committed !== undefined) removeUncommitted(dataDir, committed);
      prune(dataDir);
      keepVerified(kept);
      if (service) copies.due(service.store);
    },
    isCopying: () => copies.isUnderWay,
    close: () => copies.close(),
    rescue: store => copies.copy(store),
    copySoon: store => void copies.make(store),
    stageBackup: (store, idle) => stageBackup(dataDir, store, copies, idle),
    publish: (id, pinned) => {
      const missing = pinned === undefined ? undefined : missingOf(dataDir, readManifest(dataDir, id));
      if (missing) throw new Problem('snapshot_damaged', `snapshot ${id}: ${missing.file}: ${missing.found}`);
      announce(dataDir, id, pinned);
      hasAnnounced = true;
    },
    generation: id => readStoredManifest(dataDir, id).catalogGeneration,
    isReadable: id => readStoredManifest(dataDir, id).version === MANIFEST_VERSION,
    kept: () => snapshotIds(dataDir).map(id => ({ id, generation: generationOfId(id) })),
    announced: () => {
      const pointer = readPointer(dataDir);
      if (!pointer) return undefined;
      const catalogGeneration = generationOf(dataDir, pointer.snapshot, settings);
      return {
        id: pointer.snapshot,
        ...(catalogGeneration !== undefined && { catalogGeneration }),
        ...(pointer.pinned !== undefined && { pinned: pointer.pinned }),
      };
    },
  };
}

function searchedTexts(dataDir: string): readonly SearchedText[] {
  return readSearchedTexts(searchedFile(dataDir), err => {
    log.warn({ err }, 'what visitors searched for cannot be read: words mean what the catalog says');
  });
}

/** What cannot be written costs the next process time alone. */
function keepVerified({ sound }: KeptBetweenBuilds): void {
  try {
    sound.keep();
  } catch (err) {
    log.warn({ err }, 'which files are verified is not on disk: the next ingest process reads them again');
  }
}

function baseHost(
  dataDir: string,
  settings: IndexSettings,
  overlayPolicy: OverlayPolicy,
  kept: KeptBetweenBuilds,
): BaseHost {
  const announced = () => {
    const pointer = readPointer(dataDir);
    return pointer?.pinned === undefined && pointer ? readManifest(dataDir, pointer.snapshot) : undefined;
  };
  const precedence = new Precedence(precedenceCount());
  return {
    isDue: rest => {
      const manifest = announced();
      if (manifest?.changed === undefined) return false;
      const share = { changed: changedKeys(dataDir, manifest).size, groups: manifest.counts.productGroups };
      return isBaseDue(share, overlayPolicy, rest);
    },
    build: async () => {
      const bytes = announced()?.files.reduce((sum, file) => sum + file.bytes, 0) ?? 0;
      await requireFreeDisk(dataDir, bytes);
      const started = performance.now();
      await buildInBackground(dataDir, settings, searchedTexts(dataDir), precedence.count);
      log.info({ seconds: (performance.now() - started) / 1000 }, 'a new base is built');
    },
    hold: () => precedence.begin(),
    release: () => precedence.end(),
    takeUp: store => {
      const taken = takeUpBase({ store, dataDir, settings, overlayPolicy, progress: () => undefined });
      if (taken === undefined) return undefined;
      // All of them have been verified: the next import does not wait until they are read again.
      kept.sound.add(readManifest(dataDir, taken.id).files);
      publish(dataDir, taken.id);
      log.info({ snapshot: taken.id }, 'the new base is taken up');
      return taken.id;
    },
    discard: () => removeBase(dataDir),
  };
}

const [, , dataDirectory, settingsJson] = process.argv;
if (dataDirectory === undefined || !process.send) {
  process.stderr.write('the ingest process is started by the daemon: process.js DATA_DIR [SETTINGS]\n');
  process.exit(2);
}
const dataDir = path.resolve(dataDirectory);
interface ProcessSettings {
  index: IndexSettings;
  site: SiteSettings;
  overlay: OverlayPolicy;
  /** 0 or absent: never. */
  scrubHours?: number;
  /** Absent: true. */
  rehearse?: boolean;
  /** Absent where the daemon is alone. */
  fleet?: { settings: ConnectionSettings & Pick<FleetSettings, 'mostLogged'>; daemon: string };
}
const settings: ProcessSettings = settingsJson
  ? JSON.parse(settingsJson)
  : { index: DEFAULT_INDEX_SETTINGS, site: DEFAULT_SITE_SETTINGS, overlay: DEFAULT_OVERLAY_POLICY };
// A terminal sends Ctrl-C to all processes of a group; the daemon decides when this one stops.
process.on('SIGINT', () => {});
lowerPriority();
const kept = new KeptBetweenBuilds(dataDir, settings.rehearse !== false, damages =>
  process.send?.({ type: 'damaged', damages } satisfies IngestReport),
);
const bases = new NewBases(baseHost(dataDir, settings.index, settings.overlay, kept), logError);
const { fleet } = settings;
const copies = new StoreCopies({
  dataDir,
  // The writer of a fleet stores them for daemons that join, and the log of the fleet ends where they begin.
  ...(fleet && { mostLacking: fleet.settings.mostLogged, firstPauseMs: PAUSE_IN_FLEET_MS }),
  failed: err => log.warn({ err }, 'the catalog store cannot be copied; that is tried again later'),
  kept: generation => service?.redo.forget(generation),
  replaced: (file, fault) =>
    log.error({ file, fault }, 'the copy of the catalog store is damaged; another one is made'),
  damaged: fault => {
    log.error({ fault }, 'the catalog store is damaged; the process ends, and the next one restores the store');
    process.exit(1);
  },
});
const memory = new OwnMemory(collectGarbage);
let lacksImports = false;
/** Whether a snapshot of the store was announced: at the start and by a repair without a job, which may build all of it. */
let hasAnnounced = false;
const service = openService();
if (service !== undefined) {
  if (settings.scrubHours) copies.readAgainEvery(settings.scrubHours * HOUR_MS, service.store);
  const parent: ParentProcess = {
    send: report => process.send?.(report),
    onJob: take => process.on('message', message => take(message as IngestJob)),
    onGone: leave => process.on('disconnect', leave),
    exit: code => process.exit(code),
    onSuccess: () => keepCompiledCode('work'),
    isWorn: hasWorked => memory.isWorn(hasWorked || hasAnnounced),
    replayed: imports => log.warn({ imports }, 'imports since the copy of the catalog store are applied again'),
  };
  serveJobs(service, bases, parent, lacksImports);
  keepCompiledCode('start');
}

function logError(...[err, context]: Parameters<ErrorLog>): void {
  log.error({ err, ...context }, 'unexpected error');
}

/** @returns undefined where the store cannot be opened: the reason is sent to the daemon, and the process ends */
function openService(): IngestService | undefined {
  try {
    const pointer = readPointer(dataDir);
    const announced = pointer && leastGeneration(generationOfId(pointer.snapshot), pointer.pinned);
    const [copy] = copiesOf(dataDir);
    // In a fleet, a copy may be of another daemon's store, which is newer.
    const least = settings.fleet && copy !== undefined ? Math.max(announced ?? 0, copy) : announced;
    const recovery = recoverStore(dataDir, least);
    if (recovery) log.error(recovery, 'the catalog store is damaged, or imports are missing in it');
    lacksImports = recovery !== undefined;
    const host = snapshotHost(dataDir, settings.index, settings.overlay, bases, kept);
    if (settings.rehearse === false) delete host.rehearse;
    const { site, index } = settings;
    const accepted = fleet && new AcceptedLog(fleet, err => log.error({ err }, 'the log of the fleet has ended'));
    return new IngestService(dataDir, host, logError, { ...site, embeddings: index.embeddings }, accepted);
  } catch (error) {
    log.fatal({ err: error }, 'the catalog store cannot be opened');
    const message = error instanceof Error ? error.message : String(error);
    process.send?.({ type: 'refused', message } satisfies IngestReport, () => process.exit(1));
    return undefined;
  }
}

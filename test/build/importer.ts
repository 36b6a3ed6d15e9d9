/** Imports as a daemon runs them, in this process: files, validation, the store, builds and the pointer are real. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { baseSteps, buildBase } from '../../src/build/base/build-base.js';
import { takeUpBase } from '../../src/build/base/take-up-base.js';
import { buildSnapshot, rehearseSnapshot } from '../../src/build/build-snapshot.js';
import type { OverlayPolicy } from '../../src/build/input/overlay-policy.js';
import { KeptBetweenBuilds } from '../../src/build/kept-between-builds.js';
import type { ImportMode } from '../../src/imports/protocol.js';
import { DEFAULT_INDEX_SETTINGS, type IndexSettings } from '../../src/index/index-settings.js';
import { IngestService } from '../../src/ingest/ingest-service.js';
import { DEFAULT_SITE_SETTINGS } from '../../src/ingest/site/site-settings.js';
import type { SnapshotHost } from '../../src/ingest/snapshot-host.js';
import {
  generationOfId,
  prune,
  publish,
  readManifest,
  readPointer,
  type SnapshotManifest,
  snapshotIds,
} from '../../src/snapshot/index.js';
import { REMOVAL } from '../folder.js';
import type { Catalog } from '../pages/shop.js';

/** Everything that a base may have changed becomes an overlay. */
export const ALWAYS: OverlayPolicy = { mostShare: 100, rebuildShare: 0, leastProducts: 0 };

/** Thrown in place of the announcement of a snapshot. */
const CRASH = new Error('a crash before the announcement');

/** A real ingest service over a folder of its own; remembers what kind of builds it made. */
export class Importer {
  readonly dataDir: string;
  readonly service: IngestService;
  readonly builds: string[] = [];
  /** Whether imports end before their snapshot is announced. */
  crashing = false;
  /** Whether imports find that a base is being built. */
  isBaseUnderWay = false;
  private jobs = 0;
  readonly kept: KeptBetweenBuilds;

  constructor(
    parent: string,
    private readonly overlayPolicy?: OverlayPolicy,
    private readonly settings: IndexSettings = DEFAULT_INDEX_SETTINGS,
    /** Whether it keeps the threads of a build of everything until a rehearsal has ended. */
    rehearses = false,
  ) {
    this.dataDir = fs.mkdtempSync(path.join(parent, 'daemon-'));
    const { dataDir, builds } = this;
    const kept = new KeptBetweenBuilds(dataDir, rehearses);
    this.kept = kept;
    const fixed = { dataDir, settings, ...(overlayPolicy && { overlayPolicy }) };
    const isUnderWay = () => this.isBaseUnderWay;
    const host: SnapshotHost = {
      prepareNext: () => kept.overlays.step(this.manifest),
      build(input) {
        builds.push(input.change.kind);
        return buildSnapshot({ ...input, ...fixed, isBaseUnderWay: isUnderWay() }, kept);
      },
      rehearse: input => rehearseSnapshot({ ...input, ...fixed }, kept),
      rehearsed: () => kept.endBuilders(),
      tidy: () => prune(dataDir),
      publish: (id, pinned) => {
        if (this.crashing) throw CRASH;
        publish(dataDir, id, pinned);
      },
      announced() {
        const pointer = readPointer(dataDir);
        if (!pointer) return undefined;
        const { snapshot: id, pinned } = pointer;
        const { catalogGeneration } = readManifest(dataDir, id);
        return { id, catalogGeneration, ...(pinned !== undefined && { pinned }) };
      },
      generation: generationOfId,
      isReadable: () => true,
      kept: () => snapshotIds(dataDir).map(id => ({ id, generation: generationOfId(id) })),
    };
    const log = (error: unknown) => {
      if (error !== CRASH) throw error;
    };
    const { embeddings } = settings;
    this.service = new IngestService(dataDir, host, log, { ...DEFAULT_SITE_SETTINGS, embeddings });
  }

  async import(mode: ImportMode, lines: readonly object[]): Promise<void> {
    const id = `job-${++this.jobs}`;
    const file = path.join(this.dataDir, 'spool', id);
    fs.writeFileSync(file, gzipSync(lines.map(line => JSON.stringify(line)).join('\n'), { level: 1 }));
    const limits = { force: true, validationOnly: false, maxInflatedBytes: 1 << 28 };
    const job = { type: 'import', id, kind: 'catalog', mode, file, encoding: 'gzip', ...limits } as const;
    const outcome = await this.service.import(job, () => {});
    assert.equal(outcome.status, this.crashing ? 'FAILURE' : 'SUCCESS', JSON.stringify(outcome));
  }

  async rollback(snapshot: string): Promise<void> {
    const outcome = await this.service.rollback({ type: 'rollback', id: `job-${++this.jobs}`, snapshot }, () => {});
    assert.equal(outcome.status, 'SUCCESS', JSON.stringify(outcome));
  }

  /** Builds a new base, as the ingest process does in the background. */
  buildBase(): void {
    buildBase(this.dataDir, this.settings);
  }

  /** As `buildBase`, step by step. */
  baseSteps(): Generator<void, void> {
    return baseSteps(this.dataDir, this.settings);
  }

  /** @returns whether the base that was built is now that of the announced snapshot */
  takeUpBase(): boolean {
    const { dataDir, overlayPolicy } = this;
    const taken = takeUpBase({
      store: this.service.store,
      dataDir,
      settings: this.settings,
      ...(overlayPolicy && { overlayPolicy }),
      progress: () => {},
    });
    if (taken) publish(dataDir, taken.id);
    return taken !== undefined;
  }

  get manifest(): SnapshotManifest {
    return readManifest(this.dataDir, readPointer(this.dataDir)!.snapshot);
  }

  /** The catalog as it is now, as lines of a full import. */
  dump(): object[] {
    const { store } = this.service;
    return [
      ...[...store.translations()].map(({ key, translation }) => ({ replace: { key, translation } })),
      ...[...store.contents()].map(({ key, content }) => ({ replace: { key, content } })),
      ...[...store.groups()].map(({ key, group }) => ({ replace: { key, productGroup: group } })),
    ];
  }

  async close(): Promise<void> {
    this.kept.close();
    await this.service.close();
    fs.rmSync(this.dataDir, REMOVAL);
  }
}

/** The lines of a full import. */
export function linesOf({ groups, translations }: Catalog): object[] {
  return [
    ...Object.entries(groups).map(([key, productGroup]) => ({ replace: { key, productGroup } })),
    ...translations.map((translation, i) => ({ replace: { key: `t${i}`, translation } })),
  ];
}

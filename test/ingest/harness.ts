/** An ingest service over a temporary folder, with a snapshot host that only remembers what it was asked. */
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ImportChange } from '../../src/build/input/import-change.js';
import type { CatalogStore } from '../../src/catalog/catalog-store.js';
import type { ErrorDetails } from '../../src/imports/import-findings.js';
import type { ImportJob, ImportMode, ImportOutcome } from '../../src/imports/protocol.js';
import { IngestService } from '../../src/ingest/ingest-service.js';
import type { SnapshotHost } from '../../src/ingest/snapshot-host.js';
import { testFolder } from '../folder.js';

export class RecordingHost implements SnapshotHost {
  readonly built: { id: string; generation: number; change: ImportChange }[] = [];
  pointer: { id: string; catalogGeneration?: number; pinned?: number } | undefined;
  /** Set to make the next builds or publications fail. */
  buildError: Error | undefined;
  publishError: Error | undefined;
  /** A snapshot that another release has written. */
  unreadable: string | undefined;
  onBuild: (store: CatalogStore) => void = () => {};

  build({ store, change, progress }: Parameters<SnapshotHost['build']>[0]): { id: string } {
    progress('build', 0, 1);
    this.onBuild(store);
    if (this.buildError) throw this.buildError;
    const { generation } = store;
    const id = `snapshot-${generation}`;
    this.built.push({ id, generation, change });
    progress('verify', 1, 1);
    return { id };
  }

  publish(id: string, pinned?: number): void {
    if (this.publishError) throw this.publishError;
    const catalogGeneration = Number(id.split('-')[1]);
    this.pointer = { id, catalogGeneration, ...(pinned !== undefined && { pinned }) };
  }

  announced(): RecordingHost['pointer'] {
    return this.pointer;
  }

  generation(id: string): number {
    return Number(id.split('-')[1]);
  }

  isReadable(id: string): boolean {
    return id !== this.unreadable;
  }

  kept(): { id: string; generation: number }[] {
    return this.built.map(({ id, generation }) => ({ id, generation })).reverse();
  }
}

export interface Teardown {
  teardown(handler: () => unknown): void;
}

export interface Harness {
  dir: string;
  host: RecordingHost;
  service: IngestService;
  errors: unknown[];
  /** Runs an import of these instructions (or raw lines). */
  run(mode: ImportMode, lines: (object | string)[], options?: Partial<ImportJob>): Promise<ImportOutcome>;
  runFile(mode: ImportMode, body: Uint8Array, options?: Partial<ImportJob>): Promise<ImportOutcome>;
  /** All records of the store by kind and key. */
  dump(): { groups: object; contents: object; translations: object };
}

export function harness(t: Teardown, dir = testFolder(t), host = new RecordingHost()): Harness {
  const errors: unknown[] = [];
  const service = new IngestService(dir, host, error => errors.push(error));
  t.teardown(() => service.close());
  let jobs = 0;
  const runFile: Harness['runFile'] = (mode, body, options = {}) => {
    const id = `job-${++jobs}`;
    const file = path.join(dir, 'spool', id);
    fs.writeFileSync(file, body);
    const job: ImportJob = {
      type: 'import',
      id,
      kind: 'catalog',
      mode,
      file,
      encoding: 'gzip',
      force: false,
      validationOnly: false,
      maxInflatedBytes: 1 << 30,
      ...options,
    };
    return service.import(job, () => {});
  };
  return {
    dir,
    host,
    service,
    errors,
    runFile,
    run: (mode, lines, options) =>
      runFile(
        mode,
        gzipSync(lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'), { level: 1 }),
        options,
      ),
    dump: () => dump(service.store),
  };
}

export function dump(store: CatalogStore): ReturnType<Harness['dump']> {
  return {
    groups: Object.fromEntries([...store.groups()].map(({ key, group }) => [key, group])),
    contents: Object.fromEntries([...store.contents()].map(({ key, content }) => [key, content])),
    translations: Object.fromEntries([...store.translations()].map(({ key, translation }) => [key, translation])),
  };
}

export function errorDetails(outcome: ImportOutcome): ErrorDetails | undefined {
  return outcome.status === 'FAILURE' ? (outcome.errorDetails as ErrorDetails | undefined) : undefined;
}

/** A small valid product in `markets` with one variant. */
export function product(variant: string, markets = ['se'], more: object = {}): object {
  return {
    markets,
    defaults: { title: `Title of ${variant}`, url: `/p/${variant}` },
    variants: { [variant]: { defaults: { listPrice: 100, stock: 1 } } },
    ...more,
  };
}

/** `replace` of a group with one product per name, `name` → product `p-name` with variant `v-name`. */
export function replaceGroup(key: string, ...names: string[]): object {
  const products = Object.fromEntries(names.map(name => [`p-${name}`, product(`v-${name}`)]));
  return { replace: { key, productGroup: { products } } };
}

export function replaceContent(key: string, markets = ['se']): object {
  return { replace: { key, content: { markets, type: 'link', defaults: { title: key, url: `/c/${key}` } } } };
}

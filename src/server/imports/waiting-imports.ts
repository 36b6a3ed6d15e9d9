/**
 * The imports that wait for their turns, on disk: what is acknowledged while it waits is run after a restart, in the
 * order of arrival, and once (the catalog store tells which import it applied last).
 *
 *   DATA/spool/ID           the body, as sent
 *   DATA/spool/ID.waiting   {import, sha256}: sha256 (hex) is of JSON.stringify(import), `import.version` is the format;
 *                           on disk after its body and removed before it, so that a body without it is of no account
 *   DATA/spool/ID.begun     a byte for each time that it was begun: one that ends the process again and again is given up
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { appendFile, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportJob } from '../../imports/protocol.js';
import { writeAtomically } from '../../kernel/atomic-file.js';
import { checksumOf } from '../../snapshot/manifest.js';
import type { ImportBegun } from './import-history.js';
import type { BodySum } from './spool.js';

const VERSION = 1;
const SUFFIX = '.waiting';
const MOST_ATTEMPTS = 3;

/** An import that waits, without the path of its body. */
export interface WaitingImport {
  begun: ImportBegun;
  /** See `ImportTurn`. */
  number: number;
  job: Omit<ImportJob, 'file'>;
  body: BodySum;
}

export class WaitingImports {
  /** Of an earlier process, in the order of arrival. */
  left: readonly WaitingImport[] = [];

  private constructor(
    private readonly folder: string,
    private readonly damaged: (file: string, why: string) => void,
  ) {}

  /** @param damaged called for what cannot be read, which is removed */
  static async open(dataDir: string, damaged: (file: string, why: string) => void): Promise<WaitingImports> {
    const waiting = new WaitingImports(spoolFolder(dataDir), damaged);
    await waiting.read(() => undefined);
    return waiting;
  }

  /** Removes what else is in the spool; before that nothing is written. */
  async tidy(): Promise<void> {
    const { folder, damaged } = this;
    await mkdir(folder, { recursive: true });
    await this.read(damaged);
    const kept = new Set(this.left.flatMap(({ begun: { id } }) => [id, `${id}${SUFFIX}`, begunName(id)]));
    for (const name of await readdir(folder))
      if (!kept.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  }

  private async read(damaged: (file: string, why: string) => void): Promise<void> {
    const left: WaitingImport[] = [];
    for (const file of await waitingFiles(this.folder)) {
      const found = await read(this.folder, file);
      if (typeof found === 'string') damaged(join(this.folder, file), found);
      else left.push(found);
    }
    this.left = left.sort((a, b) => a.number - b.number);
  }

  bodyOf(id: string): string {
    return join(this.folder, id);
  }

  /** Resolves when it is on disk; its body has to be there. */
  async keep(waiting: WaitingImport): Promise<void> {
    const stored = { version: VERSION, ...waiting };
    const text = JSON.stringify({ import: stored, sha256: checksumOf(stored) });
    await writeAtomically(this.fileOf(waiting.begun.id), text);
  }

  /**
   * To be called before each attempt to run it.
   * @returns why it cannot be run
   */
  async begin({ begun: { id }, body }: WaitingImport): Promise<string | undefined> {
    const attempts = (await readIfThere(this.begunOf(id))).length;
    if (attempts >= MOST_ATTEMPTS) return `the process has ended ${attempts} times while it ran`;
    if (attempts > 0 || this.left.some(({ begun }) => begun.id === id)) {
      const found = await sumOf(this.bodyOf(id));
      if (found.sha256 !== body.sha256)
        return `its body was damaged while it waited: ${found.bytes} of ${body.bytes} bytes`;
    }
    await appendFile(this.begunOf(id), '.', { mode: 0o600 });
    return undefined;
  }

  /** To be called where the daemon has stopped amid an attempt: none counts. */
  async putBack({ begun: { id } }: WaitingImport): Promise<void> {
    await rm(this.begunOf(id), { force: true });
  }

  /** Resolves when a restart finds nothing of it. */
  async remove(id: string): Promise<void> {
    await rm(this.fileOf(id), { force: true });
    await syncFolder(this.folder);
    for (const file of [this.bodyOf(id), this.begunOf(id)]) await rm(file, { force: true });
  }

  private fileOf(id: string): string {
    return join(this.folder, `${id}${SUFFIX}`);
  }

  private begunOf(id: string): string {
    return join(this.folder, begunName(id));
  }
}

/** What is wrong with the first damaged file of an import that waits. A running daemon may end one meanwhile. */
export async function waitingImportFault(dataDir: string): Promise<string | undefined> {
  const folder = spoolFolder(dataDir);
  for (const file of await waitingFiles(folder)) {
    const found = await read(folder, file);
    const fault = typeof found === 'string' ? `${join(folder, file)}: ${found}` : await bodyFault(folder, found);
    if (fault !== undefined && existsSync(join(folder, file))) return fault;
  }
  return undefined;
}

async function bodyFault(folder: string, { begun: { id }, body }: WaitingImport): Promise<string | undefined> {
  const file = join(folder, id);
  return (await sumOf(file)).sha256 === body.sha256 ? undefined : `${file}: damaged`;
}

const spoolFolder = (dataDir: string): string => join(dataDir, 'spool');

const begunName = (id: string): string => `${id}.begun`;

async function waitingFiles(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter(name => name.endsWith(SUFFIX));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** @returns what waits, or what is wrong with the file */
async function read(folder: string, file: string): Promise<WaitingImport | string> {
  try {
    const { import: stored, sha256 } = JSON.parse(await readFile(join(folder, file), 'utf8')) as {
      import: WaitingImport & { version: number };
      sha256: string;
    };
    if (checksumOf(stored) !== sha256) return 'its checksum is wrong';
    const { version, ...waiting } = stored;
    if (version > VERSION) return `format ${version}, this version reads up to ${VERSION}`;
    return file === `${waiting.begun.id}${SUFFIX}` ? waiting : 'it has the name of another import';
  } catch (error) {
    return (error as Error).message;
  }
}

async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** That of an empty body where there is no such file. */
async function sumOf(file: string): Promise<BodySum> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

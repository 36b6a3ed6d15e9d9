/**
 * Worker thread of `loadSnapshot`, `readRestInThread`, `verifyAll`, `inspectInThread` and `storeJoin`: reads files,
 * verifies checksums, joins views, writes joined parts.
 */
import fs from 'node:fs';
import { platform } from 'node:os';
import type { Fault } from '../errors/problem.js';
import { isCardFile, verifyCardFile } from '../index/cards.js';
import { withChangedOffers } from '../index/changed-offers.js';
import { hasSoundContent, isPartFile, Part, type PartFile, verifyPart } from '../index/part.js';
import { Structure } from '../index/structure.js';
import type { ReadProgress } from '../index/trailing-checksum.js';
import { inBlocks } from '../kernel/array-blocks.js';
import { bytesIn, sharedMemory } from '../kernel/shared-memory.js';
import { keepCompiledCode } from '../threads/compiled-code.js';
import { lowerPriorityTo } from '../threads/lower-priority-to.js';
import { RequestServer } from '../threads/request-server.js';
import { type Inspection, inspectSnapshots, isWhole, snapshotIds } from './damage.js';
import { isQuickerOneByOne, joinOneByOne } from './join-one-by-one.js';
import { JOINED_PARTS, type JoinedParts, joinEqualViews, type OverlaidView, smallJoin } from './join-views.js';
import type { JoinRequest, LoadProtocol, LoadRequest, RepriceRequest } from './load-in-thread.js';
import { storedFile } from './manifest.js';
import { damaged, readRange, requireCardHeader, requireSize } from './read-parts.js';
import { collectAtRest, collectReleased, releaseParts, releaseSoon, releaseYoung } from './release.js';
import { writeJoin } from './stored-join.js';
import { readRest } from './unread-parts.js';

const LOWEST_PRIORITY = 19;
/** Of what an import waits for: like the ingest process, it takes little of a core that queries want, but some. */
const LOW_PRIORITY = 10;

/**
 * @param isSound compares checksums; undefined: none are
 * @throws an Error that names the file when it does not match the manifest
 */
function read(
  dataDir: string,
  { file, bytes }: PartFile,
  isSound: ((part: Uint8Array) => boolean) | undefined,
): SharedArrayBuffer | undefined {
  const fd = fs.openSync(storedFile(dataDir, file), 'r');
  try {
    const { size } = fs.fstatSync(fd);
    requireSize(file, size, bytes);
    if (isCardFile(file)) {
      // Card files stay on disk.
      requireCardHeader(file, size, fd);
      return undefined;
    }
    const shared = sharedMemory(bytes);
    const view = bytesIn(shared);
    readRange(fd, { file, memory: view, from: 0, to: bytes });
    if (isSound) requireSound(isSound(view), file);
    return shared;
  } finally {
    fs.closeSync(fd);
  }
}

function requireSound(sound: boolean, file: string): void {
  if (!sound) throw new Error(`${file}: the checksum is wrong`);
}

/** What compares the checksum of a whole part, of which joined ones have those of their pages alone. */
function whole(file: string): (part: Uint8Array) => boolean {
  return isPartFile(file) ? verifyPart : hasSoundContent;
}

function readAll({
  dataDir,
  files,
  areStored,
  behind,
}: LoadRequest & { kind: 'read' }): Map<string, SharedArrayBuffer> {
  if (behind) giveWay(LOW_PRIORITY);
  const parts = new Map<string, SharedArrayBuffer>();
  for (const file of files) {
    const shared = read(dataDir, file, areStored ? hasSoundContent : whole(file.file));
    if (shared) parts.set(file.file, shared);
  }
  return parts;
}

/** See `smallJoin`. */
const kept: unknown[] = [];

/** Keeps them from behind the reply on: of the last overlay, which is read now, as its files may go. */
function keepSoon(view: OverlaidView, changed: readonly string[], read: (file: string) => Part): void {
  const last = { ...view, overlays: view.overlays.slice(-1) };
  const source = { changed: changed.slice(-1), read };
  for (const file of [...source.changed, ...JOINED_PARTS.map(kind => last.overlays[0].parts[kind])]) read(file);
  setImmediate(() => kept.push(...inBlocks(() => smallJoin({ views: [last] }, source))));
}

function join(request: JoinRequest): JoinedParts {
  const { dataDir, views, changed, known, keepsBase, parts, files, unchecked, behind } = request;
  if (behind) giveWay(LOW_PRIORITY);
  const entries = new Map(files.map(entry => [entry.file, entry]));
  const opened = new Map<string, Part>();
  const open = (file: string): Part => {
    let part = opened.get(file);
    if (!part) {
      let bytes = parts.get(file);
      if (!bytes) {
        bytes = read(dataDir, entries.get(file)!, unchecked.has(file) ? hasSoundContent : undefined)!;
        releaseLater(new Map([[file, bytes]]));
      }
      opened.set(file, (part = new Part(bytes)));
    }
    return part;
  };
  const joined = inBlocks(() =>
    keepsBase && isQuickerOneByOne(views)
      ? joinOneByOne(views, { changed, known, read: open })
      : joinEqualViews(views, { changed, known, keepsBase, read: open }),
  );
  // At a start, the first answers want all cores.
  if (behind && keepsBase && kept.length === 0) keepSoon(views.views[0], changed, open);
  return joined;
}

function reprice({ dataDir, structure, before, changed, behind }: RepriceRequest): SharedArrayBuffer {
  if (behind) giveWay(LOW_PRIORITY);
  const added = new Part(read(dataDir, changed, verifyPart)!);
  return withChangedOffers(new Structure(new Part(structure)), before, added);
}

/** @throws Problem snapshot_damaged that names all damaged files, as its single faults */
function verify({ dataDir, parts, files }: LoadRequest & { kind: 'verify' }): void {
  giveWay();
  const faults: Fault[] = [];
  const attempt = (path: string, check: () => void): void => {
    try {
      check();
    } catch (error) {
      faults.push({ path, message: (error as Error).message });
    }
  };
  for (const [file, bytes] of parts) {
    attempt(file, () => requireSound(whole(file)(bytesIn(bytes)), file));
  }
  for (const entry of files) {
    const { file } = entry;
    attempt(file, () => {
      const bytes = read(dataDir, entry, verifyPart);
      if (bytes) releaseParts(new Map([[file, bytes]]), []);
      else requireSound(verifyCardFile(storedFile(dataDir, file)), file);
    });
    // Otherwise the thread would hold all files at its end: the bases of a million products take gigabytes.
    collectReleased();
  }
  if (faults.length > 0) throw damaged(new Error(faults.map(({ message }) => message).join('; ')), faults);
}

function store({ dataDir, join, parts, ...options }: LoadRequest & { kind: 'store' }): number {
  const { background, isDurable, leastFreeBytes } = options;
  if (background) giveWay();
  releaseLater(parts);
  return writeJoin(dataDir, join, parts, isDurable, leastFreeBytes);
}

function inspect({ dataDir, ids, bytesPerSecond }: LoadRequest & { kind: 'inspect' }): Inspection {
  if (bytesPerSecond !== undefined) giveWay();
  const progress = bytesPerSecond === undefined ? undefined : paced(bytesPerSecond);
  return inspectSnapshots(dataDir, ids, true, progress);
}

/** Holds reading up, so that it leaves the disk to others. */
function paced(bytesPerSecond: number): ReadProgress {
  const asleep = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const started = performance.now();
  let read = 0;
  return bytes => {
    read += bytes;
    const early = (read / bytesPerSecond) * 1000 - (performance.now() - started);
    if (early > 0) Atomics.wait(asleep, 0, 0, early);
  };
}

/** Query threads have precedence. Only Linux has priorities by thread; elsewhere they concern the whole process. */
function giveWay(priority = LOWEST_PRIORITY): void {
  if (platform() === 'linux') lowerPriorityTo(priority);
}

/** Turns errors of reading and checking, which name the file, into a Problem. @throws Problem snapshot_damaged */
function inSnapshot<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw damaged(error);
  }
}

/** A thread that is asked for nothing for this time rests: it would keep memory, as long as another is asked. */
const REST_MS = 500;
let rest: NodeJS.Timeout | undefined;

/**
 * After the reply: the thread waits for the next request, and has no use for parts of this one.
 * @param read those that it was sent
 */
function releaseLater(parts: ReadonlyMap<string, SharedArrayBuffer>, read: typeof parts = new Map()): void {
  releaseSoon(parts, [read]);
  rest ??= setTimeout(collectAtRest, REST_MS);
  rest.refresh();
}

new RequestServer<LoadProtocol>().serve({
  read: request => {
    const parts = inSnapshot(() => readAll(request));
    releaseYoung(parts, []);
    keepCompiledCode('start');
    return parts;
  },
  join: request => {
    const joined = inSnapshot(() => join(request));
    releaseLater(joined.parts, request.parts);
    return joined;
  },
  reprice: request => {
    const offers = inSnapshot(() => reprice(request));
    const { structure, before } = request;
    releaseYoung(new Map([['offers', offers]]), [new Map(Object.entries({ structure, before }))]);
    return offers;
  },
  rest: ({ snapshot }) => {
    giveWay(LOW_PRIORITY);
    releaseLater(snapshot.parts);
    return readRest(snapshot);
  },
  verify,
  inspect,
  whole: ({ dataDir }) => snapshotIds(dataDir).filter(id => isWhole(dataDir, id)),
  store,
});

/**
 * Verifies a snapshot before it is announced: lengths and checksums of new files, counts that must agree, and for a
 * sample of products that keys, postings and cards refer to each other.
 */
import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../errors/problem.js';
import { CardBlock } from '../../index/card-block.js';
import { readRecord } from '../../index/card-file.js';
import { openBlock } from '../../index/card-record.js';
import type { Offers } from '../../index/offers.js';
import { isPartFile } from '../../index/part.js';
import { isSoundFile } from '../../index/sound-file.js';
import type { Structure } from '../../index/structure.js';
import { bytesIn, sharedMemory } from '../../kernel/shared-memory.js';
import {
  type ContentIndex,
  Snapshot,
  type SnapshotManifest,
  type View,
  type ViewManifest,
} from '../../snapshot/index.js';
import { filesOf, partsDir } from '../../snapshot/manifest.js';
import { collectGarbage } from '../../snapshot/release.js';
import { PartCache } from '../updates/part-cache.js';

/** Number of products that are looked up in each view. */
const SAMPLES = 50;
/** Bytes of parts at which garbage is collected for them: shared memory does not make the engine do so. */
const WORTH_COLLECTING = 64 << 20;

/**
 * @param previous an earlier snapshot, whose files have been verified already
 * @param progress counts files, then views
 * @param sound files whose checksums have been verified already
 * @throws `internal` with a description of the first failed check
 */
export function verifyBuild(
  dataDir: string,
  manifest: SnapshotManifest,
  previous: SnapshotManifest | undefined,
  progress: (done: number, total: number) => void,
  sound: ReadonlySet<string> = new Set(),
): void {
  const { files, views } = manifest;
  const known = new Set([...sound, ...(previous?.files ?? []).map(({ file }) => file)]);
  const total = files.length + views.length;
  files.forEach(({ file, bytes }, i) => {
    const full = path.join(partsDir(dataDir), file);
    check(fs.statSync(full).size === bytes, `${file} has another length than was written`);
    if (!known.has(file)) {
      check(isSoundFile(full), `${file}: the checksum is wrong`);
    }
    progress(i, total);
  });
  const partCache = new PartCache(partsDir(dataDir));
  const opened: OpenedParts = new Map();
  // Views of one locale after the other: they have most parts in common.
  const inTurn = [...views].sort((a, b) => (a.locale < b.locale ? -1 : a.locale > b.locale ? 1 : 0));
  inTurn.forEach((view, i) => {
    const before = previous?.views.find(({ market, locale }) => market === view.market && locale === view.locale);
    verifyNew(view, { dataDir, manifest, before, partCache, opened });
    progress(files.length + i + 1, total);
  });
  release(opened, []);
}

/** Parts by file. */
type OpenedParts = Map<string, SharedArrayBuffer>;

interface Verification {
  dataDir: string;
  manifest: SnapshotManifest;
  /** The view in the previous snapshot. */
  before: ViewManifest | undefined;
  partCache: PartCache;
  /** The parts that were read last. */
  opened: OpenedParts;
}

/** Verifies what a view does not have from the previous snapshot. */
function verifyNew({ overlays = [], ...base }: ViewManifest, verification: Verification): void {
  const { before, partCache } = verification;
  const { market, locale } = base;
  const verify = (known: ViewManifest | undefined, segment: ViewManifest): void => {
    if (!known) verifyWhole(segment, verification);
    else if (!isDeepStrictEqual(known.parts, segment.parts)) verifyOffers(segment, partCache);
  };
  for (const overlay of overlays) {
    // An overlay is a small view of its own.
    const segment: ViewManifest = { market, locale, ...overlay };
    const known = before?.overlays?.map(one => ({ market, locale, ...one }));
    verify(
      known?.find(one => isOffersUpdate(one, segment)),
      segment,
    );
  }
  verify(before && isOffersUpdate(before, base) ? before : undefined, base);
}

/** Whether two versions of a segment differ only in their offers. */
function isOffersUpdate(before: ViewManifest, after: ViewManifest): boolean {
  const rest = ({ market, locale, content, cardFiles, parts: { offers: _, ...parts } }: ViewManifest) => ({
    market,
    locale,
    content,
    cardFiles,
    parts,
  });
  return isDeepStrictEqual(rest(before), rest(after));
}

/** Verifies new offers of a view against its structure, the only other part that is read. */
function verifyOffers({ market, locale, parts }: ViewManifest, partCache: PartCache): void {
  verifyStock(partCache.structure(parts.structure), partCache.offers(parts.offers), `view ${market} ${locale}`);
}

/** Opens one view at a time, because all views of a large catalog take much memory. */
function verifyWhole(manifested: ViewManifest, { dataDir, manifest, opened }: Verification): void {
  const files = [...filesOf(manifested), manifest.site].filter(isPartFile);
  release(opened, files);
  for (const file of files) if (!opened.has(file)) opened.set(file, readShared(path.join(partsDir(dataDir), file)));
  const views = [manifested];
  const snapshot = new Snapshot({ id: manifest.id, dataDir, manifest: { ...manifest, views }, parts: opened });
  try {
    const { market, locale, products, content } = manifested;
    const view = snapshot.view(market, locale);
    verifyView(view, products);
    if (view.content) verifyContent(view.content, content!.items, `content of view ${market} ${locale}`);
  } finally {
    snapshot.close();
  }
}

/** Forgets parts that are not needed any more, and frees their memory where that is much. */
function release(opened: OpenedParts, needed: readonly string[]): void {
  let bytes = 0;
  for (const [file, part] of [...opened]) {
    if (needed.includes(file)) continue;
    bytes += part.byteLength;
    opened.delete(file);
  }
  if (bytes > WORTH_COLLECTING) collectGarbage();
}

function readShared(file: string): SharedArrayBuffer {
  const fd = fs.openSync(file, 'r');
  try {
    const shared = sharedMemory(fs.fstatSync(fd).size);
    const into = bytesIn(shared);
    for (let at = 0; at < into.length; ) {
      const length = fs.readSync(fd, into, at, into.length - at, at);
      check(length > 0, `${file} ends too early`);
      at += length;
    }
    return shared;
  } finally {
    fs.closeSync(fd);
  }
}

/** Ordinals at equal distances, at least `SAMPLES` of them where the view has that many. */
function samples(size: number): number[] {
  const step = Math.max(1, Math.floor(size / SAMPLES));
  return Array.from({ length: Math.ceil(size / step) }, (_, i) => i * step);
}

function verifyView(view: View, products: number): void {
  const name = `view ${view.market} ${view.locale}`;
  const { structure, offers, text, cards } = view;
  check(structure.productCount === products, `${name}: ${structure.productCount} products, expected ${products}`);
  verifyStock(structure, offers, name);
  check(cards.length.length === structure.groupCount, `${name}: cards and groups differ in number`);
  check(text.productCount === products, `${name}: text and products differ in number`);
  for (const product of samples(products)) verifyProduct(view, product, `${name}, product ${product}`);
}

function verifyStock({ variantCount }: Structure, offers: Offers, name: string): void {
  check(offers.stock.length === variantCount, `${name}: offers and variants differ in number`);
}

function verifyContent({ structure, text, items }: ContentIndex, expected: number, name: string): void {
  check(items.size === expected, `${name}: ${items.size} items, expected ${expected}`);
  check(structure.productCount === expected, `${name}: keys and items differ in number`);
  check(text.productCount === expected, `${name}: text and items differ in number`);
  for (const item of samples(expected)) {
    const { head, body, tail } = items.pieces(item);
    const { key } = JSON.parse(Buffer.concat([head, body, tail]).toString()) as { key: string };
    check(structure.products.find(key) === item, `${name}, item ${item}: its key is another's`);
  }
}

function verifyProduct(view: View, product: number, name: string): void {
  const { structure, text, cards, analyzer } = view;
  const key = structure.products.at(product);
  check(structure.products.find(key) === product, `${name}: its key is not found`);
  for (const token of analyzer.tokenize(key).filter(token => !token.part)) {
    const term = text.terms.find(token.text);
    check(term >= 0, `${name}: the word of its key is not in the dictionary`);
    const docs = text.docs.subarray(text.start[term], text.start[term + 1]);
    check(docs.includes(product), `${name}: the postings of its key lack it`);
  }
  const group = structure.groupOf[product];
  const record = readRecord(view.cardFiles[cards.file[group]], cards.place(group));
  const json = productJson(record, product - structure.groupStart[group]);
  check(JSON.parse(json).key === key, `${name}: its card is another product's`);
}

/** The JSON of one product in a record, without tickets and offers. */
function productJson(record: Buffer, member: number): string {
  const block = new CardBlock();
  openBlock(block, record, member);
  return record.toString('utf8', block.jsonStart, block.jsonEnd);
}

function check(holds: boolean, message: string): void {
  if (!holds) throw new Problem('internal', `the new snapshot is wrong: ${message}`);
}

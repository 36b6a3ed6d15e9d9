/**
 * Checks a built snapshot before anybody sees it: lengths and checksums of the files that are new, counts that must
 * agree, and for a sample of products that keys, postings and cards lead to each other.
 */
import fs from 'node:fs';
import path from 'node:path';
import { CardBlock } from '../../index/card-block.js';
import { blockStart, readRecord, verifyCardFile } from '../../index/cards.js';
import { verifyPart } from '../../index/part.js';
import { Problem } from '../../kernel/problem.js';
import { type ContentIndex, Snapshot, type SnapshotManifest, type View } from '../../snapshot/index.js';
import { partsDir } from '../../snapshot/manifest.js';

/** Products looked up in each view. */
const SAMPLES = 50;

/** Throws INTERNAL that names what is wrong. `known`: files of an earlier snapshot, verified then. */
export function verifyBuild(
  dataDir: string,
  manifest: SnapshotManifest,
  known: ReadonlySet<string>,
  progress: (done: number, total: number) => void,
): void {
  const parts = new Map<string, SharedArrayBuffer>();
  manifest.files.forEach(({ file, bytes }, i) => {
    const full = path.join(partsDir(dataDir), file);
    check(fs.statSync(full).size === bytes, `${file} has another length than was written`);
    if (file.endsWith('.data')) {
      check(known.has(file) || verifyCardFile(full), `${file}: the checksum is wrong`);
    } else {
      const content = fs.readFileSync(full);
      check(known.has(file) || verifyPart(content), `${file}: the checksum is wrong`);
      const shared = new SharedArrayBuffer(content.length);
      new Uint8Array(shared).set(content);
      parts.set(file, shared);
    }
    progress(i, manifest.files.length + manifest.views.length);
  });
  const snapshot = new Snapshot({ id: manifest.id, dataDir, manifest, parts });
  try {
    manifest.views.forEach(({ market, locale, products, content }, i) => {
      const view = snapshot.view(market, locale);
      verifyView(view, products);
      if (view.content) verifyContent(view.content, content!.items, `content of view ${market} ${locale}`);
      progress(manifest.files.length + i + 1, manifest.files.length + manifest.views.length);
    });
  } finally {
    snapshot.close();
  }
}

function verifyView(view: View, products: number): void {
  const name = `view ${view.market} ${view.locale}`;
  const { structure, offers, text, cards } = view;
  check(structure.productCount === products, `${name}: ${structure.productCount} products, expected ${products}`);
  check(offers.stock.length === structure.variantCount, `${name}: offers and variants differ in number`);
  check(cards.length.length === structure.groupCount, `${name}: cards and groups differ in number`);
  check(text.productCount === products, `${name}: text and products differ in number`);
  const step = Math.max(1, Math.floor(products / SAMPLES));
  for (let product = 0; product < products; product += step)
    verifyProduct(view, product, `${name}, product ${product}`);
}

function verifyContent({ structure, text, items }: ContentIndex, expected: number, name: string): void {
  check(items.size === expected, `${name}: ${items.size} items, expected ${expected}`);
  check(structure.productCount === expected, `${name}: keys and items differ in number`);
  check(text.productCount === expected, `${name}: text and items differ in number`);
  const step = Math.max(1, Math.floor(expected / SAMPLES));
  for (let item = 0; item < expected; item += step) {
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
  const record = readRecord(view.cardFiles[cards.file[group]], cards.offset[group], cards.length[group]);
  const json = productJson(record, product - structure.groupStart[group]);
  check(JSON.parse(json).key === key, `${name}: its card is another product's`);
}

/** The JSON of one product in a record, without tickets. */
function productJson(record: Buffer, member: number): string {
  const block = new CardBlock();
  block.open(record, blockStart(record, 0, member));
  return record.toString('utf8', block.jsonStart, block.jsonEnd);
}

function check(holds: boolean, message: string): void {
  if (!holds) throw new Problem('INTERNAL', `the new snapshot is wrong: ${message}`);
}

/**
 * An update of prices and stock: new offers and cards for the groups concerned, every other part as it was. The text
 * index, attributes and structure are not read at all, but for the keys.
 */
import fs from 'node:fs';
import path from 'node:path';
import { Labels } from '../../catalog/labels.js';
import { resolveProduct } from '../../catalog/resolve.js';
import { CardFileWriter, CardIndex, CardIndexBuilder, readRecord } from '../../index/cards.js';
import { Offers, OffersBuilder, type VariantOffer } from '../../index/offers.js';
import { type PartFile, readPart } from '../../index/part.js';
import { Structure } from '../../index/structure.js';
import { filesOf, partsDir, type SnapshotManifest, type ViewManifest } from '../../snapshot/manifest.js';
import { analyzerFor } from '../../text/index.js';
import { CardWriter } from './card.js';
import type { BuildInput, Built } from './input.js';
import { variantOffer } from './offer.js';

/** Card files a view may be spread over before its cards are written together again. */
const MAX_CARD_FILES = 8;

export function patchOffers(input: BuildInput, previous: SnapshotManifest, groups: readonly string[]): Built {
  const translations = [...input.store.translations()].map(({ translation }) => translation);
  const bytesOf = new Map(previous.files.map(entry => [entry.file, entry]));
  const files: PartFile[] = [];
  const views = previous.views.map((view, i) => {
    const labels = new Labels(translations, view.locale);
    const patched = patchView(input, view, groups, labels, i);
    files.push(...patched.files);
    for (const file of filesOf(patched.view)) {
      const known = bytesOf.get(file);
      if (known) files.push(known);
    }
    input.progress('build', i + 1, previous.views.length);
    return patched.view;
  });
  return { views, files, counts: previous.counts };
}

function patchView(
  { store, dataDir, settings }: BuildInput,
  view: ViewManifest,
  groups: readonly string[],
  labels: Labels,
  serial: number,
): { view: ViewManifest; files: PartFile[] } {
  const dir = partsDir(dataDir);
  const structure = new Structure(readPart(path.join(dir, view.parts.structure)));
  const cards = new CardIndex(readPart(path.join(dir, view.parts.cards)));
  const cardWriter = new CardWriter(labels, analyzerFor(view.locale).language, settings);
  const cardFile = new CardFileWriter(dir, `${process.pid}-${serial}`);
  try {
    const offers = new Map<number, VariantOffer>();
    const records = new Map<number, { offset: number; length: number }>();
    for (const key of groups) {
      const group = structure.groups.find(key);
      if (group < 0) continue;
      const { products } = store.getGroup(key)!;
      const blocks: Buffer[] = [];
      for (const productKey of Object.keys(products)) {
        const product = resolveProduct(productKey, products[productKey], view.market, view.locale);
        if (!product) continue;
        blocks.push(cardWriter.product(product));
        for (const variant of product.variants) offers.set(structure.variants.find(variant.key), variantOffer(variant));
      }
      records.set(group, cardFile.add(CardWriter.groupHead(key), blocks));
    }
    if (records.size === 0) {
      cardFile.abort();
      return { view, files: [] };
    }
    const together = cards.files.length + 1 > MAX_CARD_FILES;
    if (together) copyOthers(dir, cards, cardFile, records);
    const written = cardFile.finish();
    const cardFiles = together ? [written.file] : [...cards.files, written.file];
    const index = new CardIndexBuilder();
    for (let group = 0; group < cards.file.length; group++) {
      const record = records.get(group);
      if (record) index.add(cardFiles.length - 1, record);
      else index.add(cards.file[group], { offset: cards.offset[group], length: cards.length[group] });
    }
    const offersFile = OffersBuilder.patched(new Offers(readPart(path.join(dir, view.parts.offers))), offers).write(
      dir,
    );
    const indexFile = index.finish(cardFiles).write(dir);
    const parts = { ...view.parts, offers: offersFile.file, cards: indexFile.file };
    return { view: { ...view, parts, cardFiles }, files: [written, offersFile, indexFile] };
  } catch (error) {
    cardFile.abort();
    throw error;
  }
}

/** Copies the records of all groups but those in `records` into the new file, and adds them there. */
function copyOthers(
  dir: string,
  cards: CardIndex,
  target: CardFileWriter,
  records: Map<number, { offset: number; length: number }>,
): void {
  const descriptors = cards.files.map(file => fs.openSync(path.join(dir, file), 'r'));
  try {
    for (let group = 0; group < cards.file.length; group++) {
      if (records.has(group)) continue;
      const record = readRecord(descriptors[cards.file[group]], cards.offset[group], cards.length[group]);
      records.set(group, target.addRecord([record]));
    }
  } finally {
    for (const fd of descriptors) fs.closeSync(fd);
  }
}

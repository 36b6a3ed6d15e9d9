/** Updates the offers of one view: replaces the offers of its changed variants, and the cards of their products. */

import type { Product } from '../../catalog/records.js';
import { resolveOffers } from '../../catalog/resolve.js';
import type { TranslatedLabels } from '../../catalog/translated-labels.js';
import { blockOf, replaceBlocks } from '../../index/card-record.js';
import { type CardFileWriter, type CardIndex, patchCardIndex, type RecordRange } from '../../index/cards.js';
import type { IndexSettings } from '../../index/index-settings.js';
import type { VariantOffer } from '../../index/offers.js';
import type { PartFile } from '../../index/part.js';
import { patchOfferColumns } from '../../index/patched-offers.js';
import type { Structure } from '../../index/structure.js';
import type { ViewManifest } from '../../snapshot/index.js';
import { analyzerFor } from '../../text/index.js';
import { CardEncoder } from '../cards/card-encoder.js';
import type { PartCache } from './part-cache.js';

/** The offers of a market, which its views share because prices and stock do not depend on the locale. */
export class MarketOffers {
  private readonly changes = new Map<number, VariantOffer>();
  private written: PartFile | undefined;

  constructor(
    private readonly partCache: PartCache,
    private readonly file: string,
  ) {}

  set(variant: number, offer: VariantOffer): void {
    this.changes.set(variant, offer);
  }

  /** Writes the part at the first call; to be called when all offers are set. */
  write(): PartFile {
    this.written ??= patchOfferColumns(this.partCache.offers(this.file), this.changes).write(this.partCache.dir);
    return this.written;
  }
}

export class ViewPatch {
  readonly structure: Structure;
  readonly cards: CardIndex;
  /** The groups with a record in the new file. */
  readonly replaced = new Map<number, RecordRange>();
  private readonly cardWriter: CardEncoder;
  private changed = false;

  /** @param cardFile the new card file, which all views share */
  constructor(
    private readonly view: ViewManifest,
    private readonly partCache: PartCache,
    private readonly offers: MarketOffers,
    private readonly cardFile: CardFileWriter,
    labels: TranslatedLabels,
    settings: IndexSettings,
  ) {
    this.structure = partCache.structure(view.parts.structure);
    this.cards = partCache.cards(view.parts.cards);
    this.cardWriter = new CardEncoder(labels, analyzerFor(view.locale).language, settings);
  }

  /** Applies the changes of one group. @param products changed ones; `ordinal` is -1 where the market lacks the product */
  patchGroup(products: readonly { ordinal: number; product: Product }[]): void {
    const blocks = new Map<number, Buffer>();
    let group = -1;
    let record: Buffer | undefined;
    for (const { ordinal, product } of products) {
      if (ordinal < 0) continue;
      const offers = resolveOffers(product, this.view.market, this.view.locale);
      group = this.structure.groupOf[ordinal];
      record ??= this.partCache.record(this.cards, group);
      const member = ordinal - this.structure.groupStart[group];
      const block = blockOf(record, member);
      blocks.set(member, this.cardWriter.reprice(offers, block, 0, block.length));
      const first = this.structure.variantStart[ordinal];
      offers.forEach((offer, i) => {
        this.offers.set(first + i, offer);
      });
    }
    if (!record) return;
    this.changed = true;
    const replaced = replaceBlocks(record, blocks);
    if (replaced) this.replaced.set(group, this.cardFile.addRecord(replaced));
  }

  /** Copies the used records of some files to the new file. */
  moveRecords(files: ReadonlySet<string>): void {
    const compacted = this.cards.files.map(file => files.has(file));
    if (!compacted.includes(true)) return;
    for (let group = 0; group < this.cards.file.length; group++) {
      if (!compacted[this.cards.file[group]] || this.replaced.has(group)) continue;
      const pieces = [this.partCache.record(this.cards, group)];
      this.replaced.set(group, this.cardFile.addRecord({ pieces, hot: this.cards.hot[group] }));
    }
  }

  /** Writes the changed parts. @param cardFile name of the new card file */
  finish(cardFile: string): { view: ViewManifest; files: PartFile[] } {
    const { view } = this;
    let { parts, cardFiles } = view;
    const files: PartFile[] = [];
    if (this.changed) {
      const offers = this.offers.write();
      files.push(offers);
      parts = { ...parts, offers: offers.file };
    }
    if (this.replaced.size > 0) {
      const index = patchCardIndex(this.cards, cardFile, this.replaced);
      const written = index.part.write(this.partCache.dir);
      files.push(written);
      parts = { ...parts, cards: written.file };
      cardFiles = index.files;
    }
    return { view: { ...view, parts, cardFiles }, files };
  }
}

/** One view of an update of prices and stock: the offers of its variants and the cards of its products, replaced. */

import type { Product } from '../../catalog/records.js';
import { resolveProduct } from '../../catalog/resolve.js';
import type { TranslatedLabels } from '../../catalog/translated-labels.js';
import {
  blockAt,
  type CardFileWriter,
  type CardIndex,
  patchCardIndex,
  type RecordRange,
  replaceBlocks,
} from '../../index/cards.js';
import type { IndexSettings } from '../../index/index-settings.js';
import type { VariantOffer } from '../../index/offers.js';
import type { PartFile } from '../../index/part.js';
import { patchOfferColumns } from '../../index/patched-offers.js';
import type { Structure } from '../../index/structure.js';
import type { ViewManifest } from '../../snapshot/index.js';
import { analyzerFor } from '../../text/index.js';
import { CardWriter } from '../cards/card-encoder.js';
import { variantOffer } from '../views/variant-offer.js';
import type { PartCache } from './part-cache.js';

/** Offers that the views of a market share, since prices and stock have no locale. */
export class MarketOffers {
  private readonly changes = new Map<number, VariantOffer>();
  private written: PartFile | undefined;

  constructor(
    private readonly shelf: PartCache,
    private readonly file: string,
  ) {}

  set(variant: number, offer: VariantOffer): void {
    this.changes.set(variant, offer);
  }

  /** Only once all is set. */
  write(): PartFile {
    this.written ??= patchOfferColumns(this.shelf.offers(this.file), this.changes).write(this.shelf.dir);
    return this.written;
  }
}

export class ViewPatch {
  readonly structure: Structure;
  readonly cards: CardIndex;
  /** Groups with records in the new file. */
  readonly replaced = new Map<number, RecordRange>();
  private readonly cardWriter: CardWriter;
  private changed = false;

  /** @param cardFile the new file, which the views share */
  constructor(
    private readonly view: ViewManifest,
    private readonly shelf: PartCache,
    private readonly offers: MarketOffers,
    private readonly cardFile: CardFileWriter,
    labels: TranslatedLabels,
    settings: IndexSettings,
  ) {
    this.structure = shelf.structure(view.parts.structure);
    this.cards = shelf.cards(view.parts.cards);
    this.cardWriter = new CardWriter(labels, analyzerFor(view.locale).language, settings);
  }

  /** Takes over what changed in one group. @param products with their ordinals, -1 where the market has none of it */
  group(products: readonly { ordinal: number; key: string; product: Product }[]): void {
    const blocks = new Map<number, Buffer>();
    let group = -1;
    let record: Buffer | undefined;
    for (const { ordinal, key, product } of products) {
      if (ordinal < 0) continue;
      const resolved = resolveProduct(key, product, this.view.market, this.view.locale)!;
      group = this.structure.groupOf[ordinal];
      record ??= this.shelf.record(this.cards, group);
      const member = ordinal - this.structure.groupStart[group];
      const { start, length } = blockAt(record, member);
      blocks.set(member, this.cardWriter.repriced(resolved.variants, record, start, length));
      const first = this.structure.variantStart[ordinal];
      resolved.variants.forEach((variant, i) => {
        this.offers.set(first + i, variantOffer(variant));
      });
    }
    if (!record) return;
    this.changed = true;
    const pieces = replaceBlocks(record, blocks);
    if (pieces) this.replaced.set(group, this.cardFile.addRecord(pieces));
  }

  /** Copies the records that are still used out of some files into the new one. */
  clean(files: ReadonlySet<string>): void {
    const cleaned = this.cards.files.map(file => files.has(file));
    if (!cleaned.includes(true)) return;
    for (let group = 0; group < this.cards.file.length; group++) {
      if (!cleaned[this.cards.file[group]] || this.replaced.has(group)) continue;
      this.replaced.set(group, this.cardFile.addRecord([this.shelf.record(this.cards, group)]));
    }
  }

  /** @param cardFile name of the new file */
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
      const written = index.part.write(this.shelf.dir);
      files.push(written);
      parts = { ...parts, cards: written.file };
      cardFiles = index.files;
    }
    return { view: { ...view, parts, cardFiles }, files };
  }
}

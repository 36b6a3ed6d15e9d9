/**
 * Builds the parts that a market does not share with other markets of equal views (see market-partition.ts): its offers
 * and cards.
 */
import type { ResolvedOffer } from '../../catalog/resolve.js';
import { CardFilesWriter } from '../../index/card-files-writer.js';
import { RecordBuilder } from '../../index/card-record.js';
import { CardIndexBuilder } from '../../index/cards.js';
import { OffersBuilder } from '../../index/offers.js';
import type { PartFile } from '../../index/part.js';
import { VIEW_PARTS, type ViewManifest, type ViewPart } from '../../snapshot/manifest.js';
import type { CardEncoder } from '../cards/card-encoder.js';

/** The parts that the views of a set of equal markets share. */
export type SharedParts = Record<Exclude<ViewPart, 'offers' | 'cards'>, PartFile>;

export class MarketBuilder {
  private readonly offers = new OffersBuilder();
  private readonly cardIndex = new CardIndexBuilder();
  private readonly record = new RecordBuilder();
  private readonly cardFiles: CardFilesWriter;

  /** @param name unique among the views that are being built; part of temporary names */
  constructor(
    readonly market: string,
    dir: string,
    name: string,
  ) {
    this.cardFiles = new CardFilesWriter(dir, name);
  }

  /** Adds the offers of the next product's variants, in the order of ordinals. */
  addOffers(offers: readonly ResolvedOffer[]): void {
    for (const offer of offers) this.offers.add(offer);
  }

  /** Begins the cards of one group. @param head JSON before its products */
  beginCards(head: string): void {
    this.record.begin(head);
  }

  /** Adds the card of the product that `encoder` encoded last. @param offers offers of its variants in this market */
  addCard(encoder: CardEncoder, offers: readonly ResolvedOffer[]): void {
    encoder.append(this.record.parts, offers);
    this.record.endBlock();
  }

  endCards(): void {
    const place = this.cardFiles.add(this.record.finish());
    this.cardIndex.add(place.file, place);
  }

  /**
   * Writes the parts into `dir`, and finishes the card files.
   * @param vocabulary file of that part, where there is one
   */
  finish(
    dir: string,
    { locale, products }: Pick<ViewManifest, 'locale' | 'products'>,
    shared: SharedParts,
    vocabulary: PartFile | undefined,
  ): { view: ViewManifest; files: PartFile[] } {
    const cardFiles = this.cardFiles.finish();
    const names = cardFiles.map(({ file }) => file);
    const own = { offers: this.offers.finish().write(dir), cards: this.cardIndex.finish(names).write(dir) };
    const all: Record<ViewPart, PartFile> = { ...shared, ...own };
    const parts = Object.fromEntries(VIEW_PARTS.map(kind => [kind, all[kind].file])) as ViewManifest['parts'];
    const view = { market: this.market, locale, products, parts, cardFiles: names };
    const files = [...cardFiles, ...Object.values(all)];
    if (!vocabulary) return { view, files };
    return { view: { ...view, vocabulary: vocabulary.file }, files: [...files, vocabulary] };
  }

  /** Removes the card file that is being written. */
  abort(): void {
    this.cardFiles.abort();
  }
}

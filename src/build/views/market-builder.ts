/** Builds what a market does not share with other markets of equal views (see market-partition.ts): its offers. */
import type { ResolvedOffer } from '../../catalog/resolve.js';
import { OffersBuilder } from '../../index/offers.js';
import type { PartFile } from '../../index/part.js';
import { VIEW_PARTS, type ViewManifest, type ViewPart } from '../../snapshot/manifest.js';

/** What the views of a set of equal markets share. */
export interface SharedFiles {
  locale: string;
  products: number;
  parts: Record<Exclude<ViewPart, 'offers'>, PartFile>;
  cardFile: PartFile;
  /** File of that part, where there is one. */
  vocabulary: PartFile | undefined;
}

export class MarketBuilder {
  private readonly offers = new OffersBuilder();

  constructor(readonly market: string) {}

  /** Adds the offers of the next product's variants, in the order of ordinals. */
  addOffers(offers: readonly ResolvedOffer[]): void {
    for (const offer of offers) this.offers.add(offer);
  }

  /** Writes the offers into `dir`. */
  finish(dir: string, shared: SharedFiles): { view: ViewManifest; files: PartFile[] } {
    const { locale, products, cardFile, vocabulary } = shared;
    const all: Record<ViewPart, PartFile> = { ...shared.parts, offers: this.offers.finish().write(dir) };
    const parts = Object.fromEntries(VIEW_PARTS.map(kind => [kind, all[kind].file])) as ViewManifest['parts'];
    const view = { market: this.market, locale, products, parts, cardFiles: [cardFile.file] };
    const files = [cardFile, ...Object.values(all)];
    if (!vocabulary) return { view, files };
    return { view: { ...view, vocabulary: vocabulary.file }, files: [...files, vocabulary] };
  }
}

/** Builds what a market does not share with other markets of equal views (see market-partition.ts): its offers. */
import type { ResolvedOffer } from '../../catalog/resolve.js';
import { OffersBuilder } from '../../index/offers.js';
import type { PartFile } from '../../index/part.js';
import { VIEW_PARTS, type ViewManifest, type ViewPart } from '../../snapshot/manifest.js';

/** Parts that the views of a market have in common in all locales. */
export const COMMON_PARTS = ['structure', 'offers'] as const satisfies readonly ViewPart[];

/** A view with the files that were written for it; it lacks the common parts that are written with another view. */
export interface BuiltView {
  view: Omit<ViewManifest, 'parts'> & { parts: Partial<ViewManifest['parts']> };
  files: PartFile[];
}

/** What the views of a set of equal markets share. */
export interface SharedFiles {
  locale: string;
  products: number;
  parts: Partial<Record<ViewPart, PartFile>>;
  cardFile: PartFile;
  /** File of that part, where there is one. */
  vocabulary: PartFile | undefined;
}

export class MarketBuilder {
  private offers: OffersBuilder | undefined;

  /** @param withOffers whether its offers are written */
  constructor(
    readonly market: string,
    readonly withOffers: boolean,
  ) {
    if (withOffers) this.offers = new OffersBuilder();
  }

  /** Adds the offers of the next product's variants, in the order of ordinals. */
  addOffers(offers: readonly ResolvedOffer[]): void {
    for (const offer of offers) this.offers?.add(offer);
  }

  /** Writes the offers into `dir`, and frees them. @returns undefined where they are not written */
  finishOffers(dir: string): PartFile | undefined {
    const file = this.offers?.finish().write(dir);
    this.offers = undefined;
    return file;
  }

  /** @param offers that of `finishOffers` */
  finish(offers: PartFile | undefined, shared: SharedFiles): BuiltView {
    const { locale, products, cardFile, vocabulary } = shared;
    const all = { ...shared.parts, ...(offers && { offers }) };
    const parts = Object.fromEntries(VIEW_PARTS.flatMap(kind => (all[kind] ? [[kind, all[kind].file]] : [])));
    const view = { market: this.market, locale, products, parts, cardFiles: [cardFile.file] };
    const files = [cardFile, ...Object.values(all)];
    if (!vocabulary) return { view, files };
    return { view: { ...view, vocabulary: vocabulary.file }, files: [...files, vocabulary] };
  }
}

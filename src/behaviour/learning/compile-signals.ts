/**
 * Compiles the learner's state for one snapshot: a signals part for each market of which anything is known, a part of
 * learned phrases per view.
 */
import { ANY } from '../../catalog/view.js';
import { writeLearnedPhrases } from '../../index/learned-phrases.js';
import type { PartWriter } from '../../index/part.js';
import { type PriorFactors, writeSignals } from '../../index/signals.js';
import { Structure } from '../../index/structure.js';
import { partOf, type SharedSignals, type SharedSnapshot, type ViewManifest } from '../../snapshot/index.js';
import { analyzerFor } from '../../text/index.js';
import { compilePhrases } from './compile-phrases.js';
import { contentPopularity, type Numbering, numberingOf, popularityOf, relationsOf } from './compile-products.js';
import type { Decays, PhraseLearning } from './phrase-learning.js';
import type { ProductLearning } from './product-learning.js';

export function compile(
  snapshot: SharedSnapshot,
  products: ProductLearning,
  phrases: PhraseLearning,
  decays: Decays,
  nowMs: number,
  factors: PriorFactors,
): SharedSignals {
  const { id, manifest } = snapshot;
  const factor = decays.main.factor(nowMs);
  const signals: SharedSignals = { snapshotId: id, products: new Map(), phrases: new Map() };
  const numberings = new Map<string, Numbering>();
  /** Ordinals of products in a market that none are known of. */
  const unknown = new Int32Array(products.products.used).fill(-1);
  for (const { market, locale, parts: files } of manifest.views) {
    const slot = products.markets.find(0, market);
    const places = placesOf(market, locale, manifest.views, phrases);
    // Signals that say nothing would make threads compute anew what depends on signals.
    if (slot < 0 && places.length === 0) continue;
    let numbering = numberings.get(market);
    if (numbering === undefined && slot >= 0) {
      const structure = new Structure(partOf(snapshot, files.structure));
      numbering = numberingOf(slot, structure.products, structure.productCount, products);
      numberings.set(market, numbering);
      signals.products.set(market, productSignals(slot, numbering, products, factor, factors).share());
    }
    const analyzer = analyzerFor(locale);
    const normalize = (text: string) => analyzer.normalize(text);
    if (places.length === 0) continue;
    const scope = { places, ordinalOf: numbering?.ordinalOf ?? unknown, ...(locale === ANY && { normalize }) };
    const part = writeLearnedPhrases(compilePhrases(scope, phrases, decays, nowMs), normalize);
    signals.phrases.set(`${market}|${locale}`, part.share());
  }
  return signals;
}

/** @param market a slot */
function productSignals(
  market: number,
  numbering: Numbering,
  products: ProductLearning,
  factor: number,
  factors: PriorFactors,
): PartWriter {
  return writeSignals(
    {
      popularity: popularityOf(numbering, products, factor),
      bought: relationsOf('bought', market, numbering, products, factor),
      seen: relationsOf('seen', market, numbering, products, factor),
      liked: relationsOf('liked', market, numbering, products, factor),
    },
    contentPopularity(market, products, factor),
    factors,
  );
}

/** Slots of the places whose phrases a view gets: its own, or all of its market that lack a view of their own. */
function placesOf(
  market: string,
  locale: string,
  views: readonly ViewManifest[],
  { places }: PhraseLearning,
): number[] {
  if (locale !== ANY) {
    const own = places.find(0, `${market}|${locale}`);
    return own < 0 ? [] : [own];
  }
  const served = new Set(views.filter(view => view.market === market).map(view => view.locale));
  const found: number[] = [];
  for (let slot = 0; slot < places.used; slot++) {
    const [ofMarket, ofLocale] = places.name(slot).split('|');
    if (ofMarket === market && !served.has(ofLocale)) found.push(slot);
  }
  return found;
}

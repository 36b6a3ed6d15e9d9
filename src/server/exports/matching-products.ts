/** The products of a market that an export's rules select, found in the live snapshot. */
import { ANY } from '../../catalog/view.js';
import { Problem } from '../../errors/problem.js';
import type { Structure } from '../../index/structure.js';
import { type Bitmap, hasBit } from '../../kernel/bitmap.js';
import { passingProducts } from '../../query/filters/filter.js';
import { OfferContexts } from '../../query/filters/offer-context.js';
import { RulePlanner } from '../../query/filters/rule-planner.js';
import { type SharedSnapshot, Snapshot } from '../../snapshot/index.js';
import type { ProductGroupsOrder } from './export-messages.js';

/** Prices and stock of a request without price id, channels or stores. */
const ORDINARY = { channels: { online: true, store: true }, stores: [] };

export class ProductMatch {
  /** @param passing undefined: all products. @param structure undefined: the snapshot has no products of the market. */
  constructor(
    private readonly structure: Structure | undefined,
    private readonly passing: Bitmap | undefined,
  ) {}

  has(productKey: string): boolean {
    const product = this.structure?.products.find(productKey) ?? -1;
    return product >= 0 && this.passes(product);
  }

  /** The groups with a product that passes, in the order of keys. */
  groupKeys(): string[] {
    const keys: string[] = [];
    const { structure } = this;
    if (!structure) return keys;
    for (let group = 0; group < structure.groupCount; group++) {
      let product = structure.groupStart[group]!;
      const end = structure.groupStart[group + 1]!;
      while (product < end && !this.passes(product)) product++;
      if (product < end) keys.push(structure.groups.at(group));
    }
    return keys.sort();
  }

  private passes(product: number): boolean {
    return this.passing === undefined || hasBit(this.passing, product);
  }
}

/**
 * Without a locale, rules are read in the first one of the market: values are the same in all of them, labels may not
 * be.
 * @throws Problem UNAVAILABLE while no snapshot is live.
 */
export function matchingProducts({ market, locale, rules, snapshot: shared }: ProductGroupsOrder): ProductMatch {
  if (!shared) throw new Problem('no_products', 'rules cannot be evaluated yet: no snapshot is live');
  const wanted = viewLocale(shared, market, locale);
  if (wanted === undefined) return new ProductMatch(undefined, undefined);
  const snapshot = new Snapshot(shared);
  try {
    const view = snapshot.view(market, wanted);
    const offers = new OfferContexts(view).of(ORDINARY);
    const filter = new RulePlanner(view).expression(rules, offers, Date.now());
    return new ProductMatch(view.structure, passingProducts(filter, view.structure));
  } finally {
    snapshot.close();
  }
}

/** The locale of the view that serves a locale; undefined where the snapshot has none, as for a market without data. */
function viewLocale({ manifest }: SharedSnapshot, market: string, locale: string | undefined): string | undefined {
  const locales = manifest.views.filter(view => view.market === market).map(view => view.locale);
  if (locale === undefined) return locales[0];
  return [locale, ANY].find(one => locales.includes(one));
}

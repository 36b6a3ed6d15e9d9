/** The products of a market that an export's rules select, found in the live snapshot. */
import { ANY } from '../../catalog/view.js';
import { Problem } from '../../errors/problem.js';
import type { Structure } from '../../index/structure.js';
import { type Bitmap, hasBit } from '../../kernel/bitmap.js';
import { passingProducts } from '../../query/filters/filter.js';
import { OfferContexts } from '../../query/filters/offer-context.js';
import { RulePlanner } from '../../query/filters/rule-planner.js';
import { type SharedSnapshot, Snapshot } from '../../snapshot/index.js';
import type { ProductGroupsOrder, SelectedKeys } from './export-messages.js';

/** Prices and stock of a request without price id, channels or stores. */
const ORDINARY = { channels: { online: true, store: true }, stores: [] };

/**
 * Without a locale, rules are read in the first one of the market: values are the same in all of them, labels may not
 * be.
 * @throws Problem UNAVAILABLE while no snapshot is live.
 */
export function selectedProducts({ market, locale, rules, snapshot: shared }: ProductGroupsOrder): SelectedKeys {
  if (!shared) throw new Problem('no_products', 'rules cannot be evaluated yet: no snapshot is live');
  const wanted = viewLocale(shared, market, locale);
  if (wanted === undefined) return { groups: [], products: new Set() };
  const snapshot = new Snapshot(shared);
  try {
    const view = snapshot.view(market, wanted);
    const offers = new OfferContexts(view).of(ORDINARY);
    const filter = new RulePlanner(view).expression(rules, offers, Date.now());
    return keysOf(view.structure, passingProducts(filter, view.structure));
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

/** @param passing undefined: all products */
function keysOf({ groups, groupCount, groupStart, products }: Structure, passing: Bitmap | undefined): SelectedKeys {
  const selected: SelectedKeys = { groups: [], products: new Set() };
  for (let group = 0; group < groupCount; group++) {
    const before = selected.products.size;
    for (let product = groupStart[group]!; product < groupStart[group + 1]!; product++) {
      if (passing === undefined || hasBit(passing, product)) selected.products.add(products.at(product));
    }
    if (selected.products.size > before) selected.groups.push(groups.at(group));
  }
  selected.groups.sort();
  return selected;
}

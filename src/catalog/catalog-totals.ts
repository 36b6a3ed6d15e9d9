/** Totals over all records of the catalog, updated with every record that is added, replaced or removed. */
import { type CatalogCounts, countGroup } from './catalog-counts.js';
import { namesOfContent, namesOfGroup, namesOfTranslation, type ObservedViews } from './observed-views.js';
import type { PreparedGroup } from './prepared-group.js';
import type { Content, ProductGroup, Translation } from './records.js';

/** In each method, `before` is undefined for a record that is added, `after` for one that is removed. */
export class CatalogTotals {
  constructor(
    readonly counts: CatalogCounts,
    readonly views: ObservedViews,
  ) {}

  replaceGroup(before: ProductGroup | undefined, after: ProductGroup | undefined): void {
    if (before) {
      this.views.count(namesOfGroup(before), -1);
      countGroup(this.counts, before, -1);
    }
    if (after) {
      this.views.count(namesOfGroup(after), 1);
      countGroup(this.counts, after, 1);
    }
  }

  addGroup({ names, keys }: PreparedGroup): void {
    this.views.count(names, 1);
    this.counts.productGroups++;
    this.counts.products += keys.length;
    for (const { length } of keys) this.counts.variants += length - 1;
  }

  replaceContent(before: Content | undefined, after: Content | undefined): void {
    if (before) this.views.count(namesOfContent(before), -1);
    if (after) this.views.count(namesOfContent(after), 1);
    this.counts.content += (after ? 1 : 0) - (before ? 1 : 0);
  }

  replaceTranslation(before: Translation | undefined, after: Translation | undefined): void {
    if (before) this.views.count(namesOfTranslation(before), -1);
    if (after) this.views.count(namesOfTranslation(after), 1);
    this.counts.translations += (after ? 1 : 0) - (before ? 1 : 0);
  }
}

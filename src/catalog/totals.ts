/** What is known of a catalog as a whole, kept in step with every record that comes, changes or goes. */
import { type CatalogCounts, countGroup } from './counts.js';
import type { Content, ProductGroup, Translation } from './records.js';
import { contentNames, groupNames, translationNames, type ViewCensus } from './view-census.js';

/** In each method, undefined stands for no record. */
export class Totals {
  constructor(
    readonly counts: CatalogCounts,
    readonly census: ViewCensus,
  ) {}

  group(before: ProductGroup | undefined, after: ProductGroup | undefined): void {
    if (before) {
      this.census.count(groupNames(before), -1);
      countGroup(this.counts, before, -1);
    }
    if (after) {
      this.census.count(groupNames(after), 1);
      countGroup(this.counts, after, 1);
    }
  }

  content(before: Content | undefined, after: Content | undefined): void {
    if (before) this.census.count(contentNames(before), -1);
    if (after) this.census.count(contentNames(after), 1);
    this.counts.content += (after ? 1 : 0) - (before ? 1 : 0);
  }

  translation(before: Translation | undefined, after: Translation | undefined): void {
    if (before) this.census.count(translationNames(before), -1);
    if (after) this.census.count(translationNames(after), 1);
    this.counts.translations += (after ? 1 : 0) - (before ? 1 : 0);
  }
}

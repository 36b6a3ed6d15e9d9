/** Some of a snapshot's views, built side by side by one thread. */

import type { ProductGroup, Translation } from '../../catalog/records.js';
import { TranslatedLabels } from '../../catalog/translated-labels.js';
import type { IndexSettings } from '../../index/index-settings.js';
import type { PartFile } from '../../index/part.js';
import type { ViewManifest } from '../../snapshot/index.js';
import { MarketBuilder } from '../views/market-builder.js';
import { ViewBuilder } from '../views/view-builder.js';

/** Plain data: can be posted to another thread. */
export interface ShardPlan {
  /** Folder of the parts. */
  dir: string;
  views: PlannedViews[];
  translations: Translation[];
  settings: IndexSettings;
}

/** Views of one locale, built as one. */
export interface PlannedViews {
  locale: string;
  /** `name` tells the file that is being written from those of other views. */
  markets: { market: string; name: string }[];
}

/** A view with the files that were written for it. */
export interface BuiltView {
  view: ViewManifest;
  files: PartFile[];
}

export class BuildShard {
  private readonly markets: MarketBuilder[] = [];
  private readonly builders: ViewBuilder[] = [];

  constructor(private readonly plan: ShardPlan) {
    const { dir, translations, settings } = plan;
    for (const { locale, markets } of plan.views) {
      const made = markets.map(({ market, name }) => new MarketBuilder(market, dir, name));
      this.markets.push(...made);
      this.builders.push(new ViewBuilder(made, locale, new TranslatedLabels(translations, locale), settings));
    }
  }

  addGroup(key: string, group: ProductGroup): void {
    for (const builder of this.builders) builder.addGroup(key, group);
  }

  /** Writes everything. @param wrote is called after each part */
  finish(wrote: () => void = () => undefined): BuiltView[] {
    return this.builders.flatMap(builder => builder.finish(this.plan.dir, wrote));
  }

  /** Gives up: removes what was begun. */
  abort(): void {
    for (const market of this.markets) market.abort();
  }
}

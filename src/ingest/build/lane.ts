/** Some of a snapshot's views, built side by side by one thread. */
import { Labels } from '../../catalog/labels.js';
import type { ProductGroup, Translation } from '../../catalog/records.js';
import { CardFilesWriter } from '../../index/card-files.js';
import type { PartFile } from '../../index/part.js';
import type { IndexSettings } from '../../index/settings.js';
import type { ViewManifest } from '../../snapshot/index.js';
import { ViewBuilder } from './view-builder.js';

/** Plain data: can be posted to another thread. */
export interface LanePlan {
  /** Folder of the parts. */
  dir: string;
  /** `name` tells the file that is being written from those of other views. */
  views: { name: string; market: string; locale: string }[];
  translations: Translation[];
  settings: IndexSettings;
}

/** A view with the files that were written for it. */
export interface BuiltView {
  view: ViewManifest;
  files: PartFile[];
}

export class Lane {
  private readonly cardFiles: CardFilesWriter[] = [];
  private readonly builders: ViewBuilder[] = [];

  constructor(private readonly plan: LanePlan) {
    for (const { name, market, locale } of plan.views) {
      const cards = new CardFilesWriter(plan.dir, name);
      this.cardFiles.push(cards);
      this.builders.push(new ViewBuilder(market, locale, new Labels(plan.translations, locale), plan.settings, cards));
    }
  }

  addGroup(key: string, group: ProductGroup): void {
    for (const builder of this.builders) builder.addGroup(key, group);
  }

  /** Writes everything; in the order of the plan's views. */
  finish(): BuiltView[] {
    return this.builders.map(builder => builder.finish(this.plan.dir));
  }

  /** Gives up: removes what was begun. */
  abort(): void {
    for (const cards of this.cardFiles) cards.abort();
  }
}

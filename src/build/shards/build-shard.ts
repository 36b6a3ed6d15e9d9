/** Builds a subset of a snapshot's views concurrently in one thread: every group is read once for all of them. */

import path from 'node:path';
import { groupJson } from '../../catalog/group-codec.js';
import type { Translation } from '../../catalog/records.js';
import { TranslatedLabels } from '../../catalog/translated-labels.js';
import type { IndexSettings } from '../../index/index-settings.js';
import { type PartFile, readPart } from '../../index/part.js';
import { BaseVocabulary } from '../../index/vocabulary.js';
import { JsonTape } from '../../kernel/json-tape.js';
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

/** Markets of one locale whose views are equal but for offers, built together. */
export interface PlannedViews {
  locale: string;
  /** File of the base's part `vocabulary`, where these views are an overlay. */
  vocabulary?: string;
  /** `name` is unique among the views that are being built, for temporary file names. */
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
  private readonly tape = new JsonTape();

  constructor(private readonly plan: ShardPlan) {
    const { dir, translations, settings } = plan;
    for (const { locale, vocabulary, markets } of plan.views) {
      const made = markets.map(({ market, name }) => new MarketBuilder(market, dir, name));
      const base = vocabulary === undefined ? undefined : new BaseVocabulary(readPart(path.join(dir, vocabulary)));
      this.markets.push(...made);
      this.builders.push(new ViewBuilder(made, locale, new TranslatedLabels(translations, locale), settings, base));
    }
  }

  /** @param stored the group as the catalog store has it */
  addGroup(key: string, stored: Buffer): void {
    this.tape.read(groupJson(stored));
    for (const builder of this.builders) builder.addGroup(key, this.tape);
  }

  /** Writes the parts of all views. @param wrote called after each part */
  finish(wrote: () => void = () => undefined): BuiltView[] {
    return this.builders.flatMap(builder => builder.finish(this.plan.dir, wrote));
  }

  /** Ends the build without a result, and removes incomplete card files. */
  abort(): void {
    for (const market of this.markets) market.abort();
  }
}

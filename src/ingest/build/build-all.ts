/** Builds every part of every view from the catalog store. */
import { Labels } from '../../catalog/labels.js';
import { ANY } from '../../catalog/view.js';
import { CardFileWriter } from '../../index/cards.js';
import type { PartFile } from '../../index/part.js';
import type { ViewManifest } from '../../snapshot/index.js';
import { partsDir } from '../../snapshot/manifest.js';
import type { BuildInput, Built } from './input.js';
import { orderGroups } from './order.js';
import { ViewBuilder } from './view-builder.js';

/** Groups between two reports of progress. */
const REPORT_EVERY = 500;

export function buildAll({ store, dataDir, settings, progress }: BuildInput): Built {
  const dir = partsDir(dataDir);
  const translations = [...store.translations()].map(({ translation }) => translation);
  const cardFiles: CardFileWriter[] = [];
  const builders: ViewBuilder[] = [];
  try {
    for (const [market, locales] of store.markets()) {
      for (const locale of store.isOpen(market) ? [...locales, ANY] : locales) {
        const cards = new CardFileWriter(dir, `${process.pid}-${cardFiles.length}`);
        cardFiles.push(cards);
        builders.push(new ViewBuilder(market, locale, new Labels(translations, locale), settings, cards));
      }
    }
    const keys = orderGroups(store.groups());
    const { productGroups, products, variants, content } = store.counts;
    keys.forEach((key, i) => {
      const group = store.getGroup(key)!;
      for (const builder of builders) builder.addGroup(key, group);
      if (i % REPORT_EVERY === 0) progress('build', i, keys.length);
    });
    const views: ViewManifest[] = [];
    const files: PartFile[] = [];
    builders.forEach((builder, i) => {
      const cardFile = cardFiles[i].finish();
      const built = builder.finish(dir, cardFile.file);
      views.push(built.view);
      files.push(cardFile, ...built.files);
    });
    progress('build', keys.length, keys.length);
    return { views, files, counts: { productGroups, products, variants, content } };
  } catch (error) {
    for (const cards of cardFiles) cards.abort();
    throw error;
  }
}

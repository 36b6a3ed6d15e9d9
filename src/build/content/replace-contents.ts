/** Builds the content of all views from the catalog store. */

import { type ResolvedContent, resolveContent } from '../../catalog/resolve.js';
import { TranslatedLabels } from '../../catalog/translated-labels.js';
import type { PartFile } from '../../index/part.js';
import { filesOf, partsDir, type ViewManifest } from '../../snapshot/manifest.js';
import type { BuildInput, BuildResult } from '../input/build-input.js';
import { buildContent } from './content-builder.js';

/** @returns the result of a build with the content of its views replaced by that of the store */
export function replaceContents({ store, dataDir }: BuildInput, built: BuildResult): BuildResult {
  const dir = partsDir(dataDir);
  const contents = [...store.contents()];
  const translations = [...store.translations()].map(({ translation }) => translation);
  const files: PartFile[] = [...built.files];
  const views = built.views.map(({ content: _, ...view }): ViewManifest => {
    const items: ResolvedContent[] = [];
    for (const { key, content } of contents) {
      const item = resolveContent(key, content, view.market, view.locale);
      if (item) items.push(item);
    }
    if (items.length === 0) return view;
    const { content, files: written } = buildContent(
      items,
      view.locale,
      new TranslatedLabels(translations, view.locale),
      dir,
    );
    files.push(...written);
    return { ...view, content };
  });
  const named = new Set([...views.flatMap(filesOf), ...(built.changed ?? [])]);
  return {
    ...built,
    views,
    files: files.filter(({ file }) => named.has(file)),
    counts: { ...built.counts, content: store.counts.content },
  };
}

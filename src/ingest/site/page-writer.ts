/** Writes the pages of a market to the store. */
import type { Documents } from '../../catalog/documents.js';
import { MAX_PAGES, type Page, type PageLayer, pageKey } from '../../catalog/site/page-document.js';
import type { PageLayers } from '../../catalog/site/page-layers.js';
import type { Fault } from '../../errors/problem.js';

/** Writes the differences between two states. @returns whether there were any */
export function writeLayers(documents: Documents, market: string, before: PageLayers, after: PageLayers): boolean {
  const published = writeLayer(documents, market, 'page', before.published, after.published);
  return writeLayer(documents, market, 'preview', before.previews, after.previews) || published;
}

function writeLayer(
  documents: Documents,
  market: string,
  layer: PageLayer,
  before: ReadonlyMap<string, Page>,
  after: ReadonlyMap<string, Page>,
): boolean {
  let changed = false;
  for (const id of before.keys()) {
    if (!after.has(id)) changed = documents.remove(pageKey(layer, market, id)) || changed;
  }
  for (const [id, page] of after) {
    if (before.get(id) !== page) changed = documents.put(pageKey(layer, market, id), page) || changed;
  }
  return changed;
}

/** The fault of a market with more pages than MAX_PAGES, previews included. */
export function numberFault({ published, previews }: PageLayers): Fault | undefined {
  const number = new Set([...published.keys(), ...previews.keys()]).size;
  if (number <= MAX_PAGES) return undefined;
  const message = `the market would have ${number} pages, expected at most ${MAX_PAGES}`;
  return { path: '/addOrUpdate', message };
}

/** The pages of a market in both of their states, and what a shop looks like once its previews are published. */
import type { Documents } from '../documents.js';
import { type Page, type PageLayer, type PagePreview, pagePrefix } from './pages.js';

/** By id, each in the order of ids. */
export interface PageLayers {
  published: Map<string, Page>;
  previews: Map<string, PagePreview>;
}

export function pageLayers(documents: Documents, market: string): PageLayers {
  return { published: layer(documents, 'page', market), previews: layer(documents, 'preview', market) };
}

/** Published pages, with previews in the place of what they are to replace. */
export function previewedPages({ published, previews }: PageLayers): Map<string, PagePreview> {
  const pages = new Map<string, PagePreview>(published);
  for (const { formerId } of previews.values()) if (formerId !== undefined) pages.delete(formerId);
  for (const [id, page] of previews) pages.set(id, page);
  return pages;
}

/** The page as it was imported. */
export function withoutFormerId({ formerId: _, ...page }: PagePreview): Page {
  return page;
}

function layer<T extends Page>(documents: Documents, name: PageLayer, market: string): Map<string, T> {
  return new Map(Array.from(documents.entries<T>(pagePrefix(name, market)), ({ record }) => [record.id, record]));
}

/** Reads the two layers of a market's pages, published and previews, and merges them. */
import type { Documents } from '../documents.js';
import { type Page, type PageLayer, type PagePreview, pagePrefix } from './page-document.js';

/** Pages of a market by id, in the order of ids. */
export interface PageLayers {
  published: Map<string, Page>;
  previews: Map<string, PagePreview>;
}

export function pageLayers(documents: Documents, market: string): PageLayers {
  return { published: layer(documents, 'page', market), previews: layer(documents, 'preview', market) };
}

/** The pages as they would be if all previews were published now. */
export function pagesAfterPublication({ published, previews }: PageLayers): Map<string, PagePreview> {
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

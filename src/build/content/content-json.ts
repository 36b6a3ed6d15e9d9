/** Encodes the JSON of a content item as responses show it, in the pieces that index/content-items.ts stores. */

import type { ResolvedContent, ResolvedImage } from '../../catalog/resolve.js';
import type { TranslatedLabels } from '../../catalog/translated-labels.js';
import type { EncodedItem } from '../../index/content-items.js';
import { escapeTicketKey } from '../../index/ticket-key.js';
import { shownSources } from '../cards/image-sources.js';

export function encodeContent({ key, type, data, image }: ResolvedContent, labels: TranslatedLabels): EncodedItem {
  const { title = '', url: link = '', description, releaseDate } = data;
  const custom = Object.entries(data.customLabels ?? {}).map(([name, values]) => [
    name,
    values.map(id => ({ id, label: labels.label(`custom.${name}`, id) })),
  ]);
  const head = JSON.stringify({ key, type, title, link });
  const further = JSON.stringify({ description, releaseDate, custom: Object.fromEntries(custom) });
  const shown = image && image.urls.length > 0 ? image : undefined;
  return {
    head: `${head.slice(0, -1)},"ticket":"`,
    body: `.c.${escapeTicketKey(key)}",${further.slice(1, -1)}${shown ? `,"image":${openImage(shown, title)}` : ''}`,
    caption: shown?.caption === undefined ? '' : `,"caption":${JSON.stringify(shown.caption)}`,
    tail: shown ? '}}' : '}',
    title,
    link,
  };
}

/** JSON of an image, described by the item's title where it is not by itself, without the closing brace. */
function openImage({ urls, alt, custom }: ResolvedImage, title: string): string {
  const sources = shownSources(urls).map(({ url, width, height }) => ({ url, width, height }));
  return JSON.stringify({ sources, alt: alt ?? title, custom }).slice(0, -1);
}

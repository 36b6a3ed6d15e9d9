/** What the texts of one field say: colours, pictures, and paths of categories and pages. */
import type { MappedTexts } from '../mapping/compiled-mapping.js';
import type { FeedImage } from './feed-item.js';
import { plainText } from './plain-text.js';

export function colorNamesOf(texts: MappedTexts): string[] {
  return distinct(
    (texts.get('color') ?? [])
      .flatMap(text => text.split('/'))
      .map(plainText)
      .filter(text => text !== ''),
  );
}

export function imagesOf(texts: MappedTexts): FeedImage[] {
  const images = new Map<string, FeedImage>();
  for (const url of urlsOf(texts.get('images'))) images.set(url, { url });
  for (const url of urlsOf(texts.get('modelImages'))) images.set(url, { url, type: 'model' });
  return [...images.values()];
}

/** Tables have several URLs in one field; a comma inside of a URL is not followed by the beginning of one. */
function urlsOf(texts: readonly string[] = []): string[] {
  return texts.flatMap(text => text.split(/[,|;]\s*(?=https?:\/\/|\/)/)).map(text => text.trim());
}

/** Paths of levels as the catalog writes them; those with empty levels lose them. */
export function hierarchies(texts: readonly string[]): string[] {
  const levels = (text: string): string[] =>
    plainText(text)
      .split('>')
      .map(level => level.trim());
  return distinct(
    texts.map(text =>
      levels(text)
        .filter(level => level !== '')
        .join(' > '),
    ),
  ).filter(text => text !== '');
}

/** The path of a page from the root of the shop. */
export function pathOf(link: string): string | undefined {
  if (link.startsWith('/') && !link.startsWith('//')) return link;
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  return /^https?:$/.test(url.protocol) ? url.pathname + url.search + url.hash : undefined;
}

export function distinct(texts: readonly string[]): string[] {
  return texts.length < 2 ? [...texts] : [...new Set(texts)];
}

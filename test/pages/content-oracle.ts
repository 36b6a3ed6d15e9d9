/**
 * Content lists worked out the slow way: every item of a view is looked at on its own. Shares with the engine the
 * merging of overrides and the analysis of words, which have tests of their own.
 */

import type { Content } from '../../src/catalog/records.js';
import { type ResolvedContent, resolveContent } from '../../src/catalog/resolve.js';
import { TranslatedLabels } from '../../src/catalog/translated-labels.js';
import type { ContentListRequest } from '../../src/pages/shared/requests.js';
import { type Analyzer, analyzerFor } from '../../src/text/index.js';
import type { Catalog } from './shop.js';

export interface ItemJson {
  key: string;
  type: string;
  title: string;
  link: string;
  ticket: string;
  description?: string;
  releaseDate?: string;
  image?: { alt?: string; caption?: string; custom?: Record<string, string>; sources: object[] };
  custom: Record<string, { id: string; label: string }[]>;
}

const fold = (text: string) => text.trim().toLowerCase();
const order = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

export class ContentOracle {
  /** Newest first, then those without a date; ties by key. */
  readonly items: ResolvedContent[];
  private readonly labels: TranslatedLabels;
  private readonly analyzer: Analyzer;

  constructor(catalog: Catalog, market: string, locale: string) {
    this.labels = new TranslatedLabels(catalog.translations, locale);
    this.analyzer = analyzerFor(locale);
    const all = Object.entries(catalog.contents ?? {});
    const own = all.flatMap(([key, content]: [string, Content]) => {
      const item = resolveContent(key, content, market, locale);
      return item ? [item] : [];
    });
    const time = ({ data }: ResolvedContent) =>
      data.releaseDate === undefined ? Number.NEGATIVE_INFINITY : Date.parse(data.releaseDate);
    this.items = own.sort((a, b) => (time(a) === time(b) ? order(a.key, b.key) : time(a) > time(b) ? -1 : 1));
  }

  /** Items that a filter lets through and that have every word of a text, newest first. */
  matching(filter: ContentListRequest['contentFilter'], q: string): ResolvedContent[] {
    return this.items.filter(item => this.passes(item, filter) && this.has(item, q));
  }

  /** The item without its ticket. */
  json({ key, type, data, image }: ResolvedContent, caption = false): Omit<ItemJson, 'ticket'> {
    const { title = '', url = '', description, releaseDate, customLabels = {} } = data;
    const custom = Object.entries(customLabels).map(([name, ids]) => [name, ids.map(id => this.named(name, id))]);
    const urls = image?.urls ?? [];
    const wide = urls.filter(({ width = 1000 }) => width > 100);
    return {
      key,
      type,
      title,
      link: url,
      ...(description !== undefined && { description }),
      ...(releaseDate !== undefined && { releaseDate }),
      ...(image &&
        urls.length > 0 && {
          image: {
            alt: image.alt ?? title,
            ...(image.custom && { custom: image.custom }),
            ...(caption && image.caption !== undefined && { caption: image.caption }),
            sources: wide.length > 0 ? wide : [urls[0]!],
          },
        }),
      custom: Object.fromEntries(custom),
    };
  }

  private named(name: string, id: string) {
    return { id, label: this.labels.label(`custom.${name}`, id) };
  }

  private passes(item: ResolvedContent, filter: ContentListRequest['contentFilter']): boolean {
    return Object.entries(filter).every(([name, wanted]) => {
      if (name === 'content_key') return wanted.includes(item.key);
      const ids = name === 'type' ? [item.type] : (item.data.customLabels?.[name.slice('custom.'.length)] ?? []);
      const names = ids.flatMap(id => [id, this.labels.label(name, id)]).map(fold);
      return wanted.some(value => names.includes(fold(value)));
    });
  }

  private has({ data }: ResolvedContent, q: string): boolean {
    const custom = Object.entries(data.customLabels ?? {}).flatMap(([name, ids]) =>
      ids.flatMap(id => [id, this.named(name, id).label]),
    );
    const texts = [data.title ?? '', data.description ?? '', ...custom];
    const stems = new Set(texts.flatMap(text => this.stems(text)));
    return this.stems(q).every(stem => stems.has(stem));
  }

  private stems(text: string): string[] {
    return this.analyzer.tokenize(text).map(({ text }) => this.analyzer.stem(text));
  }
}

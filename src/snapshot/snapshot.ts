/**
 * A loaded snapshot in one thread: views over the shared memory, opened on first use, and the open card files. Only the
 * small tables of names are copied.
 */
import fs from 'node:fs';
import path from 'node:path';
import { ANY } from '../catalog/view.js';
import { badRequest, type Problem } from '../errors/problem.js';
import { Attributes } from '../index/attributes.js';
import { CardFile } from '../index/card-file.js';
import { CardIndex } from '../index/cards.js';
import { ContentItems } from '../index/content-items.js';
import { Descriptions } from '../index/descriptions.js';
import { LearnedPhrases } from '../index/learned-phrases.js';
import { NumberColumns } from '../index/numbers.js';
import { Offers } from '../index/offers.js';
import { Part } from '../index/part.js';
import { ProductVectors } from '../index/product-vectors.js';
import { type PriorFactors, Signals } from '../index/signals.js';
import { Site } from '../index/site.js';
import { Structure } from '../index/structure.js';
import { SuggestedPhrases } from '../index/suggested-phrases.js';
import { TextIndex } from '../index/text-index.js';
import { ValueLabels } from '../index/value-labels.js';
import { WordVectors } from '../index/word-vectors.js';
import { type Analyzer, analyzerFor } from '../text/index.js';
import { type ContentManifest, type ContentPart, partsDir, type ViewManifest, type ViewPart } from './manifest.js';
import { OpenedParts, type PartsKey } from './opened-parts.js';
import type { SharedSignals } from './shared-signals.js';
import type { SharedSnapshot } from './shared-snapshot.js';
import { partOf } from './unread-parts.js';

/** A full-text index: of the products of a view, or of its content items, which have the role of products. */
export interface Searchable {
  /** Of all its parts but offers and cards: what is computed from these alone is remembered by it. */
  key: PartsKey;
  analyzer: Analyzer;
  structure: Structure;
  numbers?: NumberColumns;
  attributes: Attributes;
  labels: ValueLabels;
  text: TextIndex;
  /** Content has none. */
  descriptions?: Descriptions;
  /** Absent for content, and where a view has no word vectors. */
  meaning?: Meaning;
  /** Vectors that the shop brings; absent for content. */
  embeddings?: ProductVectors;
  /** Learned from behaviour; replaced as a whole with each compilation. */
  signals: { readonly popularity: Float32Array; readonly factors?: PriorFactors };
  /** Absent: no searches have been recorded yet. */
  learned?: LearnedPhrases;
}

/** What texts are compared with products by. */
export interface Meaning {
  words: WordVectors;
  products: ProductVectors;
}

/** The index of one market in one locale. */
export interface View extends Searchable {
  market: string;
  locale: string;
  offers: Offers;
  numbers: NumberColumns;
  phrases: SuggestedPhrases;
  cards: CardIndex;
  /** Open card files, in the order of `cards.files`. */
  cardFiles: CardFile[];
  signals: Signals;
  /** Absent: the view has no content. */
  content?: ContentIndex;
}

/** The content items of a view. Ordinals are in the order of dates, newest first; items without a date come last. */
export interface ContentIndex extends Searchable {
  items: ContentItems;
}

/** What texts are understood, matched, corrected and completed with. */
const KEY_PARTS = [
  'structure',
  'numbers',
  'attributes',
  'labels',
  'text',
  'descriptions',
  'phrases',
  'vectors',
] as const satisfies ViewPart[];
const CONTENT_KEY_PARTS = ['structure', 'attributes', 'labels', 'text'] as const satisfies ContentPart[];

/** What the key of a view stands for. */
function keyNames({ market, locale, parts }: ViewManifest): string[] {
  return [market, locale, ...KEY_PARTS.map(kind => parts[kind])];
}

/** Equal for snapshots whose views have the same keys. */
export function keysOf({ manifest }: SharedSnapshot): string {
  return JSON.stringify(manifest.views.map(keyNames));
}

/** Pages, navigation and other documents of a snapshot, by itself. */
export function siteOf(shared: SharedSnapshot): Site {
  return openSite(partOf(shared, shared.manifest.site));
}

const openSite = (part: Part) => new Site(part);

export class Snapshot {
  readonly id: string;
  /** Part `site`: pages, navigation and other documents. */
  readonly site: Site;
  private readonly views = new Map<string, View>();
  private readonly cardFiles = new Map<string, CardFile>();
  private readonly parts: OpenedParts;
  private sharedSignals: SharedSignals | undefined;

  /** Opens the card files at once: they may be unlinked while this snapshot is still in use. */
  constructor(private readonly shared: SharedSnapshot) {
    this.id = shared.id;
    this.parts = new OpenedParts(file => partOf(shared, file));
    // The same object where only other parts differ: what is derived from the documents is known by it.
    this.site = this.parts.get(shared.manifest.site, openSite);
    for (const { cardFiles } of shared.manifest.views) {
      for (const file of cardFiles) {
        if (!this.cardFiles.has(file)) {
          const fd = fs.openSync(path.join(partsDir(shared.dataDir), file), 'r');
          this.cardFiles.set(file, new CardFile(file, fd));
        }
      }
    }
  }

  get productCount(): number {
    return this.shared.manifest.counts.products;
  }

  /**
   * The view of a market in a locale; where a market's catalog names no locale, one view serves every locale.
   * @throws Problem BAD_REQUEST that lists the available markets or locales.
   */
  view(market: string, locale: string): View {
    return this.opened(market, locale) ?? this.opened(market, ANY) ?? this.unknown(market, locale);
  }

  private opened(market: string, locale: string): View | undefined {
    const key = `${market}|${locale}`;
    const known = this.views.get(key);
    if (known) return known;
    const manifest = this.shared.manifest.views.find(view => view.market === market && view.locale === locale);
    if (!manifest) return undefined;
    const view = this.open(manifest);
    this.learnView(view);
    this.views.set(key, view);
    return view;
  }

  private unknown(market: string, locale: string): never {
    const { views } = this.shared.manifest;
    const locales = views.filter(view => view.market === market).map(view => view.locale);
    if (locales.length > 0) throw unknown('locale', locale, locales);
    throw unknown('market', market, [...new Set(views.map(view => view.market))]);
  }

  /** Replaces the signals and learned phrases of all views. */
  learn(signals: SharedSignals): void {
    this.sharedSignals = signals;
    for (const view of this.views.values()) this.learnView(view);
  }

  private learnView(view: View): void {
    const products = this.sharedSignals?.products.get(view.market);
    const phrases = this.sharedSignals?.phrases.get(`${view.market}|${view.locale}`);
    if (products) view.signals = Signals.open(new Part(products));
    else if (!view.signals.isNone) view.signals = Signals.none(view.structure.productCount);
    if (view.content) view.content.signals = contentSignals(view.content.structure, view.signals);
    view.learned = phrases && new LearnedPhrases(new Part(phrases));
  }

  /** Closes the card files; the views must not be used after that. */
  close(): void {
    this.parts.close();
    for (const { fd } of this.cardFiles.values()) fs.closeSync(fd);
    this.cardFiles.clear();
  }

  private open(manifest: ViewManifest): View {
    const opened = <T extends object>(kind: ViewPart, open: (part: Part) => T) =>
      this.parts.get(manifest.parts[kind], open);
    const cards = opened('cards', part => new CardIndex(part));
    const structure = opened('structure', part => new Structure(part));
    const signals = Signals.none(structure.productCount);
    const attributes = opened('attributes', part => new Attributes(part));
    return {
      key: this.parts.key(...keyNames(manifest)),
      market: manifest.market,
      locale: manifest.locale,
      analyzer: analyzerFor(manifest.locale),
      structure,
      offers: opened('offers', part => new Offers(part)),
      numbers: opened('numbers', part => new NumberColumns(part)),
      attributes,
      labels: this.openLabels(manifest.parts, attributes),
      text: opened('text', part => new TextIndex(part)),
      descriptions: opened('descriptions', part => new Descriptions(part)),
      phrases: opened('phrases', part => new SuggestedPhrases(part)),
      cards,
      cardFiles: cards.files.map(file => this.cardFiles.get(file)!),
      signals,
      ...this.openMeaning(manifest),
      ...(manifest.content && { content: this.openContent(manifest.content, manifest, signals) }),
    };
  }

  private openLabels(parts: Record<'labels' | 'attributes', string>, attributes: Attributes): ValueLabels {
    return this.parts.getWith(parts.labels, parts.attributes, part => new ValueLabels(part, attributes));
  }

  private openMeaning({ wordVectors, parts }: ViewManifest): Pick<View, 'meaning' | 'embeddings'> {
    const embeddings = this.parts.get(parts.vectors, part => new ProductVectors(part));
    if (wordVectors === undefined) return { embeddings };
    const words = this.parts.get(wordVectors, part => new WordVectors(part));
    return { meaning: { words, products: embeddings }, embeddings };
  }

  private openContent({ parts }: ContentManifest, { market, locale }: ViewManifest, signals: Signals): ContentIndex {
    const opened = <T extends object>(kind: ContentPart, open: (part: Part) => T) => this.parts.get(parts[kind], open);
    const structure = opened('structure', part => new Structure(part));
    const attributes = opened('attributes', part => new Attributes(part));
    return {
      key: this.parts.key(market, locale, ...CONTENT_KEY_PARTS.map(kind => parts[kind])),
      analyzer: analyzerFor(locale),
      structure,
      attributes,
      labels: this.openLabels(parts, attributes),
      text: opened('text', part => new TextIndex(part)),
      items: opened('items', part => new ContentItems(part)),
      signals: contentSignals(structure, signals),
    };
  }
}

function contentSignals({ products, productCount }: Structure, signals: Signals): ContentIndex['signals'] {
  return {
    popularity: Float32Array.from({ length: productCount }, (_, item) => signals.contentPopularity(products.at(item))),
  };
}

function unknown(name: string, value: string, known: string[]): Problem {
  const message = `${JSON.stringify(value)} is not in the catalog; known: ${known.join(', ')}`;
  return badRequest(name, message, name === 'market' ? 'market_unknown' : 'locale_unknown');
}

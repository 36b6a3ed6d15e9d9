/**
 * A loaded snapshot as one thread sees it: views over the shared memory, made when first asked for, and the open card
 * files. Nothing is copied but the small tables of names.
 */
import fs from 'node:fs';
import path from 'node:path';
import { ANY } from '../catalog/view.js';
import { Attributes } from '../index/attributes.js';
import { CardIndex } from '../index/cards.js';
import { Labels } from '../index/labels.js';
import { NumberColumns } from '../index/numbers.js';
import { Offers } from '../index/offers.js';
import { Part } from '../index/part.js';
import { Phrases } from '../index/phrases.js';
import { Site } from '../index/site.js';
import { Structure } from '../index/structure.js';
import { TextIndex } from '../index/text-index.js';
import { Problem } from '../kernel/problem.js';
import { type Analyzer, analyzerFor } from '../text/index.js';
import type { SharedSnapshot } from './load.js';
import { partsDir, type ViewManifest, type ViewPart } from './manifest.js';

/** The index of one market in one locale. */
export interface View {
  market: string;
  locale: string;
  analyzer: Analyzer;
  structure: Structure;
  offers: Offers;
  numbers: NumberColumns;
  attributes: Attributes;
  labels: Labels;
  text: TextIndex;
  phrases: Phrases;
  cards: CardIndex;
  /** Open card files, in the order of `cards.files`. */
  cardFiles: number[];
}

export class Snapshot {
  readonly id: string;
  /** Pages, navigation and the like. */
  readonly site: Site;
  private readonly views = new Map<string, View>();
  private readonly descriptors = new Map<string, number>();

  /** Opens the card files at once: they may be unlinked while this snapshot is still in use. */
  constructor(private readonly shared: SharedSnapshot) {
    this.id = shared.id;
    this.site = new Site(new Part(shared.parts.get(shared.manifest.site)!));
    for (const { cardFiles } of shared.manifest.views) {
      for (const file of cardFiles) {
        if (!this.descriptors.has(file)) {
          this.descriptors.set(file, fs.openSync(path.join(partsDir(shared.dataDir), file), 'r'));
        }
      }
    }
  }

  get productCount(): number {
    return this.shared.manifest.counts.products;
  }

  /**
   * The view of a market in a locale; where a market's catalog names no locale, one view serves every locale.
   * @throws Problem BAD_REQUEST that names the markets or locales there are.
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
    this.views.set(key, view);
    return view;
  }

  private unknown(market: string, locale: string): never {
    const { views } = this.shared.manifest;
    const locales = views.filter(view => view.market === market).map(view => view.locale);
    if (locales.length > 0) throw unknown('locale', locale, locales);
    throw unknown('market', market, [...new Set(views.map(view => view.market))]);
  }

  /** Closes the card files; the views must not be used any more. */
  close(): void {
    for (const fd of this.descriptors.values()) fs.closeSync(fd);
    this.descriptors.clear();
  }

  private open(manifest: ViewManifest): View {
    const part = (kind: ViewPart) => new Part(this.shared.parts.get(manifest.parts[kind])!);
    const cards = new CardIndex(part('cards'));
    return {
      market: manifest.market,
      locale: manifest.locale,
      analyzer: analyzerFor(manifest.locale),
      structure: new Structure(part('structure')),
      offers: new Offers(part('offers')),
      numbers: new NumberColumns(part('numbers')),
      attributes: new Attributes(part('attributes')),
      labels: new Labels(part('labels')),
      text: new TextIndex(part('text')),
      phrases: new Phrases(part('phrases')),
      cards,
      cardFiles: cards.files.map(file => this.descriptors.get(file)!),
    };
  }
}

function unknown(name: string, value: string, known: string[]): Problem {
  const message = `${JSON.stringify(value)} is not in the catalog; known: ${known.join(', ')}`;
  return new Problem('BAD_REQUEST', `${name}: ${message}`, [{ path: name, message }]);
}

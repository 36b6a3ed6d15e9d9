/** Builds a subset of a snapshot's views concurrently in one thread: every group is read once for all of them. */

import path from 'node:path';
import { groupJson } from '../../catalog/group-codec.js';
import type { Translation } from '../../catalog/records.js';
import { TranslatedLabels } from '../../catalog/translated-labels.js';
import type { IndexSettings } from '../../index/index-settings.js';
import { withOpenedPart } from '../../index/opened-part.js';
import { readPart } from '../../index/part.js';
import { type EmbeddingColumn, writeProductVectors } from '../../index/product-vectors.js';
import type { SearchedText } from '../../index/searched-texts.js';
import { closeSpills } from '../../index/spilled-bytes.js';
import { TextIndex } from '../../index/text-index.js';
import { BaseVocabulary } from '../../index/vocabulary.js';
import { WordVectors } from '../../index/word-vectors.js';
import { Assembly } from '../../kernel/assembly.js';
import { JsonTape } from '../../kernel/json-tape.js';
import { analyzerFor } from '../../text/index.js';
import type { PrecedenceCount } from '../../threads/precedence.js';
import { CardEncoder } from '../cards/card-encoder.js';
import { CardsBuilder } from '../cards/cards-builder.js';
import { ChosenProducts } from '../vectors/chosen-products.js';
import { EarlierVectors } from '../vectors/earlier-vectors.js';
import { vectorsOfBase, vectorsOfOverlay } from '../vectors/view-vectors.js';
import { type BuiltView, MarketBuilder } from '../views/market-builder.js';
import { type CommonParts, ViewBuilder } from '../views/view-builder.js';

/** Plain data: can be posted to another thread. */
export interface ShardPlan {
  /** Folder of the parts. */
  dir: string;
  views: PlannedViews[];
  translations: Translation[];
  settings: IndexSettings;
  /** Folder of the parts of earlier snapshots, which may have vectors of the same texts; default: that of the parts. */
  earlier?: string;
  /** Imports for which the thread that builds it waits. */
  imports?: PrecedenceCount;
}

/** Markets of one locale whose views are equal but for offers, built together. */
export interface PlannedViews {
  locale: string;
  /** Whether they are an overlay; absent: no. */
  isOverlay?: boolean;
  /** File of its base's part `vocabulary`, where that has one. */
  vocabulary?: string;
  /** Likewise of its part `wordVectors`. */
  wordVectors?: string;
  markets: string[];
  /** What visitors searched for in them, and chose; absent: nothing. */
  searched?: readonly SearchedText[];
  /** Unique among the views that are being built, for temporary file names. */
  name: string;
  /** What is written of the parts that these views have in common with those of other locales; default: all. */
  common?: CommonParts;
}

export class BuildShard {
  private readonly cards: CardsBuilder[] = [];
  private readonly builders: ViewBuilder[] = [];
  private readonly words: (WordVectors | undefined)[] = [];
  private readonly chosen: ChosenProducts[] = [];
  private readonly tape = new JsonTape(Assembly.make(0));

  constructor(private readonly plan: ShardPlan) {
    const { dir, translations, settings } = plan;
    const { embeddings: spaces, encoder: encoded, descriptions: withDescriptions } = settings;
    const earlier = encoded && new EarlierVectors(plan.earlier ?? dir, encoded);
    for (const { locale, isOverlay, vocabulary, wordVectors, markets, searched, name, common } of plan.views) {
      const labels = new TranslatedLabels(translations, locale);
      const base = vocabulary === undefined ? undefined : new BaseVocabulary(readPart(path.join(dir, vocabulary)));
      this.words.push(wordVectors === undefined ? undefined : new WordVectors(readPart(path.join(dir, wordVectors))));
      const encoder = new CardEncoder(labels, analyzerFor(locale).language, settings);
      const cards = new CardsBuilder(encoder, dir, name);
      this.cards.push(cards);
      const writtenOffers = common?.offers ?? markets;
      const made = markets.map(market => new MarketBuilder(market, writtenOffers.includes(market)));
      const embeddings = { spaces, encoded, earlier, areFew: isOverlay === true };
      const withStructure = common?.structure;
      const chosen = new ChosenProducts(searched ?? []);
      this.chosen.push(chosen);
      const options = { chosen, isOverlay, base, withStructure, withDescriptions, spillDir: dir, embeddings };
      this.builders.push(new ViewBuilder(made, locale, labels, cards, options));
    }
  }

  /** @param stored the group as the catalog store has it */
  addGroup(key: string, stored: Buffer): void {
    this.tape.read(groupJson(stored));
    for (const builder of this.builders) builder.addGroup(key, this.tape);
  }

  /** Writes the parts of all views. @param wrote see `ViewBuilder.finish` */
  finish(wrote: () => void = () => undefined): BuiltView[] {
    return this.builders.flatMap((builder, i) => {
      const built = builder.finish(this.plan.dir, wrote);
      const { isOverlay = false, locale } = this.plan.views[i];
      const spaces = builder.finishEmbeddings();
      const whole = this.withVectors({ built, spaces }, isOverlay, locale, i);
      wrote();
      return whole;
    });
  }

  /**
   * Adds the vectors of equal views: those of words, which are made from their written text, and those of the shop.
   * @param set the place of the views in the plan
   */
  private withVectors(
    { built, spaces }: { built: readonly BuiltView[]; spaces: readonly EmbeddingColumn[] },
    isOverlay: boolean,
    locale: string,
    set: number,
  ): BuiltView[] {
    const { dir, settings } = this.plan;
    const [{ products, parts }] = built.map(({ view }) => view);
    const withText = <T>(use: (text: TextIndex) => T) =>
      withOpenedPart(path.join(dir, parts.text!), part => use(new TextIndex(part)));
    const made = isOverlay
      ? vectorsOfOverlay(withText, this.words[set])
      : vectorsOfBase(withText, products, analyzerFor(locale), settings.wordVectors, this.chosen[set].all);
    const vectors = writeProductVectors({ ...made.products, spaces }).write(dir);
    const wordVectors = made.words?.write(dir);
    return built.map(({ view, files }) => ({
      view: {
        ...view,
        parts: { ...view.parts, vectors: vectors.file },
        ...(wordVectors && { wordVectors: wordVectors.file }),
      },
      files: [...files, vectors, ...(wordVectors ? [wordVectors] : [])],
    }));
  }

  /** Ends the build without a result: removes incomplete card files, and frees what else waits on disk. */
  abort(): void {
    for (const cards of this.cards) cards.abort();
    closeSpills();
  }
}

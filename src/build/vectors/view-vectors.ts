/** Makes the vectors of a view from its finished text: those of its words, and of its products. */
import type { IndexSettings } from '../../index/index-settings.js';
import type { PartWriter } from '../../index/part.js';
import type { ProductVectorColumns } from '../../index/product-vectors.js';
import type { TextIndex } from '../../index/text-index.js';
import { type WordVectors, writeWordVectors } from '../../index/word-vectors.js';
import type { Analyzer } from '../../text/index.js';
import type { ChosenProduct } from './chosen-products.js';
import { strangersOf } from './strangers.js';
import { sumProductVectors } from './sum-product-vectors.js';
import { trainWordVectors } from './train-word-vectors.js';
import { wordOccurrences } from './word-occurrences.js';

export interface ViewVectorParts {
  products: ProductVectorColumns;
  /** Undefined: there are none, or those of the base serve. */
  words?: PartWriter;
}

type WithText = (use: (text: TextIndex) => ViewVectorParts) => ViewVectorParts;

const NONE: ViewVectorParts = { products: { dimensions: 0, vectors: new Int8Array(0) } };

/**
 * Of a base. Views of too few products have none, because what words mean is told by many; nor have those of more than
 * the settings allow, because vectors of all are made.
 * @param withText calls its argument with the text, where that is needed
 * @param choices what visitors chose for texts
 */
export function vectorsOfBase(
  withText: WithText,
  products: number,
  analyzer: Analyzer,
  { enabled, leastProducts, mostProducts }: IndexSettings['wordVectors'],
  choices: readonly ChosenProduct[] = [],
): ViewVectorParts {
  if (!enabled || products < leastProducts || products > mostProducts) return NONE;
  return withText(text => {
    const trained = trainWordVectors(wordOccurrences(text, analyzer, choices));
    if (!trained) return NONE;
    const places = new Map(trained.words.map((word, place) => [word, place]));
    const vectors = sumProductVectors(text, { ...trained, find: stem => places.get(stem) ?? -1 });
    const words = writeWordVectors({ ...trained, strangers: strangersOf(trained, vectors) });
    return { products: vectors, words };
  });
}

/** Of an overlay. @param words those of its base; undefined: it has none */
export function vectorsOfOverlay(withText: WithText, words: WordVectors | undefined): ViewVectorParts {
  return words ? withText(text => ({ products: sumProductVectors(text, words) })) : NONE;
}

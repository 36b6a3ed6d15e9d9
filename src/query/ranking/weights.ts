/**
 * What the parts of a score weigh, in points. `npm run train` writes the numbers, which it learns from judged queries;
 * data/relevance/training.json is its record.
 */
export const WEIGHTS = {
  'field.key': 4,
  'field.type': 1.61,
  'field.category': 1.3,
  'field.brand': 1.29,
  'field.color': 1.2,
  'field.title': 0.997,
  'field.name': 1,
  'field.series': 1,
  'field.audience': 0.9,
  'field.label': 0.6,
  'field.department': 0.5,
  'field.size': 0.5,
  'field.ontology': 0.4,
  'field.shelf': 0.3,
  'field.part': 0.25,
  'field.further': 0.25,
  'head.bonus': 0.501,
  'head.beside': 0.6,
  'place.early': 0.1,
  'place.short': 0.3,
  'value.product_type': 6.03,
  'value.category': 3.01,
  'value.brand': 4.97,
  'value.color': 2.5,
  'value.audience': 3,
  'value.further_color': 4.01,
  'value.other': 1.5,
  'prior.stock': 1.5,
  'prior.popularity': 1.2,
  'prior.newness': 0.3,
  'prior.rating': 0.4,
  'described.each': 2,
  'described.worth': 0.8,
  'described.following': 4,
  'described.near': 2,
  'partial.each': 19.9,
  'partial.worth': 0.5,
  'near.similarity': 300,
  'near.without_words': 1100,
} satisfies Record<string, number>;

export type WeightName = keyof typeof WEIGHTS;

/**
 * So many points more make the odds that a product is the better answer e times as high, among full matches and among
 * partial ones, whose points differ by more.
 */
export const SCALES = {
  full: 2.89,
  partial: 16.9,
};

/**
 * What decides which products a short list goes on with, chosen by hand: `npm run train -- --folds` measures what that
 * is worth on queries that had no say in it.
 */
export const LISTING = {
  /** What the head is worth in rarities of its own, and what a thing is only like. */
  'partial.head': 1.5,
  'partial.quality': 0.5,
  /** What it is worth to be of the named kind, in weights of the value. */
  'partial.kind': 1.5,
  /** Products that have less than this share of what the text is worth are not listed. */
  'partial.least_share': 0.25,
  /** Words that are less rare are common: a product that has nothing else of the text is not listed. */
  'partial.least_rarity': 2,
  'near.least_similarity': 0.5,
  /** The first products that words have found say what is meant, too: all of them together so much beside the text. */
  'near.examples': 0.7,
  /** The first so many of a list are those that words have put there. */
  'near.lead': 10,
} satisfies Record<string, number>;

export type ListingName = keyof typeof LISTING;

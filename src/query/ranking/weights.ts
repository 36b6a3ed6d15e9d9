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
  'field.description': 0.3,
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
  full: 2.87,
  partial: 17.2,
};

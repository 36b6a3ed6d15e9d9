/** Random requests for the shops of wordy-shop.ts, of every kind that the naive engine answers. */
import fc from 'fast-check';
import type { RuleExpression } from '../../src/catalog/rules/rule-expression.js';
import type {
  AutocompleteRequest,
  FacetSelection,
  LandingPageRequest,
  SearchPageRequest,
} from '../../src/pages/shared/requests.js';
import { SORT_ORDERS } from '../../src/pages/shared/requests.js';
import { EMPTY_BODY, landingRequest } from '../pages/landing.js';
import { PRICE_IDS } from '../pages/random-catalog.js';
import { facetSelections, offerSelections, ruleExpressions } from '../pages/random-request.js';
import { autocompleteRequest, searchRequest } from '../pages/shop.js';
import { NAMES, renameWords, TITLE_WORDS, UNKNOWN } from './vocabulary.js';
import { LARGE_VIEW, LARGE_WORDS } from './wordy-shop.js';

export interface View {
  market: string;
  locale: string;
}

export type Asked = AutocompleteRequest | LandingPageRequest | SearchPageRequest;

const { constantFrom, oneof, record, uniqueArray } = fc;
const PRESENT = [
  'fit',
  'badge',
  'number.watt',
  'length.heel',
  'json.info',
  'none',
  'variant.fit',
  'variant.number.volt',
];
const common = constantFrom(...TITLE_WORDS.slice(0, 6));
const word = oneof(
  { weight: 5, arbitrary: common },
  { weight: 4, arbitrary: constantFrom(...TITLE_WORDS) },
  { weight: 5, arbitrary: constantFrom(...NAMES) },
  { weight: 1, arbitrary: constantFrom(...UNKNOWN) },
);
const bound = oneof(
  { weight: 6, arbitrary: fc.constant('') },
  constantFrom(' under 20', ' under 100', ' under 5', ' UNDER 250'),
);
/** What products must not have. */
const unwanted = oneof(
  { weight: 5, arbitrary: fc.constant('') },
  word.map(said => ` -${said}`),
  word.map(said => ` without ${said}`),
);

const words = fc.array(word, { minLength: 1, maxLength: 3 }).map(found => found.join(' '));
const text = oneof(
  { weight: 2, arbitrary: fc.constant('') },
  { weight: 6, arbitrary: fc.tuple(words, unwanted, bound).map(said => said.join('')) },
);
/** The last word not always whole. */
const typed = oneof(
  { weight: 1, arbitrary: fc.constant('') },
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        oneof(fc.constant([]), fc.array(word, { maxLength: 2 })),
        constantFrom(...TITLE_WORDS, ...NAMES),
        constantFrom(1, 1, 2, 3, 4, 5, 5),
      )
      .map(([before, last, length]) => [...before, last.slice(0, length)].join(' ')),
  },
);

function asked(keys: readonly string[], templates: readonly string[]) {
  return record({
    offers: oneof({ weight: 2, arbitrary: fc.constant({}) }, offerSelections),
    rules: oneof({ weight: 3, arbitrary: fc.constant<RuleExpression>([]) }, ruleExpressions(keys)),
    facets: oneof({ weight: 2, arbitrary: fc.constant<FacetSelection[]>([]) }, facetSelections),
    sort: oneof(
      { weight: 4, arbitrary: fc.constant(undefined) },
      constantFrom(...SORT_ORDERS).map(order => order as (typeof SORT_ORDERS)[number] | undefined),
    ),
    page: constantFrom([0, 12], [0, 60], [0, 600], [3, 4], [10, 10], [1000, 5]),
    presentCustom: oneof(fc.constant<string[]>([]), uniqueArray(constantFrom(...PRESENT), { maxLength: 3 })),
    presentPrices: oneof(fc.constant<string[]>([]), uniqueArray(constantFrom(...PRICE_IDS, 'NOPE'), { maxLength: 2 })),
    templateId: oneof({ weight: 4, arbitrary: fc.constant(undefined) }, constantFrom(...templates)),
  }).map(({ offers, page, sort, templateId, ...rest }) => ({
    ...rest,
    ...offers,
    ...(sort && { sort }),
    ...(templateId !== undefined && { templateId }),
    skip: page[0]!,
    limit: page[1]!,
  }));
}

/**
 * @param keys of products, variants and groups
 * @param pages ids of stored pages
 */
export function requests(
  views: readonly View[],
  keys: readonly string[],
  pages: readonly string[],
  templates: readonly string[],
): fc.Arbitrary<Asked> {
  const view = constantFrom(...views);
  const any = asked(keys, templates);
  const searched = fc
    .tuple(view, any, text, constantFrom(false, false, false, true))
    .map(([where, wish, q, viewAllSecondary]) => searchRequest({ ...where, ...wish, q, viewAllSecondary }));
  const completed = fc
    .tuple(view, any, typed)
    .map(([where, { facets: _, sort: __, skip: ___, limit: ____, ...wish }, q]) =>
      autocompleteRequest({ ...where, ...wish, q }),
    );
  const landed = fc
    .tuple(view, any, text, constantFrom(undefined, ...pages))
    .map(([where, { rules, ...wish }, q, page]) => {
      const body = { ...EMPTY_BODY, rules };
      return landingRequest({ ...where, ...wish, ...(page === undefined ? { q, body } : { pageReference: page }) });
    });
  const all: fc.Arbitrary<Asked> = oneof<fc.MaybeWeightedArbitrary<Asked>[]>(
    { weight: 4, arbitrary: searched },
    { weight: 2, arbitrary: completed },
    { weight: 3, arbitrary: landed },
  );
  return all.map(one => renameWords(one));
}

/** Searches for what many products have, without what many others have. */
export function exclusions(views: readonly View[]): fc.Arbitrary<Asked> {
  const orders = oneof(fc.constant(undefined), constantFrom(...SORT_ORDERS));
  const facets = oneof({ weight: 3, arbitrary: fc.constant<FacetSelection[]>([]) }, facetSelections);
  return fc.tuple(constantFrom(...views), common, common, orders, facets).map(([view, has, lacks, sort, facets]) => {
    const negator = view.locale.startsWith('sv') ? 'utan' : 'without';
    return renameWords(
      searchRequest({ ...view, q: `${has} ${negator} ${lacks}`, facets, limit: 60, ...(sort && { sort }) }),
    );
  });
}

/** Of a large shop: what begins many of its words, and searches that find much of it. */
export const largeRequests: fc.Arbitrary<Asked> = (() => {
  const offers = oneof({ weight: 2, arbitrary: fc.constant({}) }, offerSelections);
  const rules = oneof({ weight: 3, arbitrary: fc.constant<RuleExpression>([]) }, ruleExpressions([]));
  const large = constantFrom(...LARGE_WORDS);
  const beginning = fc.tuple(large, constantFrom(1, 1, 2, 5)).map(([word, length]) => word.slice(0, length));
  const completed = fc
    .tuple(offers, rules, beginning)
    .map(([wish, rules, q]) => autocompleteRequest({ ...LARGE_VIEW, ...wish, rules, q }));
  const searched = fc
    .tuple(offers, oneof(fc.constant(''), large), oneof(fc.constant<FacetSelection[]>([]), facetSelections))
    .map(([wish, q, facets]) => searchRequest({ ...LARGE_VIEW, ...wish, q, facets, limit: 20 }));
  return oneof<fc.MaybeWeightedArbitrary<Asked>[]>({ weight: 3, arbitrary: completed }, searched);
})();

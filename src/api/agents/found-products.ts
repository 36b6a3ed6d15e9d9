/**
 * What a text of an agent finds. Agents write sentences ("gift for a child who likes rain"): where no product has enough of one, they get what
 * storefronts show beside an empty list, the products that have most of it.
 */
import type { AnsweredGroup } from './agent-answers.js';
import type { AskedParameters, ShopDesk } from './agent-tool.js';

export interface ProductList<Product> {
  totalHits: number;
  productGroups: AnsweredGroup<Product>[];
}

interface SearchAnswer<Product> {
  primaryList: ProductList<Product>;
  secondaryList?: ProductList<Product>;
}

interface FoundProducts<Answer, Product> {
  answer: Answer;
  /** The list of the answer to tell. */
  products: ProductList<Product>;
  /** Whether they are those of a shorter text. */
  shortened: boolean;
}

/** In the currency of the market. */
export interface PriceBounds {
  min?: number | undefined;
  max?: number | undefined;
}

/**
 * @param parameters of a search page, without prices
 * @param bounds of prices
 * @param narrowed whether the parameters have facets, or stock: a shorter text is searched for without these, and so not at all
 * @throws Problem as the query's route would answer it
 */
export async function foundProducts<Product, Answer extends SearchAnswer<Product>>(
  desk: ShopDesk,
  parameters: AskedParameters,
  { min, max }: PriceBounds,
  narrowed: boolean,
): Promise<FoundProducts<Answer, Product>> {
  const asked = { ...parameters, 'f.price.min': min, 'f.price.max': max };
  const answer = (await desk.ask('search-page', asked)) as Answer;
  const { primaryList } = answer;
  const itself = { answer, products: primaryList, shortened: false };
  if (narrowed || primaryList.totalHits > 0 || (answer.secondaryList?.totalHits ?? 0) === 0) return itself;
  // Facets are not asked of a secondary list, rules are.
  const productRules = `rule incl price [${min ?? 0}, ${max ?? Number.MAX_SAFE_INTEGER}]`;
  const body = min === undefined && max === undefined ? undefined : { primaryList: { productRules } };
  // All of it: beside a list there are the first few alone.
  const { secondaryList } = (await desk.ask('search-page', { ...parameters, viewAllSecondary: true }, body)) as Answer;
  return secondaryList && secondaryList.totalHits > 0 ? { answer, products: secondaryList, shortened: true } : itself;
}

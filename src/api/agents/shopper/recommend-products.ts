/** The tool that recommends products. */
import Type from 'typebox';
import { Problem } from '../../../errors/problem.js';
import type { Algorithm } from '../../../pages/shared/requests.js';
import { list, strict } from '../../response-parts.js';
import { type AnsweredGroup, BriefProduct, briefGroup, VIEW_MEMBERS, viewMembers } from '../agent-answers.js';
import { viewOf } from '../agent-shop.js';
import { agentTool, type ShopDesk } from '../agent-tool.js';
import {
  amount,
  closed,
  DEFAULT_LIMIT,
  inView,
  key,
  limit,
  MOST_IDS,
  MOST_PRODUCTS,
  VIEW,
} from './shopper-parameters.js';

const { Optional } = Type;

type Subject = 'product_id' | 'cart';

/** Of recommendations: the algorithm, and what it is about. */
const KINDS: Readonly<Record<string, { algorithm: Algorithm; about?: Subject }>> = {
  popular: { algorithm: 'TOP_PRODUCTS' },
  new: { algorithm: 'NEWEST_PRODUCTS' },
  similar: { algorithm: 'ALTERNATIVES', about: 'product_id' },
  goes_with: { algorithm: 'UPSELL', about: 'product_id' },
  same_series: { algorithm: 'MORE_FROM_SERIES', about: 'product_id' },
  for_cart: { algorithm: 'CART', about: 'cart' },
};
const KIND_NAMES = Object.keys(KINDS);

interface RecommendationAnswer {
  recommendationLists: { productGroups: AnsweredGroup[] }[];
}

export const recommendProducts = agentTool({
  name: 'recommend_products',
  title: 'Recommend products',
  description:
    'Recommends products: popular and new ones of the shop; for a product_id those that are similar, that go with it, ' +
    'or that are of the same series; for_cart what goes with the ids in cart.',
  input: Type.Object(
    {
      kind: Type.Enum(KIND_NAMES, { description: `one of ${KIND_NAMES.join(', ')}` }),
      product_id: Optional(key('the product that similar, goes_with and same_series are about')),
      cart: Optional(
        Type.Array(key('a product or variant id'), {
          minItems: 1,
          maxItems: MOST_IDS,
          description: `for for_cart: a list of 1 to ${MOST_IDS} ids of products or variants`,
        }),
      ),
      max_price: amount('the highest price, in the currency of the market'),
      limit: limit(MOST_PRODUCTS),
      ...VIEW,
    },
    closed,
  ),
  output: strict({ ...VIEW_MEMBERS, products: list(BriefProduct) }),
  async run(
    { kind, product_id: productId, cart, max_price: maxPrice, limit: most = DEFAULT_LIMIT, ...named },
    desk: ShopDesk,
  ) {
    const view = viewOf(desk.shop, named);
    const { algorithm, about } = KINDS[kind]!;
    requireSubject(kind, about, { product_id: productId, cart });
    const asked = {
      id: 'agents',
      algorithm,
      limit: most,
      params: { ...(productId !== undefined && { productKey: productId }), ...(cart && { cart }) },
      ...(maxPrice !== undefined && { productRules: `rule incl price [0, ${maxPrice}]` }),
    };
    const body = { recommendationLists: [asked] };
    const parameters = { ...inView(view), templateId: 'agents-list', cart: cart?.join('|') };
    const { recommendationLists } = (await desk.ask('cart-page', parameters, body)) as RecommendationAnswer;
    return {
      ...viewMembers(view),
      products: recommendationLists[0]!.productGroups.map(group => briefGroup(group, view.market)),
    };
  },
});

/** @throws Problem where what a recommendation is about is not given, or something that it is not about is */
function requireSubject(
  kind: string,
  about: Subject | undefined,
  given: { product_id: string | undefined; cart: string[] | undefined },
): void {
  for (const name of ['product_id', 'cart'] as const) {
    const path = `/${name}`;
    if (name === about && given[name] === undefined) {
      throw new Problem('parameter_missing', `${path}: missing; expected ids that "${kind}" is about`);
    }
    if (name !== about && given[name] !== undefined) {
      const expected = about === undefined ? 'expected neither product_id nor cart' : `expected ${about} alone`;
      throw new Problem('parameters_conflict', `${path}: found with kind "${kind}", ${expected}`);
    }
  }
}

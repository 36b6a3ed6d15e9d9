/** Tools that tell of products whose ids are known. */
import Type from 'typebox';
import { Problem } from '../../../errors/problem.js';
import { filled, list, strict } from '../../response-parts.js';
import {
  type AnsweredGroup,
  BriefProduct,
  briefProduct,
  type DetailedProduct,
  FullProduct,
  fullProduct,
  VIEW_MEMBERS,
  viewMembers,
} from '../agent-answers.js';
import { type AgentView, viewOf } from '../agent-shop.js';
import { agentTool, type ShopDesk } from '../agent-tool.js';
import { closed, inView, key, MOST_IDS, VIEW } from './shopper-parameters.js';

const { Optional } = Type;

interface CartAnswer {
  cart: AnsweredGroup[];
}

export const lookupCatalog = agentTool({
  name: 'lookup_catalog',
  title: 'Look up products',
  description:
    'Returns products by their ids, or by ids of their variants, in the order of the request, with present prices and ' +
    'stock. Use it to compare products, or to refresh what was found before. For descriptions use get_product.',
  input: Type.Object(
    {
      ids: Type.Array(key('a product or variant id'), {
        minItems: 1,
        maxItems: MOST_IDS,
        description: `a list of 1 to ${MOST_IDS} ids of products or variants`,
      }),
      ...VIEW,
    },
    closed,
  ),
  output: strict({
    ...VIEW_MEMBERS,
    products: list(
      strict({
        ...BriefProduct.properties,
        variant: Optional(
          strict({
            id: filled(),
            label: Optional(Type.String()),
            price: Type.Number(),
            sold_out: Optional(Type.Literal(true)),
          }),
        ),
      }),
    ),
    not_found: list(filled()),
  }),
  async run({ ids, ...named }, desk: ShopDesk) {
    const view = viewOf(desk.shop, named);
    const wanted = [...new Set(ids)];
    const groups = await lookUp(wanted, view, desk);
    const found = wanted.map(id => {
      const product = groups.find(({ products: [main] }) => owns(main!, id))?.products[0];
      if (!product) return undefined;
      const variant = product.variants.find(one => one.key === id);
      return { ...briefProduct(product, view.market), ...(variant && { variant: briefVariant(variant) }) };
    });
    return {
      ...viewMembers(view),
      products: found.filter(product => product !== undefined),
      not_found: wanted.filter((_, i) => found[i] === undefined),
    };
  },
});

type Answered = AnsweredGroup['products'][number];

function briefVariant({ key: id, label, size, sellingPrice, inStock }: Answered['variants'][number]) {
  return {
    id,
    ...((label ?? size) !== undefined && { label: label ?? size! }),
    price: sellingPrice,
    ...(!inStock && { sold_out: true as const }),
  };
}

function owns(product: Answered, id: string): boolean {
  return product.key === id || product.variants.some(({ key: variant }) => variant === id);
}

/** The groups of products and variants by their keys; unknown ones have none. */
async function lookUp(ids: readonly string[], view: AgentView, desk: ShopDesk): Promise<AnsweredGroup[]> {
  const parameters = { ...inView(view), cart: ids.join('|'), templateId: 'agents-lookup' };
  return ((await desk.ask('cart-page', parameters)) as CartAnswer).cart;
}

interface ProductAnswer {
  productGroup?: AnsweredGroup<DetailedProduct>;
}

export const getProduct = agentTool({
  name: 'get_product',
  title: 'One product in full',
  description:
    'Returns everything about one product: description, attributes, its variants (sizes, mostly) with stock, and its ' +
    'siblings, which are the same in other colours. Takes the id of a product or of one of its variants.',
  input: Type.Object({ id: key('the id of a product or variant'), ...VIEW }, closed),
  output: strict({ ...VIEW_MEMBERS, product: FullProduct }),
  async run({ id, ...named }, desk: ShopDesk) {
    const view = viewOf(desk.shop, named);
    const [main, ...siblings] = (await groupOf(id, view, desk)).products;
    return { ...viewMembers(view), product: fullProduct(main!, siblings, view.market) };
  },
});

/** @param id of a product or variant @throws Problem `key_unknown` */
async function groupOf(id: string, view: AgentView, desk: ShopDesk): Promise<AnsweredGroup<DetailedProduct>> {
  const asked = async (productKey: string) => {
    const body = { productGroup: { include: true } };
    return (await desk.ask('product-page', { ...inView(view), productKey }, body)) as ProductAnswer;
  };
  try {
    return (await asked(id)).productGroup!;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'key_unknown') throw error;
    // A variant has no page of its own.
    const [group] = await lookUp([id], view, desk);
    if (!group) throw error;
    return (await asked(group.products[0]!.key)).productGroup!;
  }
}

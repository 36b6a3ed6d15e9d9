/** The operations of the Universal Commerce Protocol as tools, which its binding to the Model Context Protocol names. */
import Type, { type TObject } from 'typebox';
import { type AgentTool, agentTool, type ShopDesk } from './agent-tool.js';
import { getProduct, lookupCatalog, searchCatalog, type UcpOperation } from './ucp-catalog.js';
import { UCP_VERSION, UcpLookup, UcpProductRequest, UcpSearch } from './ucp-requests.js';

const Meta = Type.Object(
  { 'ucp-agent': Type.Optional(Type.Object({ profile: Type.Optional(Type.String()) })) },
  { description: 'what the platform says of itself' },
);
const Member = Type.Object({});
const Messages = Type.Optional(Type.Array(Member));

const FOUND = Type.Object({
  ucp: Member,
  products: Type.Array(Member),
  pagination: Type.Optional(Member),
  messages: Messages,
});
const ONE = Type.Object({ ucp: Member, product: Type.Optional(Member), messages: Messages });

interface Definition<Output extends TObject> {
  name: string;
  title: string;
  description: string;
  catalog: TObject;
  output: Output;
  operation: UcpOperation;
}

function tool<Output extends TObject>({ catalog, operation, ...rest }: Definition<Output>): AgentTool<ShopDesk> {
  return agentTool({
    ...rest,
    input: Type.Object({ meta: Type.Optional(Meta), catalog }),
    run: async (given: { catalog: unknown }, desk: ShopDesk) => (await operation(given.catalog, desk)) as never,
  }) as AgentTool<ShopDesk>;
}

export const UCP_TOOLS: readonly AgentTool<ShopDesk>[] = [
  tool({
    name: 'search_catalog',
    title: 'Search the catalog',
    description: 'Searches products by text, categories and price (capability dev.ucp.shopping.catalog.search).',
    catalog: UcpSearch,
    output: FOUND,
    operation: searchCatalog,
  }),
  tool({
    name: 'lookup_catalog',
    title: 'Look up products',
    description: 'Returns products by ids of products or variants (capability dev.ucp.shopping.catalog.lookup).',
    catalog: UcpLookup,
    output: FOUND,
    operation: lookupCatalog,
  }),
  tool({
    name: 'get_product',
    title: 'One product in full',
    description: 'Returns one product with its options (capability dev.ucp.shopping.catalog.lookup).',
    catalog: UcpProductRequest,
    output: ONE,
    operation: getProduct,
  }),
];

export function ucpInstructions(): string {
  return `The catalog of an online shop, by the Universal Commerce Protocol ${UCP_VERSION}.`;
}

/** Tools that compare what visitors see with what they will see once drafts are published. */
import Type, { type Static } from 'typebox';
import { ACCESS } from '../../access.js';
import { filled, list, strict } from '../../response-parts.js';
import type { AnsweredGroup } from '../agent-answers.js';
import { viewOf } from '../agent-shop.js';
import { agentTool } from '../agent-tool.js';
import type { AdminDesk } from './admin-desk.js';
import { closed, limit, locale, market, pageId, query } from './admin-parameters.js';

interface Listed {
  primaryList?: { totalHits: number; productGroups: AnsweredGroup[] };
}
const List = strict({
  total: Type.Integer({ minimum: 0 }),
  products: list(strict({ id: filled(), title: Type.String() })),
});
const Compared = strict({ published: List, draft: List, changed: Type.Boolean() });

export const previewSearches = agentTool({
  name: 'preview_searches',
  title: 'Compare searches with the draft',
  description: 'The first products of searches as visitors see them, and as they will once the drafts are published.',
  input: Type.Object(
    {
      queries: Type.Array(query, { minItems: 1, maxItems: 10, description: 'a list of 1 to 10 texts' }),
      market,
      locale,
      limit: limit(20, 5),
    },
    closed,
  ),
  output: strict({ searches: list(strict({ query: Type.String(), ...Compared.properties })) }),
  async run({ queries, limit: most = 5, ...named }, desk: AdminDesk) {
    const view = viewOf(desk.shop, named);
    await desk.require(ACCESS.explain, view.market.id);
    const searches = [];
    for (const q of queries) {
      const ask = async (viewId: string) => {
        const parameters = {
          market: view.market.id,
          locale: view.locale,
          q,
          limit: most,
          viewId,
          templateId: 'agents-list',
        };
        return listOf((await desk.ask('search-page', parameters)) as Listed);
      };
      searches.push({ query: q, ...compared(await ask('PRODUCTION'), await ask('PREVIEW')) });
    }
    return { searches };
  },
});

export const previewPage = agentTool({
  name: 'preview_page',
  title: 'Compare a page with its draft',
  description: 'The first products of a page as visitors see it, and as they will once its draft is published.',
  input: Type.Object({ id: pageId, market, locale, limit: limit(20, 5) }, closed),
  output: strict({ id: filled(), ...Compared.properties }),
  async run({ id, limit: most = 5, ...named }, desk: AdminDesk) {
    const view = viewOf(desk.shop, named);
    await desk.require(ACCESS.explain, view.market.id);
    const ask = async (viewId: string) => {
      const parameters = { market: view.market.id, locale: view.locale, pageReference: id, limit: most, viewId };
      return listOf((await desk.ask('landing-page', { ...parameters, templateId: 'agents-list' })) as Listed);
    };
    return { id, ...compared(await ask('PRODUCTION'), await ask('PREVIEW')) };
  },
});

function listOf({ primaryList }: Listed): Static<typeof List> {
  const { totalHits: total = 0, productGroups = [] } = primaryList ?? {};
  return { total, products: productGroups.map(({ products: [main] }) => ({ id: main!.key, title: main!.title })) };
}

function compared(published: Static<typeof List>, draft: Static<typeof List>): Static<typeof Compared> {
  return { published, draft, changed: JSON.stringify(published) !== JSON.stringify(draft) };
}

/** The tool that searches articles and answers. */
import Type from 'typebox';
import { list, strict } from '../../response-parts.js';
import { absolute, FoundContent, VIEW_MEMBERS, viewMembers } from '../agent-answers.js';
import { viewOf } from '../agent-shop.js';
import { agentTool, type ShopDesk } from '../agent-tool.js';
import { closed, DEFAULT_LIMIT, inView, limit, query, VIEW } from './shopper-parameters.js';

const { Optional } = Type;

interface ContentAnswer {
  q: string;
  autoCorrect?: { q: string };
  primaryList: {
    items: { key: string; type: string; title: string; description?: string; link: string }[];
    totalHits: number;
  };
}

export const searchContent = agentTool({
  name: 'search_content',
  title: 'Search articles and answers',
  description:
    'Searches what the shop has to say beside its products: answers to questions (delivery, returns, sizes, care), ' +
    'guides and articles. Use it before answering a question about the shop.',
  input: Type.Object({ query: query('What the question is about.'), ...VIEW, limit: limit(20) }, closed),
  output: strict({
    ...VIEW_MEMBERS,
    query: Type.String(),
    corrected_from: Optional(Type.String()),
    total: Type.Integer({ minimum: 0 }),
    items: list(FoundContent),
  }),
  async run({ query: q, limit: most = DEFAULT_LIMIT, ...named }, desk: ShopDesk) {
    const view = viewOf(desk.shop, named);
    const parameters = { ...inView(view), q, limit: most };
    const found = (await desk.ask('content-search-page', parameters)) as ContentAnswer;
    return {
      ...viewMembers(view),
      query: found.q,
      ...(found.autoCorrect && { corrected_from: found.autoCorrect.q }),
      total: found.primaryList.totalHits,
      items: found.primaryList.items.map(({ key: id, type, title, description, link }) => ({
        id,
        type,
        title,
        ...(description !== undefined && { description }),
        link: absolute(link, view.market),
      })),
    };
  },
});

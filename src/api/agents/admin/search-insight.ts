/** Tools that tell how searches are answered, and which ones visitors make. */
import Type from 'typebox';
import { quote } from '../../../kernel/quote.js';
import type { Explanation } from '../../../pages/explain/explanation.js';
import { ACCESS } from '../../access.js';
import { filled, list, strict } from '../../response-parts.js';
import { viewOf } from '../agent-shop.js';
import { agentTool } from '../agent-tool.js';
import type { AdminDesk } from './admin-desk.js';
import { closed, keys, limit, locale, market, query } from './admin-parameters.js';

const { Optional } = Type;

export const explainSearch = agentTool({
  name: 'explain_search',
  title: 'Explain a search',
  description:
    'Why a search answers as it does: how its words were read, which points each hit has for what, and why products that ' +
    'are asked about are where they are, or not there.',
  input: Type.Object({ query, market, locale, products: Optional(keys(20)), limit: limit(20, 5) }, closed),
  output: strict({
    typed: Type.String(),
    searched: Type.String(),
    words: list(Type.String({ description: 'What a word was taken for, and how many products have it.' })),
    rules: list(Type.String({ description: 'A phrase rule of the search settings that acts.' })),
    total: Type.Integer({ minimum: 0 }),
    hits: list(
      strict({ id: filled(), title: Optional(Type.String()), points: Type.Number(), because: list(Type.String()) }),
    ),
    asked: list(strict({ id: filled(), title: Optional(Type.String()), because: list(Type.String()) })),
  }),
  async run({ query: q, products = [], limit: most = 5, ...named }, desk: AdminDesk) {
    const view = viewOf(desk.shop, named);
    await desk.require(ACCESS.explain, view.market.id);
    const parameters = { market: view.market.id, locale: view.locale, q, limit: String(most) };
    const { understanding, lists, asked = [] } = await desk.explain({ query: 'search-page', parameters, products });
    const found = lists[0];
    return {
      typed: understanding?.typed ?? q,
      searched: understanding?.used ?? q,
      words: (understanding?.words ?? []).map(({ text, role, products: have }) => `${text}: ${role}, ${have} products`),
      rules: (understanding?.rules ?? []).map(rule => JSON.stringify(rule)),
      total: found && 'totalHits' in found ? (found.totalHits ?? 0) : 0,
      hits: (found?.hits ?? []).map(({ key: id, title, score = 0, parts = [] }) => ({
        id,
        ...(title !== undefined && { title }),
        points: score,
        because: parts.map(told),
      })),
      asked: asked.map(({ key: id, title, reasons, lists: inLists }) => ({
        id,
        ...(title !== undefined && { title }),
        because: [...reasons, ...inLists.flatMap(one => one.reasons)].map(({ message }) => message),
      })),
    };
  },
});

type Part = NonNullable<Explanation['lists'][number]['hits'][number]['parts']>[number];

/** One part of a score in a line. */
function told(part: Part): string {
  const what = 'word' in part ? ` ${quote(part.word)}` : 'label' in part ? ` ${part.attribute} ${part.label}` : '';
  return `${part.points} for ${part.kind}${what}`;
}

export const listSearches = agentTool({
  name: 'list_searches',
  title: 'What visitors search for',
  description:
    'The searches that visitors make most, by how many sessions had them, those of long ago counting less; with ' +
    'without_hits those that found nothing the last time, for which synonyms or redirects may be missing.',
  input: Type.Object(
    {
      market,
      locale,
      without_hits: Optional(Type.Boolean({ default: false, description: 'true: only those that found nothing' })),
      limit: limit(100, 20),
    },
    closed,
  ),
  output: strict({
    market: filled(),
    searches: list(
      strict({ query: Type.String(), locale: filled(), sessions: Type.Number(), hits: Type.Integer({ minimum: 0 }) }),
    ),
  }),
  async run({ without_hits: hitless = false, limit: most = 20, ...named }, desk: AdminDesk) {
    const view = viewOf(desk.shop, named);
    await desk.require(ACCESS.searches, view.market.id);
    const found = await desk.searches({ market: view.market.id, locale: named.locale, hitless, limit: most });
    return {
      market: view.market.id,
      searches: found.map(({ q, locale: of, uses, hits }) => ({
        query: q,
        locale: of,
        sessions: Math.round(uses * 10) / 10,
        hits,
      })),
    };
  },
});

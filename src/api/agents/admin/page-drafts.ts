/** Tools that draft pages, and publish drafts of pages and of search settings. */
import Type from 'typebox';
import { ACCESS, IMPORT_ACCESS } from '../../access.js';
import { filled, list, strict } from '../../response-parts.js';
import { viewOf } from '../agent-shop.js';
import { agentTool } from '../agent-tool.js';
import type { AdminDesk } from './admin-desk.js';
import { closed, pageId, settingsKey } from './admin-parameters.js';

const { Optional } = Type;

export const draftPage = agentTool({
  name: 'draft_page',
  title: 'Draft a page',
  description:
    'Drafts a category or landing page of a market: headings, paths, the rules of its primary list, recommendation lists, as ' +
    'an import of pages has them; members that are left out keep their values. Compare it with preview_page.',
  input: Type.Object(
    {
      market: Type.String({ minLength: 1, description: 'a market id' }),
      page: Type.Object(
        { id: pageId },
        {
          description:
            'a page, such as {"id": "rain", "headings": {"sv-SE": "Regn"}, "primaryList": {"rules": "rule incl …"}}',
        },
      ),
    },
    closed,
  ),
  output: strict({ market: filled(), id: filled(), warnings: list(Type.String()) }),
  hints: { readOnlyHint: false, idempotentHint: true },
  async run({ market: of, page }, desk: AdminDesk) {
    const { id: known } = viewOf(desk.shop, { market: of }).market;
    await desk.require(IMPORT_ACCESS.pages, known);
    const body = { market: known, type: 'PARTIAL', previewOnly: true, addOrUpdate: [page] };
    return { market: known, id: page.id, warnings: [...(await desk.change('pages', body))] };
  },
});

export const publish = agentTool({
  name: 'publish',
  title: 'Publish drafts',
  description:
    'Publishes drafts: of search settings by locale, or of pages of a market by id. Visitors see them from then on. Takes a key ' +
    'with the scope publish beside that of the import.',
  input: Type.Object(
    {
      locales: Optional(Type.Array(settingsKey, { minItems: 1, maxItems: 50, description: 'a list of locales' })),
      pages: Optional(
        Type.Object(
          {
            market: Type.String({ minLength: 1, description: 'a market id' }),
            ids: Type.Array(pageId, { minItems: 1, maxItems: 50, description: 'a list of page ids' }),
          },
          { ...closed, description: 'a market and ids of its pages' },
        ),
      ),
    },
    { ...closed, minProperties: 1, maxProperties: 1, description: 'locales or pages, one of the two' },
  ),
  output: strict({ published: list(filled()), warnings: list(Type.String()) }),
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  async run({ locales, pages }, desk: AdminDesk) {
    if (locales) {
      await desk.require(ACCESS.publish);
      await desk.require(IMPORT_ACCESS['search-settings-publish']);
      return { published: locales, warnings: [...(await desk.change('search-settings-publish', { locales }))] };
    }
    const { market: of, ids } = pages!;
    await desk.require(ACCESS.publish, of);
    await desk.require(IMPORT_ACCESS['pages-publish'], of);
    return { published: ids, warnings: [...(await desk.change('pages-publish', { market: of, ids }))] };
  },
});

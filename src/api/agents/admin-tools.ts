/**
 * The tools of agents of the shop: why a search answers as it does, what visitors search for, and search settings and
 * pages, which are drafted, compared and published. Drafts are previews, which visitors do not see; publishing takes a
 * scope of its own, so that a key for drafting can change nothing that they do.
 */
import Type, { type Static } from 'typebox';
import {
  type LocaleSearchSettings,
  PhraseRule,
  SearchRedirect,
  SynonymGroup,
} from '../../catalog/site/search-settings-document.js';
import { badRequest } from '../../errors/problem.js';
import { quote } from '../../kernel/quote.js';
import type { Explanation } from '../../pages/explain/explanation.js';
import { MAX_SEARCHED_CHARACTERS } from '../../pages/shared/requests.js';
import { ACCESS, type Access, IMPORT_ACCESS } from '../access.js';
import { filled, list, strict } from '../response-parts.js';
import type { AnsweredGroup } from './agent-answers.js';
import { viewOf } from './agent-shop.js';
import { type AgentTool, agentTool, type ShopDesk } from './agent-tool.js';

const { Optional } = Type;
const closed = { additionalProperties: false } as const;

export interface ListedSearch {
  q: string;
  locale: string;
  /** Sessions with the search, decayed by age. */
  uses: number;
  /** Of the last time. */
  hits: number;
}

export interface SearchesOrder {
  market: string;
  locale?: string | undefined;
  /** Those alone that found nothing the last time. */
  hitless: boolean;
  limit: number;
}

export type DraftKind = 'search-settings' | 'search-settings-publish' | 'pages' | 'pages-publish';

/** What tools of the shop's agents work with. */
export interface AdminDesk extends ShopDesk {
  /** @param market that the call is about; undefined: all @throws Problem where the key does not suffice */
  require(access: Access, market?: string): Promise<void>;
  explain(order: {
    query: 'search-page';
    parameters: Record<string, string>;
    products: string[];
  }): Promise<Explanation>;
  searches(order: SearchesOrder): Promise<ListedSearch[]>;
  /** The settings of a locale, a language or `*`, as published or as drafted. */
  settings(layer: 'search' | 'search-preview', key: string): LocaleSearchSettings | undefined;
  /** Imports a document. Resolves when it is live. @returns warnings @throws Problem */
  change(kind: DraftKind, body: object): Promise<readonly string[]>;
}

const market = Optional(Type.String({ minLength: 1, description: 'a market id; the first unless given' }));
const locale = Optional(
  Type.String({ minLength: 1, description: 'a locale; the main one of the market unless given' }),
);
const settingsKey = Type.String({
  pattern: '^(\\*|[a-z]{2}(-([A-Z]{2}|[0-9]{3}))?)$',
  description: 'a locale like sv-SE, a language like sv for all of its locales, or * for all',
});
const query = Type.String({
  minLength: 1,
  maxLength: MAX_SEARCHED_CHARACTERS,
  description: 'a text of 1 to 400 characters',
});
const limit = (most: number, usual: number) =>
  Optional(
    Type.Integer({ minimum: 1, maximum: most, default: usual, description: `a whole number from 1 to ${most}` }),
  );
const keys = (most: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200, description: 'a product id' }), {
    maxItems: most,
    description: `a list of at most ${most} product ids`,
  });

const explainSearch = agentTool({
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

const listSearches = agentTool({
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

const KINDS = ['synonyms', 'stopWords', 'redirects', 'rules'] as const;
type Kind = (typeof KINDS)[number];

const SETTINGS = {
  synonyms: Optional(list(SynonymGroup)),
  stopWords: Optional(list(Type.String())),
  redirects: Optional(list(SearchRedirect)),
  rules: Optional(list(PhraseRule)),
};

const getSettings = agentTool({
  name: 'get_search_settings',
  title: 'Search settings',
  description:
    'Synonyms, stop words, redirects and phrase rules of a locale, a language or * (all), as published and as drafted.',
  input: Type.Object({ locale: settingsKey }, closed),
  output: strict({ locale: filled(), published: strict(SETTINGS), draft: Optional(strict(SETTINGS)) }),
  async run({ locale: key }, desk: AdminDesk) {
    await desk.require(ACCESS.readSearchSettings);
    const draft = desk.settings('search-preview', key);
    return { locale: key, published: shown(desk.settings('search', key)), ...(draft && { draft: shown(draft) }) };
  },
});

type Shown = Static<ReturnType<typeof strict<typeof SETTINGS>>>;

function shown(settings: LocaleSearchSettings = {}): Shown {
  return settings as Shown;
}

const draftSettings = agentTool({
  name: 'draft_search_settings',
  title: 'Draft search settings',
  description:
    'Adds synonyms, stop words, redirects and phrase rules to the draft of a locale, a language or *, and removes others ' +
    'that are given exactly as get_search_settings shows them. Visitors see nothing of it before it is published: compare it with preview_searches.',
  input: Type.Object(
    {
      locale: settingsKey,
      add: Optional(Type.Object(SETTINGS, { ...closed, description: 'what to add' })),
      remove: Optional(Type.Object(SETTINGS, { ...closed, description: 'what to remove' })),
    },
    closed,
  ),
  output: strict({ locale: filled(), draft: strict(SETTINGS), warnings: list(Type.String()) }),
  hints: { readOnlyHint: false, idempotentHint: false },
  async run({ locale: key, add = {}, remove = {} }, desk: AdminDesk) {
    await desk.require(IMPORT_ACCESS['search-settings']);
    const before = desk.settings('search-preview', key) ?? desk.settings('search', key) ?? {};
    const draft = Object.fromEntries(
      KINDS.map(kind => [kind, changed(kind, before, add, remove)] as const).filter(
        ([, entries]) => entries.length > 0,
      ),
    );
    const warnings = await desk.change('search-settings', { previewOnly: true, locales: { [key]: draft } });
    return { locale: key, draft: draft as Shown, warnings: [...warnings] };
  },
});

/** @throws Problem for an entry to remove that there is not */
function changed(kind: Kind, before: object, add: object, remove: object): unknown[] {
  const entriesOf = (settings: object) => (settings as Partial<Record<Kind, unknown[]>>)[kind] ?? [];
  const kept = new Map(entriesOf(before).map(entry => [JSON.stringify(entry), entry]));
  for (const entry of entriesOf(remove)) {
    const text = JSON.stringify(entry);
    if (!kept.delete(text)) {
      throw badRequest(`/remove/${kind}`, `found ${quote(text)}, expected one as get_search_settings shows it`);
    }
  }
  for (const entry of entriesOf(add)) kept.set(JSON.stringify(entry), entry);
  return [...kept.values()];
}

const Difference = strict({ added: list(Type.Unknown()), removed: list(Type.Unknown()) });

const diffSettings = agentTool({
  name: 'diff_search_settings',
  title: 'What a draft changes',
  description:
    'What the draft of a locale, a language or * has that the published search settings have not, and the other way round.',
  input: Type.Object({ locale: settingsKey }, closed),
  output: strict({
    locale: filled(),
    drafted: Type.Boolean({ description: 'Whether there is a draft.' }),
    synonyms: Difference,
    stopWords: Difference,
    redirects: Difference,
    rules: Difference,
  }),
  async run({ locale: key }, desk: AdminDesk) {
    await desk.require(ACCESS.readSearchSettings);
    const published = desk.settings('search', key) ?? {};
    const draft = desk.settings('search-preview', key);
    const of = (kind: Kind) =>
      difference((published as never)[kind] ?? [], ((draft ?? published) as never)[kind] ?? []);
    return {
      locale: key,
      drafted: draft !== undefined,
      synonyms: of('synonyms'),
      stopWords: of('stopWords'),
      redirects: of('redirects'),
      rules: of('rules'),
    };
  },
});

function difference(before: readonly unknown[], after: readonly unknown[]): Static<typeof Difference> {
  const lacking = (some: readonly unknown[], others: readonly unknown[]) => {
    const known = new Set(others.map(entry => JSON.stringify(entry)));
    return some.filter(entry => !known.has(JSON.stringify(entry)));
  };
  return { added: lacking(after, before), removed: lacking(before, after) };
}

interface Listed {
  primaryList?: { totalHits: number; productGroups: AnsweredGroup[] };
}
const List = strict({
  total: Type.Integer({ minimum: 0 }),
  products: list(strict({ id: filled(), title: Type.String() })),
});
const Compared = strict({ published: List, draft: List, changed: Type.Boolean() });

const previewSearches = agentTool({
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

function listOf({ primaryList }: Listed): Static<typeof List> {
  const { totalHits: total = 0, productGroups = [] } = primaryList ?? {};
  return { total, products: productGroups.map(({ products: [main] }) => ({ id: main!.key, title: main!.title })) };
}

function compared(published: Static<typeof List>, draft: Static<typeof List>): Static<typeof Compared> {
  return { published, draft, changed: JSON.stringify(published) !== JSON.stringify(draft) };
}

const pageId = Type.String({ minLength: 1, maxLength: 200, description: 'the id of a page' });

const draftPage = agentTool({
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

const previewPage = agentTool({
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

const publish = agentTool({
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

export const ADMIN_TOOLS: readonly AgentTool<AdminDesk>[] = [
  listSearches,
  explainSearch,
  getSettings,
  draftSettings,
  diffSettings,
  previewSearches,
  draftPage,
  previewPage,
  publish,
];

export function adminInstructions(): string {
  return (
    'The search of an online shop, for those who arrange it. Find what goes wrong with list_searches and explain_search, ' +
    'draft a change, compare it with preview_searches or preview_page and diff_search_settings, and publish what a person has agreed to.'
  );
}

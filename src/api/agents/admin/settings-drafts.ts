/** Tools that show search settings, draft them, and tell what a draft changes. */
import Type, { type Static } from 'typebox';
import {
  type LocaleSearchSettings,
  PhraseRule,
  SearchRedirect,
  SynonymGroup,
} from '../../../catalog/site/search-settings-document.js';
import { badRequest } from '../../../errors/problem.js';
import { quote } from '../../../kernel/quote.js';
import { ACCESS, IMPORT_ACCESS } from '../../access.js';
import { filled, list, strict } from '../../response-parts.js';
import { agentTool } from '../agent-tool.js';
import type { AdminDesk } from './admin-desk.js';
import { closed, settingsKey } from './admin-parameters.js';

const { Optional } = Type;

const KINDS = ['synonyms', 'stopWords', 'redirects', 'rules'] as const;
type Kind = (typeof KINDS)[number];

const SETTINGS = {
  synonyms: Optional(list(SynonymGroup)),
  stopWords: Optional(list(Type.String())),
  redirects: Optional(list(SearchRedirect)),
  rules: Optional(list(PhraseRule)),
};

export const getSettings = agentTool({
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

export const draftSettings = agentTool({
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

export const diffSettings = agentTool({
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

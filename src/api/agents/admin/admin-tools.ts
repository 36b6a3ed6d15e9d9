/**
 * The tools of agents of the shop: why a search answers as it does, what visitors search for, and search settings and
 * pages, which are drafted, compared and published. Drafts are previews, which visitors do not see; publishing takes a
 * scope of its own, so that a key for drafting can change nothing that they do.
 */
import type { AgentTool } from '../agent-tool.js';
import type { AdminDesk } from './admin-desk.js';
import { previewPage, previewSearches } from './draft-previews.js';
import { draftPage, publish } from './page-drafts.js';
import { explainSearch, listSearches } from './search-insight.js';
import { diffSettings, draftSettings, getSettings } from './settings-drafts.js';

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

/** Pages in the bench's own process, over the snapshot of a data folder: queries without a daemon. */
import { parseStorefrontQuery, type QueryName } from '../../src/api/parse-query.js';
import type { VisitorSource } from '../../src/behaviour/visitors/visitor.js';
import type { RetailMediaSettings } from '../../src/catalog/site/retail-media-settings.js';
import { DEFAULT_INDEX_SETTINGS } from '../../src/index/index-settings.js';
import { type PageSettings, Pages } from '../../src/pages/pages.js';
import { DEFAULT_CARD_MEMORY_MB, RecordMemory } from '../../src/pages/shared/cards/record-memory.js';
import { DEFAULT_PAGE_SETTINGS } from '../../src/pages/shared/page-settings.js';
import type { StorefrontRequest } from '../../src/pages/shared/requests.js';
import { announcedSnapshot, loadSnapshot, type SharedSnapshot } from '../../src/snapshot/index.js';

/** As much as a daemon has; of all pages of the process. */
const CARD_MEMORY = RecordMemory.ofBytes(DEFAULT_CARD_MEMORY_MB << 20);
/** Signs tickets. */
const SECRET = 'secret of the bench';

/** @throws Error when the folder has no announced snapshot */
export async function openAnnounced(dataDir: string): Promise<SharedSnapshot> {
  const id = await announcedSnapshot(dataDir);
  if (id === undefined) throw new Error(`${dataDir} has no snapshot`);
  return loadSnapshot(dataDir, id);
}

/**
 * @param settings that differ from the defaults
 * @param retailMedia how places are sold; absent: none are
 * @param visitors who are known; absent: none
 */
export function pagesOver(
  snapshot: SharedSnapshot,
  settings: Partial<PageSettings> = {},
  retailMedia?: RetailMediaSettings,
  visitors?: VisitorSource,
): Pages {
  const config = {
    retailMedia,
    settings: { ...DEFAULT_PAGE_SETTINGS, ...settings },
    discountThreshold: DEFAULT_INDEX_SETTINGS.discountThreshold,
    ticketSecret: SECRET,
    cardMemory: CARD_MEMORY,
  };
  return new Pages(snapshot, config, visitors);
}

/**
 * A query as the routes read it.
 * @param parameters the query string
 * @param body of a POST; without one it is a GET
 */
export function parsedQuery(query: QueryName, parameters: string, body?: object): StorefrontRequest {
  const bytes = body && Buffer.from(JSON.stringify(body));
  const method = body ? 'POST' : 'GET';
  return parseStorefrontQuery(
    query,
    { method, rawQuery: parameters, contentType: 'application/json', body: bytes },
    { ticketSecret: SECRET },
  );
}

/** An answer's JSON, copied out of the memory that the next answer reuses. */
export function answerText(pages: Pages, request: StorefrontRequest, nowMs: number): string {
  return Buffer.from(pages.answer(request, nowMs).body).toString();
}

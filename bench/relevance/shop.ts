/** The shop that is asked: a catalog imported and built in this process, and its search pages. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Compile } from 'typebox/compile';
import { QUERY_RESPONSES } from '../../src/api/responses.js';
import { buildSnapshot } from '../../src/build/build-snapshot.js';
import type { ImportJob } from '../../src/imports/protocol.js';
import { DEFAULT_INDEX_SETTINGS } from '../../src/index/index-settings.js';
import { IngestService } from '../../src/ingest/ingest-service.js';
import type { SnapshotHost } from '../../src/ingest/snapshot-host.js';
import type { ExplainedHit } from '../../src/pages/explain/explanation.js';
import { publish, type SharedSnapshot } from '../../src/snapshot/index.js';
import { answerText, openAnnounced, pagesOver, parsedQuery } from '../harness/own-pages.js';
import { parsedJson } from '../harness/parsed-json.js';

/** Hits that are asked for where nothing else is said. */
const LIMIT = 10;
/** Explanations look at every hit. */
const EXPLAIN_MS = 60_000;
const MAX_INFLATED_BYTES = 1 << 30;
/** The day to which the demo catalog's dates belong, so that results do not change with the calendar. */
const NOW = Date.UTC(2026, 10, 21);
const VISITOR = { touchpoint: 'DESKTOP', customerKey: 'judge', sessionKey: 'judge', notify: 'false' };

const SearchPage = Compile(QUERY_RESPONSES['search-page']);
const Autocomplete = Compile(QUERY_RESPONSES.autocomplete);

/** What a search found. */
export interface Found {
  /** The search text after correction. */
  used: string;
  hits: number;
  /** Hits of the secondary list. */
  others: number;
  /** Of the first hits. */
  keys: string[];
}

export interface Shop {
  /** @param limit most keys of hits */
  search(q: string, market: string, locale: string, limit?: number): Found;
  /** The phrases that are suggested for the beginning of a text. */
  suggested(q: string, market: string, locale: string): string[];
  /** The first hits as explanations show them. */
  explained(q: string, market: string, locale: string, limit: number): readonly ExplainedHit[];
  readonly snapshot: SharedSnapshot;
  close(): void;
}

/**
 * @param dataDir an empty folder, made when missing
 * @param catalog .jsonl.gz
 * @throws Error when the catalog is refused
 */
export async function openShop(dataDir: string, catalog: string): Promise<Shop> {
  await importInProcess(dataDir, catalog);
  return openPrepared(dataDir);
}

/** @param dataDir a folder that `openShop` has been given, of a shop that is closed */
export async function openPrepared(dataDir: string): Promise<Shop> {
  const snapshot = await openAnnounced(dataDir);
  const pages = pagesOver(snapshot);
  const requestOf = (q: string, market: string, locale: string, limit: number) => {
    const parameters = new URLSearchParams({ q, market, locale, ...VISITOR, limit: String(limit) });
    return parsedQuery('search-page', `${parameters}`);
  };
  return {
    explained(q, market, locale, limit) {
      const { lists } = pages.explain(requestOf(q, market, locale, limit), [], NOW, EXPLAIN_MS);
      return lists.find(({ id }) => id === 'primaryList')?.hits ?? [];
    },
    search(q, market, locale, limit = LIMIT) {
      const request = requestOf(q, market, locale, limit);
      const page = parsedJson(SearchPage, answerText(pages, request, NOW), 'search page');
      return {
        used: page.q,
        hits: page.primaryList.totalHits,
        others: page.secondaryList?.totalHits ?? 0,
        keys: page.primaryList.productGroups.map(({ products }) => products[0].key),
      };
    },
    suggested(q, market, locale) {
      const parameters = new URLSearchParams({ q, market, locale, ...VISITOR });
      const answer = answerText(pages, parsedQuery('autocomplete', `${parameters}`), NOW);
      return parsedJson(Autocomplete, answer, 'autocomplete').phraseSuggestions.map(phrase => phrase.q);
    },
    snapshot,
    close: () => pages.close(),
  };
}

async function importInProcess(dataDir: string, catalog: string): Promise<void> {
  const file = join(dataDir, 'spool', 'catalog');
  mkdirSync(join(dataDir, 'spool'), { recursive: true });
  copyFileSync(catalog, file);
  const failures: unknown[] = [];
  const host: SnapshotHost = {
    build: input => buildSnapshot({ ...input, dataDir, settings: DEFAULT_INDEX_SETTINGS }),
    publish: id => publish(dataDir, id),
    announced: () => undefined,
    generation: () => 0,
    isReadable: () => true,
    kept: () => [],
  };
  const service = new IngestService(dataDir, host, error => failures.push(error));
  const job: ImportJob = {
    type: 'import',
    id: 'relevance',
    kind: 'catalog',
    mode: 'replace',
    file,
    encoding: 'gzip',
    force: false,
    validationOnly: false,
    maxInflatedBytes: MAX_INFLATED_BYTES,
  };
  const outcome = await service.import(job, () => {});
  await service.close();
  if (outcome.status !== 'SUCCESS') throw new Error(outcome.message, { cause: failures[0] });
}

/**
 * The two sides of a comparison: resolves the names of snapshots, and opens each as the daemon does, with the same
 * settings and signals. Reads the data folder and writes nothing; a daemon may use it at the same time.
 */
import { existsSync } from 'node:fs';
import { parseStorefrontQuery } from '../../api/parse-query.js';
import type { Learner } from '../../behaviour/learning/index.js';
import { Part } from '../../index/part.js';
import { type KeyList, Structure } from '../../index/structure.js';
import { quote } from '../../kernel/quote.js';
import { Pages } from '../../pages/pages.js';
import type { ViewId } from '../../pages/shared/requests.js';
import type { Settings } from '../../server/settings/daemon-settings.js';
import { listSnapshots, loadSnapshot, readManifest, readPointer, type SharedSnapshot } from '../../snapshot/index.js';
import { manifestFile } from '../../snapshot/manifest.js';
import { CommandFailure, UsageError } from '../terminal/exit-codes.js';
import { type ViewName, viewOf } from './common-views.js';
import type { RankedList } from './ranked-lists.js';

const VIEW_IDS: readonly ViewId[] = ['PRODUCTION', 'PREVIEW'];

/** A snapshot, and the layer of its documents that queries use. */
export interface SideName {
  id: string;
  viewId: ViewId;
}

/** Outcome of a search on one side. */
export interface SearchOutcome extends RankedList {
  /** Number of all hits. */
  total: number;
  /** The text that was searched for, corrected if it was. */
  q: string;
  /** Link of the redirect for the text. */
  redirect?: string;
}

/**
 * @param text an id or a prefix of one, `live` or `previous` (the one built before the live one), optionally followed
 * by
 *   `@PREVIEW` or `@PRODUCTION`, which overrides `viewId`
 * @throws UsageError when no or several snapshots match; CommandFailure when there is no live or previous one
 */
export function nameSide(dataDir: string, text: string, viewId: ViewId): SideName {
  const at = text.indexOf('@');
  const word = at < 0 ? text : text.slice(0, at);
  return { id: idOf(dataDir, word), viewId: at < 0 ? viewId : parseViewId(text, text.slice(at + 1)) };
}

/** @throws UsageError for any other text */
export function parseViewId(name: string, text: string): ViewId {
  const viewId = VIEW_IDS.find(known => known === text.toUpperCase());
  if (viewId === undefined) throw new UsageError(`${name}: found ${quote(text)}, expected ${VIEW_IDS.join(' or ')}`);
  return viewId;
}

function idOf(dataDir: string, word: string): string {
  const known = listSnapshots(dataDir);
  if (word === 'live' || word === 'previous') {
    const live = readPointer(dataDir)?.snapshot;
    if (live === undefined) throw new CommandFailure(`${dataDir} has no snapshot yet: import a catalog first`);
    if (word === 'live') return live;
    const { createdAt } = readManifest(dataDir, live);
    const before = known.filter(one => one.id !== live && one.createdAt < createdAt);
    before.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    if (before[0] === undefined) throw new CommandFailure(`no snapshot older than ${live}, the live one, is kept`);
    return before[0].id;
  }
  const ids = known.map(one => one.id);
  const meant = word === '' ? [] : ids.filter(id => id.startsWith(word));
  if (meant.length === 1) return meant[0]!;
  if (meant.length > 1) throw new UsageError(`${quote(word)} begins several snapshots: ${meant.join(', ')}`);
  const there = ids.length === 0 ? 'no snapshots' : ids.join(', ');
  throw new UsageError(`no snapshot begins with ${quote(word)}; there are ${there}, and the words live and previous`);
}

/** The conditions of a comparison, the same for both sides. */
export interface SideConditions {
  settings: Settings;
  /** Source of the signals; undefined: no visits. */
  learned: Learner | undefined;
  /** Time to which signals decay; were it not the same, sides would differ by rounding. */
  nowMs: number;
}

export class Side {
  /** Product keys by part file. */
  private readonly products = new Map<string, KeyList>();

  private constructor(
    readonly name: SideName,
    readonly shared: SharedSnapshot,
    private readonly pages: Pages,
  ) {}

  /**
   * @param other the other side, with which equal parts share memory
   * @throws CommandFailure when the snapshot has been removed; Problem when it is damaged
   */
  static async open(
    dataDir: string,
    name: SideName,
    { settings, learned, nowMs }: SideConditions,
    other?: Side,
  ): Promise<Side> {
    const { id } = name;
    try {
      const shared = await loadSnapshot(dataDir, id, other?.shared);
      const pages = new Pages(shared, {
        settings: settings.pages,
        discountThreshold: settings.index.discountThreshold,
        // Tickets of a comparison are not used.
        ticketSecret: 'comparison',
      });
      if (learned) pages.learn(learned.compile(shared, nowMs));
      return new Side(name, shared, pages);
    } catch (error) {
      if (existsSync(manifestFile(dataDir, id))) throw error;
      throw new CommandFailure(`snapshot ${id} is no longer there: newer imports have taken its place`);
    }
  }

  /**
   * @param depth number of hits requested
   * @throws Problem when the text is no valid query
   */
  search(q: string, { market, locale }: ViewName, depth: number, nowMs: number): SearchOutcome {
    const parameters = new URLSearchParams({
      market,
      locale,
      q,
      viewId: this.name.viewId,
      touchpoint: 'DESKTOP',
      userContext: 'ANONYMOUS',
      notify: 'false',
      limit: String(depth),
    });
    const request = parseStorefrontQuery(
      'search-page',
      { method: 'GET', rawQuery: parameters.toString() },
      { ticketSecret: '' },
    );
    const { body } = this.pages.answer(request, nowMs);
    const answer = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString()) as SearchAnswer;
    const { productGroups, totalHits } = answer.primaryList;
    const hits = productGroups.map(({ products: [product] }) => ({ key: product.key, title: product.title ?? '' }));
    const products = this.productsOf(market, locale);
    return {
      q: answer.q,
      ...(answer.redirectLink !== undefined && { redirect: answer.redirectLink }),
      total: totalHits,
      hits,
      mayHold: key => totalHits > hits.length && products.find(key) >= 0,
    };
  }

  /** Keys of all products of a view. */
  private productsOf(market: string, locale: string): KeyList {
    const { manifest, parts } = this.shared;
    const { structure } = viewOf(manifest, { market, locale })!.parts;
    let products = this.products.get(structure);
    if (!products) this.products.set(structure, (products = new Structure(new Part(parts.get(structure)!)).products));
    return products;
  }

  /** Closes the snapshot's files. */
  close(): void {
    this.pages.close();
  }
}

/** The members of a search page's response that a comparison reads. */
interface SearchAnswer {
  q: string;
  redirectLink?: string;
  primaryList: {
    totalHits: number;
    /** A hit is the first product of its group. */
    productGroups: { products: [{ key: string; title?: string }] }[];
  };
}

/**
 * What one thread computes and writes pages with: matchers with what they have merged, and the memories of facets,
 * cards and responses. Snapshots whose views have the same keys use one workspace, so that after an update of prices
 * queries find there what was derived from all that stayed as it was; one that has none of it makes its own.
 */
import { Assembly } from '../../../kernel/assembly.js';
import { Bytes } from '../../../kernel/bytes.js';
import { Deadline } from '../../../kernel/deadline.js';
import { Matcher } from '../../../query/matching/matcher.js';
import { keysOf, type PartsKey, type SharedSnapshot, type View } from '../../../snapshot/index.js';
import { CARD_STAGE_BYTES } from '../cards/card-stage.js';
import { CardsWriter } from '../cards/cards-writer.js';
import { RESPONSE_BYTES, type RecordMemory } from '../cards/record-memory.js';
import { FacetTally } from '../facets/facet-tally.js';
import { FacetsWriter } from '../facets/facets-writer.js';
import type { PageSettings } from '../page-settings.js';

export interface WorkspaceConfig {
  settings: PageSettings;
  /** Whether loops run in WebAssembly, where there is any; absent: they do. */
  assembly?: boolean;
  /** Of the thread; absent: cards are read from disk. */
  cardMemory?: RecordMemory | undefined;
  /** The longest answer; absent: without a limit. */
  answerBytes?: number;
}

export class Workspace {
  /** Of the current query. */
  readonly deadline = new Deadline();
  readonly matcher: Matcher;
  readonly contentMatcher: Matcher;
  readonly facetTally: FacetTally;
  /** Of the thread where it has a memory of cards, which lies there too. */
  readonly out: Bytes;
  readonly cards: CardsWriter;
  readonly facets: FacetsWriter;
  private rankedProducts = new Uint32Array(1024);
  private readonly keys = new Set<PartsKey>();

  constructor({ settings, assembly = true, cardMemory, answerBytes }: WorkspaceConfig) {
    this.matcher = new Matcher(this.deadline, assembly);
    this.contentMatcher = new Matcher(this.deadline, assembly);
    this.facetTally = new FacetTally(settings.maxFacetValues, assembly);
    this.out =
      (assembly && cardMemory?.out) ||
      new Bytes(RESPONSE_BYTES, CARD_STAGE_BYTES, assembly ? Assembly.make(RESPONSE_BYTES) : undefined);
    this.out.most = answerBytes ?? Number.POSITIVE_INFINITY;
    this.cards = new CardsWriter(this.out, cardMemory);
    this.facets = new FacetsWriter(this.out);
  }

  /** Scratch for `size` ranked products. */
  ranked(size: number): Uint32Array {
    if (this.rankedProducts.length < size) this.rankedProducts = new Uint32Array(size * 2);
    return this.rankedProducts;
  }

  /** To be called for a view before it is used here. */
  add({ key, content }: View): void {
    this.keys.add(key);
    if (content) this.keys.add(content.key);
  }

  /** Drops what is kept of parts that no open snapshot has. */
  clean(): void {
    for (const key of this.keys) if (key.isReleased) this.release(key);
  }

  /** To be called once, when it is not used again. */
  close(): void {
    for (const key of this.keys) this.release(key);
    this.facets.close();
  }

  private release(key: PartsKey): void {
    this.matcher.release(key);
    this.contentMatcher.release(key);
    this.keys.delete(key);
  }
}

/** The workspaces of one thread. */
export class Workspaces {
  private readonly kept = new Map<string, { workspace: Workspace; users: number }>();

  constructor(private readonly config: WorkspaceConfig) {}

  /** To be given back once. */
  take(snapshot: SharedSnapshot): Workspace {
    const keys = keysOf(snapshot);
    let entry = this.kept.get(keys);
    if (!entry) this.kept.set(keys, (entry = { workspace: new Workspace(this.config), users: 0 }));
    entry.users++;
    return entry.workspace;
  }

  /** To be called when the snapshot is closed. */
  giveBack(snapshot: SharedSnapshot): void {
    const keys = keysOf(snapshot);
    const entry = this.kept.get(keys)!;
    if (--entry.users > 0) {
      entry.workspace.clean();
      return;
    }
    entry.workspace.close();
    this.kept.delete(keys);
  }
}

/**
 * Answers storefront queries from a snapshot, one at a time, on one thread: `answer` does everything between a parsed
 * request and the bytes of its response.
 */
import { CappedVisitors } from '../behaviour/campaigns/capped-visitors.js';
import { CampaignStanding } from '../behaviour/campaigns/standing.js';
import type { VisitorSource } from '../behaviour/visitors/visitor.js';
import type { RetailMediaSettings } from '../catalog/site/retail-media-settings.js';
import {
  BUILT_IN_TEMPLATES,
  type BuiltInTemplate,
  TEMPLATES_KEY,
  type TemplateSettings,
  type Templates,
} from '../catalog/site/templates.js';
import { badRequest, Problem } from '../errors/problem.js';
import { isCardFile } from '../index/cards.js';
import { TooLong } from '../kernel/bytes.js';
import { quote } from '../kernel/quote.js';
import type { Steps } from '../kernel/steps.js';
import { prepareAffinities } from '../recommend/affinities.js';
import { type SharedSignals, type SharedSnapshot, Snapshot, type View } from '../snapshot/index.js';
import { autocomplete } from './autocomplete/autocomplete.js';
import { addToCartPopup } from './cart/add-to-cart-popup.js';
import { cartPage } from './cart/cart-page.js';
import { contentInformation } from './content/content-information.js';
import { contentSearchPage } from './content/content-search-page.js';
import { discoveryTopic } from './discovery/discovery-topic.js';
import { explainPage } from './explain/explain-page.js';
import { Explainer } from './explain/explainer.js';
import type { Explanation } from './explain/explanation.js';
import { landingPage } from './landing/landing-page.js';
import { navigationTree } from './navigation/navigation-tree.js';
import { productPage } from './product/product-page.js';
import type { PhaseTimer } from './profile/phase-timer.js';
import { timeParts } from './profile/timed-parts.js';
import { searchPage } from './search/search-page.js';
import { ContentWriter } from './shared/content/content-writer.js';
import type { PageContext, PageResources, RetailMedia } from './shared/context/page-context.js';
import type { PageWriters } from './shared/context/page-writers.js';
import { ViewContext } from './shared/context/view-context.js';
import { type Workspace, type WorkspaceConfig, Workspaces } from './shared/context/workspace.js';
import { prepareRecommender } from './shared/lists/recommendation-lists.js';
import type { Page, PageResult } from './shared/page.js';
import { PHASE, type Phase } from './shared/phases.js';
import type { ProductContext, StorefrontRequest, Visit } from './shared/requests.js';
import type { TicketSecret } from './shared/tickets/ticket-secret.js';
import { TicketSigner } from './shared/tickets/ticket-signer.js';
import { retailMedia } from './sponsored/retail-media.js';

export type { Explanation } from './explain/explanation.js';
export { PhaseTimer } from './profile/phase-timer.js';
export { Workspaces } from './shared/context/workspace.js';
export type { PageSettings } from './shared/page-settings.js';
export { PHASE_NAMES } from './shared/phases.js';

export interface PageAnswer {
  /** JSON; a view of memory that the next answer overwrites. */
  body: Uint8Array;
  totalHits: number;
  autoCorrected: boolean;
  /** Whether the answer depends on stored data of the visitor. */
  personal: boolean;
  /** Whether the deadline has cut it short. */
  degraded: boolean;
  /** Seconds since 1970: campaigns have competed, so that it holds for this second alone. 0: they have not. */
  second: number;
}

/** Memory that the ledger of campaigns writes. */
export interface CampaignMemory {
  standing: SharedArrayBuffer;
  capped: SharedArrayBuffer;
}

/** The configuration that pages depend on beside the snapshot. */
export interface PagesConfig extends WorkspaceConfig {
  /** Discount in percent from which a badge shows it. */
  discountThreshold: number;
  /** Signs tickets. */
  ticketSecret: TicketSecret;
  /** Absent: retail media is switched off. */
  retailMedia?: RetailMediaSettings | undefined;
  /** What the campaigns of retail media have in memory that threads share; absent: all are open, and no visitor is capped. */
  campaigns?: CampaignMemory | undefined;
  /** Of the thread, with this configuration; absent: there is no other snapshot to share one with. */
  workspaces?: Workspaces;
}

export class Pages {
  private readonly snapshot: Snapshot;
  private readonly viewContexts = new Map<View, ViewContext>();
  private readonly workspaces: Workspaces;
  private readonly workspace: Workspace;
  private readonly resources: PageResources;
  private readonly writers: PageWriters;
  /** Called at the beginning of a phase; undefined where nothing is measured. */
  private readonly entering: ((phase: Phase) => void) | undefined;
  /** Whether data of the visitor was read for the current query. */
  private personal = false;
  /** As in the answer. */
  private second = 0;
  private readonly standing: CampaignStanding | undefined;

  /**
   * @param timer measures the phases of every answer; without one no clock is read
   * @param inParts whether it measures parts of steps apart, which takes the methods of a thread's resources other ones
   */
  constructor(
    private readonly shared: SharedSnapshot,
    private readonly config: PagesConfig,
    visitors: VisitorSource = { get: () => undefined },
    timer?: PhaseTimer,
    inParts = false,
  ) {
    this.snapshot = new Snapshot(shared);
    config.cardMemory?.expect(cardBytesOf(shared.manifest));
    this.standing = config.campaigns && new CampaignStanding(config.campaigns.standing);
    this.workspaces = config.workspaces ?? new Workspaces(config);
    this.workspace = this.workspaces.take(shared);
    this.resources = this.pageResources(visitors);
    const { out, cards, facets } = this.workspace;
    const tickets = new TicketSigner(config.ticketSecret, shared.manifest.catalogGeneration);
    this.writers = { out, cards, content: new ContentWriter(out, tickets), facets, tickets };
    if (!timer) return;
    if (inParts) timeParts(this.resources, this.writers, timer);
    this.entering = phase => timer.begin(phase);
  }

  /**
   * @param budgetMs time after which the query is answered with what it has found; undefined: no limit
   * @throws Problem when the market, the locale or a name in the request is unknown, or the answer would be too long
   */
  answer(request: StorefrontRequest, nowMs: number, budgetMs?: number): PageAnswer {
    try {
      return this.wholeAnswer(request, nowMs, budgetMs);
    } catch (error) {
      if (!(error instanceof TooLong)) throw error;
      throw new Problem(
        'answer_too_long',
        `the answer would be longer than ${this.writers.out.most} bytes, expected a smaller limit, fewer lists or a response template with less`,
      );
    }
  }

  private wholeAnswer(request: StorefrontRequest, nowMs: number, budgetMs: number | undefined): PageAnswer {
    this.begin(budgetMs);
    const context = this.context(request, nowMs, false);
    const { out } = this.writers;
    out.start();
    this.personal = false;
    this.second = 0;
    const { totalHits, autoCorrected } = this.make(request, context);
    const degraded = this.workspace.deadline.cut || isUnencoded(request);
    if (degraded) {
      // Instead of the brace that ends the page.
      out.at--;
      out.ascii(',"degraded":true}');
    }
    const body = out.written();
    // A buffer that has grown for other answers takes a longer one than a new one would.
    if (body.length > out.most) throw new TooLong();
    return { body, totalHits, autoCorrected, personal: this.personal, degraded, second: this.second };
  }

  /**
   * Explains a request: how it was understood, why its lists are as they are, and why some products are in them or not.
   * @param products keys of products asked about
   * @param budgetMs as in `answer`, for the page that is explained
   * @throws Problem as `answer` does
   */
  explain(request: StorefrontRequest, products: readonly string[], nowMs: number, budgetMs?: number): Explanation {
    this.begin(budgetMs);
    const context = this.context(request, nowMs, true);
    const explainer = new Explainer(request, context, products, key => this.viewsWith(key));
    context.retailMedia?.sales.splice(0);
    explainPage(request, context, explainer);
    return explainer.explanation(this.snapshot.id);
  }

  /**
   * Computes in steps what the first query over the prices and stock of a view would compute at once.
   * @param request of such a query
   */
  *prepare(request: ProductContext): Steps<void> {
    const { view, viewContext } = this.opened(request);
    const { matcher, facetTally } = this.resources;
    const offers = viewContext.offers.of(request);
    yield* offers.prepare();
    yield* matcher.preparePriors(view, offers);
    yield* facetTally.prepare(view, offers);
    yield* viewContext.campaigns.prepare(request.viewId, Date.now());
    if (this.config.settings.personalOrder) yield* prepareAffinities(view);
  }

  /** As `prepare`, for the first query with recommendations, whose lists take most where a catalog has changed. */
  *prepareRecommendations(request: ProductContext, nowMs: number): Steps<void> {
    yield* prepareRecommender(this.opened(request).view, nowMs);
  }

  /** A word of a view, of the middle of the alphabet; undefined where it has none. */
  someWord(request: ProductContext): string | undefined {
    const { terms } = this.opened(request).view.text;
    return terms.size > 0 ? terms.term(terms.size >>> 1) : undefined;
  }

  /** The pairs of letters with which the most words of the products of a view begin, the most frequent first. */
  frequentPairs(request: ProductContext, most: number): string[] {
    const { terms, start } = this.opened(request).view.text;
    const pairs = terms.beginnings(2).map(({ text, from, to }) => ({ text, postings: start[to] - start[from] }));
    pairs.sort((a, b) => b.postings - a.postings);
    return pairs.slice(0, most).map(({ text }) => text);
  }

  private begin(budgetMs: number | undefined): void {
    this.workspace.deadline.start(budgetMs);
    this.resources.matcher.begin();
    this.resources.contentMatcher.begin();
  }

  /** Replaces the signals. */
  learn(signals: SharedSignals): void {
    this.snapshot.learn(signals);
  }

  /** The snapshot's parts, by file. */
  get parts(): ReadonlyMap<string, SharedArrayBuffer> {
    return this.shared.parts;
  }

  /** Releases the snapshot's files. */
  close(): void {
    this.snapshot.close();
    this.workspaces.giveBack(this.shared);
  }

  /** Computes and writes the page of a request. */
  private make(request: StorefrontRequest, context: PageContext): PageResult {
    switch (request.query) {
      case 'autocomplete':
        return this.run(autocomplete, request, context);
      case 'search-page':
        return this.run(searchPage, request, context);
      case 'landing-page':
        return this.run(landingPage, request, context);
      case 'product-page':
        return this.run(productPage, request, context);
      case 'cart-page':
        return this.run(cartPage, request, context);
      case 'add-to-cart-popup':
        return this.run(addToCartPopup, request, context);
      case 'navigation-tree':
        return this.run(navigationTree, request, context);
      case 'content-search-page':
        return this.run(contentSearchPage, request, context);
      case 'content-information':
        return this.run(contentInformation, request, context);
      case 'discovery-agent-topic':
        return this.run(discoveryTopic, request, context);
      case 'sponsored-page':
      case 'banners':
        return this.run(retailMedia, request, context);
    }
  }

  private run<Request, Result extends PageResult>(
    page: Page<Request, Result>,
    request: Request,
    context: PageContext,
  ): PageResult {
    const result = page.steps.run(request, context, this.entering);
    this.entering?.(PHASE.WRITING);
    page.write(result, context, this.writers);
    return result;
  }

  private opened(request: ProductContext): { view: View; viewContext: ViewContext } {
    const view = this.snapshot.view(request.market, request.locale);
    let viewContext = this.viewContexts.get(view);
    if (!viewContext) {
      const { settings, assembly = true } = this.config;
      viewContext = new ViewContext(
        view,
        settings,
        this.snapshot.site,
        this.workspace.deadline,
        assembly,
        this.standing,
      );
      this.workspace.add(view);
      this.writers.facets.keep(viewContext.facets);
      this.viewContexts.set(view, viewContext);
    }
    return { view, viewContext };
  }

  private context(request: ProductContext, nowMs: number, explained: boolean): PageContext {
    const { view, viewContext } = this.opened(request);
    const { deadline, matcher, contentMatcher, facetTally, settings, discountThreshold } = this.resources;
    // Also where no card follows it.
    if (request.templateId !== undefined) this.template(request.templateId);
    return {
      view,
      viewContext,
      offers: viewContext.offers.of(request),
      nowMs,
      explained,
      deadline,
      matcher,
      contentMatcher,
      facetTally,
      settings,
      discountThreshold,
      template: this.resources.template,
      retailMedia: this.resources.retailMedia,
      ranked: this.resources.ranked,
      visitor: this.resources.visitor,
    };
  }

  private pageResources(visitors: VisitorSource): PageResources {
    const { settings, discountThreshold } = this.config;
    const { workspace } = this;
    const { deadline, matcher, contentMatcher, facetTally } = workspace;
    return {
      deadline,
      matcher,
      contentMatcher,
      facetTally,
      settings,
      discountThreshold,
      template: id => this.template(id),
      retailMedia: this.retailMedia(),
      ranked: size => workspace.ranked(size),
      visitor: ({ market, customerKey }: ProductContext & Visit) => {
        this.personal = true;
        return customerKey === undefined ? undefined : visitors.get(market, customerKey);
      },
    };
  }

  private retailMedia(): RetailMedia | undefined {
    const { retailMedia: settings, campaigns } = this.config;
    if (!settings) return undefined;
    const visitors = campaigns && new CappedVisitors(campaigns.capped);
    return {
      settings,
      sales: [],
      competing: nowMs => {
        this.second = Math.floor(nowMs / 1000);
      },
      auction: run => run(),
      capped: ({ customerKey }) => {
        const capped = customerKey === undefined ? undefined : visitors?.of(customerKey);
        if (capped) this.personal = true;
        return capped;
      },
    };
  }

  private template(id: string): TemplateSettings {
    const templates = this.snapshot.site.get<Templates>(TEMPLATES_KEY) ?? {};
    if (Object.hasOwn(templates, id)) return templates[id];
    if (isBuiltIn(id)) return BUILT_IN_TEMPLATES[id];
    const known = Object.keys(templates).join(', ') || 'none';
    throw badRequest(
      'templateId',
      `found ${quote(id)}, expected a response template of this cluster; there are ${known}`,
      'template_unknown',
    );
  }

  /** The markets and locales that have a product. */
  private viewsWith(key: string): string[] {
    const having = this.shared.manifest.views.filter(({ market, locale }) => {
      return this.snapshot.view(market, locale).structure.products.find(key) >= 0;
    });
    return having.map(({ market, locale }) => `${market}, ${locale}`);
  }
}

function isBuiltIn(id: string): id is BuiltInTemplate {
  return Object.hasOwn(BUILT_IN_TEMPLATES, id);
}

/** Whether it is searched by its words alone because the encoder is late, or has failed. */
function isUnencoded(request: StorefrontRequest): boolean {
  return request.query === 'search-page' && request.unencoded !== undefined;
}

/** All that are searched, those of earlier changes too. */
function cardBytesOf({ files }: SharedSnapshot['manifest']): number {
  return files.reduce((sum, { file, bytes }) => sum + (isCardFile(file) ? bytes : 0), 0);
}

/**
 * Pages: storefront queries answered from a snapshot, one at a time, on one thread. Everything between a parsed request
 * and the bytes of its response happens in `answer`.
 */
import type { VisitorSource } from '../behaviour/visitors/visitor.js';
import { TEMPLATES_KEY, type TemplateSettings, type Templates } from '../catalog/site/templates.js';
import { badRequest } from '../errors/problem.js';
import { Bytes } from '../kernel/bytes.js';
import { quote } from '../kernel/quote.js';
import { Matcher } from '../query/matching/matcher.js';
import { type SharedSignals, type SharedSnapshot, Snapshot, type View } from '../snapshot/index.js';
import { autocomplete } from './autocomplete/autocomplete.js';
import { addToCartPopup } from './cart/add-to-cart-popup.js';
import { cartPage } from './cart/cart-page.js';
import { contentInformation } from './content/content-information.js';
import { contentSearchPage } from './content/content-search-page.js';
import { discoveryTopic } from './discovery/discovery-topic.js';
import { Explainer } from './explain/explainer.js';
import type { Explanation } from './explain/explanation.js';
import { landingPage } from './landing/landing-page.js';
import { navigationTree } from './navigation/navigation-tree.js';
import { productPage } from './product/product-page.js';
import { type PhaseTimer, STAGE } from './profile/phase-timer.js';
import { TimedCardsWriter, TimedFacetsWriter, TimedFacetTally, TimedMatcher } from './profile/timed-context.js';
import { searchPage } from './search/search-page.js';
import { CardsWriter } from './shared/cards/cards-writer.js';
import type { PageContext } from './shared/context/page-context.js';
import { ViewContext } from './shared/context/view-context.js';
import { FacetTally } from './shared/facets/facet-tally.js';
import { FacetsWriter } from './shared/facets/facets-writer.js';
import type { PageResult } from './shared/page-result.js';
import type { PageSettings } from './shared/page-settings.js';
import type { ProductContext, StorefrontRequest, Visit } from './shared/requests.js';
import { encodeContext } from './shared/tickets/ticket.js';
import { retailMedia } from './sponsored/retail-media.js';

export type { Explanation } from './explain/explanation.js';
export { PhaseTimer, STAGE_NAMES } from './profile/phase-timer.js';
export type { PageSettings } from './shared/page-settings.js';

const MINUTE_MS = 60_000;

export interface PageAnswer {
  /** JSON. A view into memory that the next answer reuses. */
  body: Uint8Array;
  totalHits: number;
  autoCorrected: boolean;
  /** Whether the answer would be another for another visitor. */
  personal: boolean;
}

/** What shapes pages beside the snapshot. */
export interface PagesConfig {
  settings: PageSettings;
  /** Discount, in percent, from which a badge says so. */
  discountThreshold: number;
  /** Signs tickets. */
  ticketSecret: string;
}

function page(request: StorefrontRequest, desk: ViewContext, tools: PageContext, nowMs: number): PageResult {
  switch (request.query) {
    case 'autocomplete':
      return autocomplete(request, desk, tools, nowMs);
    case 'search-page':
      return searchPage(request, desk, tools, nowMs);
    case 'landing-page':
      return landingPage(request, desk, tools, nowMs);
    case 'product-page':
      return productPage(request, desk, tools, nowMs);
    case 'cart-page':
      return cartPage(request, desk, tools, nowMs);
    case 'add-to-cart-popup':
      return addToCartPopup(request, desk, tools, nowMs);
    case 'navigation-tree':
      return navigationTree(request, desk, tools, nowMs);
    case 'content-search-page':
      return contentSearchPage(request, desk, tools, nowMs);
    case 'content-information':
      return contentInformation(request, desk, tools, nowMs);
    case 'discovery-agent-topic':
      return discoveryTopic(request, desk, tools, nowMs);
    case 'sponsored-page':
    case 'banners':
      return retailMedia(request, desk, tools, nowMs);
  }
}

export class Pages {
  private readonly snapshot: Snapshot;
  private readonly desks = new Map<View, ViewContext>();
  private readonly tools: PageContext;
  /** Whether the visitor of the query at hand was looked at. */
  private personal = false;

  constructor(
    private readonly shared: SharedSnapshot,
    private readonly config: PagesConfig,
    visitors: VisitorSource = { get: () => undefined },
    stopwatch?: PhaseTimer,
  ) {
    this.snapshot = new Snapshot(shared);
    const out = new Bytes();
    let ranked = new Uint32Array(1024);
    const generation = shared.manifest.catalogGeneration;
    const { maxFacetValues } = config.settings;
    this.tools = {
      out,
      ...(stopwatch && { stopwatch }),
      matcher: stopwatch ? new TimedMatcher(stopwatch) : new Matcher(),
      contentMatcher: new Matcher(),
      cards: stopwatch ? new TimedCardsWriter(out, stopwatch) : new CardsWriter(out),
      facetTally: stopwatch ? new TimedFacetTally(maxFacetValues, stopwatch) : new FacetTally(maxFacetValues),
      facets: stopwatch ? new TimedFacetsWriter(out, stopwatch) : new FacetsWriter(out),
      settings: config.settings,
      discountThreshold: config.discountThreshold,
      template: id => this.template(id),
      ranked(size) {
        if (ranked.length < size) ranked = new Uint32Array(size * 2);
        return ranked;
      },
      ticket: (request, pageType, list, q, nowMs, pageReference = '') =>
        this.ticket(request, pageType, pageReference, list, q, nowMs, generation),
      site: this.snapshot.site,
      visitor: ({ market, customerKey }) => {
        this.personal = true;
        return customerKey === undefined ? undefined : visitors.get(market, customerKey);
      },
    };
  }

  /** Throws a Problem when the market, the locale or a name in the request is unknown. */
  answer(request: StorefrontRequest, nowMs: number): PageAnswer {
    const desk = this.desk(request);
    const { out } = this.tools;
    out.start();
    this.personal = false;
    const result = page(request, desk, this.tools, nowMs);
    return { body: out.written(), ...result, personal: this.personal };
  }

  /**
   * How a request is understood and why its lists are what they are, with what became of some products in them. The
   * page is made as for `answer`, and thrown away.
   * @param products keys of products asked about
   * @throws Problem as `answer` does
   */
  explain(request: StorefrontRequest, products: readonly string[], nowMs: number): Explanation {
    const desk = this.desk(request);
    const witness = new Explainer(request, desk, nowMs, products, key => this.viewsWith(key));
    this.tools.out.start();
    page(request, desk, { ...this.tools, witness }, nowMs);
    return witness.explanation(this.snapshot.id);
  }

  /** The markets and locales that have a product. */
  private viewsWith(key: string): string[] {
    const having = this.shared.manifest.views.filter(({ market, locale }) => {
      return this.snapshot.view(market, locale).structure.products.find(key) >= 0;
    });
    return having.map(({ market, locale }) => `${market}, ${locale}`);
  }

  /** Takes over what behaviour tells from now on. */
  learn(signals: SharedSignals): void {
    this.snapshot.learn(signals);
  }

  /** The snapshot's parts, by file. */
  get parts(): ReadonlyMap<string, SharedArrayBuffer> {
    return this.shared.parts;
  }

  /** Lets go of the snapshot's files. */
  close(): void {
    this.snapshot.close();
  }

  private desk({ market, locale }: ProductContext): ViewContext {
    const view = this.snapshot.view(market, locale);
    let desk = this.desks.get(view);
    if (!desk) {
      desk = new ViewContext(view, this.config.settings, this.snapshot.site);
      this.tools.facets.keep(desk.facets);
      this.desks.set(view, desk);
    }
    return desk;
  }

  private template(id: string): TemplateSettings {
    const templates = this.snapshot.site.get<Templates>(TEMPLATES_KEY) ?? {};
    if (Object.hasOwn(templates, id)) return templates[id];
    const known = Object.keys(templates).join(', ') || 'none';
    throw badRequest(
      'templateId',
      `found ${quote(id)}, expected a response template of this cluster; there are ${known}`,
      'template_unknown',
    );
  }

  private ticket(
    { market, locale, touchpoint }: ProductContext & Visit,
    pageType: string,
    pageReference: string,
    list: string,
    q: string,
    nowMs: number,
    generation: number,
  ): string {
    const { stopwatch } = this.tools;
    const outer = stopwatch?.begin(STAGE.TICKETS);
    const minute = Math.floor(nowMs / MINUTE_MS);
    const context = { market, locale, touchpoint, pageType, pageReference, list, q, generation, minute };
    const encoded = encodeContext(context, this.config.ticketSecret);
    if (outer !== undefined) stopwatch?.begin(outer);
    return encoded;
  }
}

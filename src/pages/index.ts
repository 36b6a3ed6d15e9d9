/**
 * Pages: storefront queries answered from a snapshot, one at a time, on one thread. Everything between a parsed request
 * and the bytes of its response happens in `answer`.
 */
import { TEMPLATES_KEY, type TemplateSettings, type Templates } from '../catalog/site/templates.js';
import { Bytes } from '../kernel/bytes.js';
import { badRequest } from '../kernel/problem.js';
import { quote } from '../kernel/quote.js';
import { Matcher } from '../query/matcher.js';
import { type SharedSnapshot, Snapshot, type View } from '../snapshot/index.js';
import { ViewDesk } from './answering.js';
import { autocomplete } from './autocomplete.js';
import { CardsWriter } from './cards.js';
import { FacetsWriter } from './facets-writer.js';
import type { ProductContext, StorefrontRequest, Visit } from './requests.js';
import { searchPage } from './search-page.js';
import type { PageSettings } from './settings.js';
import { encodeContext } from './ticket.js';
import type { Tools } from './tools.js';

export type { PageSettings } from './settings.js';

const MINUTE_MS = 60_000;

export interface PageAnswer {
  /** JSON. A view into memory that the next answer reuses. */
  body: Uint8Array;
  totalHits: number;
  autoCorrected: boolean;
}

/** What shapes pages beside the snapshot. */
export interface PagesConfig {
  settings: PageSettings;
  /** Discount, in percent, from which a badge says so. */
  discountThreshold: number;
  /** Signs tickets. */
  ticketSecret: string;
}

export class Pages {
  private readonly snapshot: Snapshot;
  private readonly desks = new Map<View, ViewDesk>();
  private readonly tools: Tools;

  constructor(
    shared: SharedSnapshot,
    private readonly config: PagesConfig,
  ) {
    this.snapshot = new Snapshot(shared);
    const out = new Bytes();
    let ranked = new Uint32Array(1024);
    const generation = shared.manifest.catalogGeneration;
    this.tools = {
      out,
      matcher: new Matcher(),
      cards: new CardsWriter(out),
      facets: new FacetsWriter(out, config.settings.maxFacetValues),
      settings: config.settings,
      discountThreshold: config.discountThreshold,
      template: id => this.template(id),
      ranked(size) {
        if (ranked.length < size) ranked = new Uint32Array(size * 2);
        return ranked;
      },
      ticket: (request, pageType, list, q, nowMs) => this.ticket(request, pageType, list, q, nowMs, generation),
    };
  }

  /** Throws a Problem when the market, the locale or a name in the request is unknown. */
  answer(request: StorefrontRequest, nowMs: number): PageAnswer {
    const desk = this.desk(request);
    const { out } = this.tools;
    out.start();
    const result =
      request.query === 'autocomplete'
        ? autocomplete(request, desk, this.tools, nowMs)
        : searchPage(request, desk, this.tools, nowMs);
    return { body: out.written(), ...result };
  }

  /** Lets go of the snapshot's files. */
  close(): void {
    this.snapshot.close();
  }

  private desk({ market, locale }: ProductContext): ViewDesk {
    const view = this.snapshot.view(market, locale);
    let desk = this.desks.get(view);
    if (!desk) {
      desk = new ViewDesk(view, this.config.settings);
      this.tools.facets.keep(view, desk.facets);
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
    );
  }

  private ticket(
    { market, locale, touchpoint }: ProductContext & Visit,
    pageType: string,
    list: string,
    q: string,
    nowMs: number,
    generation: number,
  ): string {
    const minute = Math.floor(nowMs / MINUTE_MS);
    const context = { market, locale, touchpoint, pageType, pageReference: '', list, q, generation, minute };
    return encodeContext(context, this.config.ticketSecret);
  }
}

/**
 * Sells the places of one page to campaigns: each product is sponsored once on a page, and what was sold holds for the
 * second of the answer.
 */

import type { SponsoredPlace } from '../../../behaviour/activities/notification.js';
import { isDisclosed, type RetailMediaSettings, reserveMicros } from '../../../catalog/site/retail-media-settings.js';
import {
  type AuctionRequest,
  type AuctionSettings,
  DEFAULT_AUCTION,
  type Winner,
} from '../../../query/auction/auction-request.js';
import type { CompetingCampaign, Sponsor } from '../../../query/auction/campaigns.js';
import { Slot } from '../../../query/understanding/remembered.js';
import type { CampaignIndex } from '../campaigns/campaign-index.js';
import type { SponsoredCard } from '../cards/card-list.js';
import type { PageContext, RetailMedia } from '../context/page-context.js';
import type { ProductContext, Visit } from '../requests.js';
import type { ListPlace, TicketSigner } from '../tickets/ticket-signer.js';
import type { SoldPlace } from './sold-places.js';

/** Where the places are. */
export interface SalePlace {
  /** The text that was searched; empty without one. */
  phrase: string;
  /** Id of the stored page. */
  pageId?: string | undefined;
  /** Ordinals; undefined: those in which the best products are. */
  categories?: readonly number[] | undefined;
}

/** Products that may be sponsored, best first. */
export interface Qualified {
  products: Uint32Array;
  count: number;
}

/** The places of a list. */
export interface ListPlaces {
  /** Id of the list. */
  list: string;
  /** From 0, ascending. */
  positions: readonly number[];
  /** The list as it is without campaigns, from its beginning; absent: it has nothing else. */
  organic?: Uint32Array;
  /** Of one campaign; absent: as many as auctions allow by default. */
  mostPlaces?: number;
}

export class PlaceSale {
  /** Groups that are sponsored on the page. */
  private readonly seen = new Set<number>();
  /** Ids of advertisers that have won a banner of the page. */
  private readonly inBanners = new Set<string>();

  private constructor(
    private readonly campaigns: CampaignIndex,
    private readonly retail: RetailMedia,
    private readonly request: ProductContext & Visit,
    private readonly context: PageContext,
  ) {}

  /** Undefined where there are no campaigns: nothing is sold. */
  static of(request: ProductContext & Visit, context: PageContext): PlaceSale | undefined {
    const { retailMedia, viewContext, nowMs } = context;
    const campaigns = retailMedia && viewContext.campaigns.of(request.viewId, nowMs);
    return campaigns && new PlaceSale(campaigns, retailMedia, request, context);
  }

  get settings(): RetailMediaSettings {
    return this.retail.settings;
  }

  sell(
    { list, positions, organic, mostPlaces = DEFAULT_AUCTION.mostPlaces }: ListPlaces,
    where: SalePlace,
    ranked: Qualified,
  ): readonly Winner[] {
    const asked = this.asked(where, ranked, organic);
    const terms = this.terms(mostPlaces);
    const winners = this.retail.auction(() => this.campaigns.auction(asked, positions, terms));
    if (this.context.explained) {
      const sold = { positions, winners };
      this.retail.sales.push({ list, ...sold, losers: this.campaigns.losers(asked, sold, terms) });
    }
    return winners;
  }

  /** The winner of a banner; each advertiser has one of a page. @param fits whether a campaign has an image for it */
  sellBanner(
    id: string,
    where: SalePlace,
    ranked: Qualified,
    fits: (campaign: CompetingCampaign) => boolean,
  ): Winner | undefined {
    const asked = this.asked(where, ranked);
    const terms = this.terms(1);
    const hasAnother = (advertiser: string) => this.inBanners.has(advertiser);
    const mayWin = (one: CompetingCampaign) => !hasAnother(one.sponsor.id) && fits(one);
    const winners = this.retail.auction(() => this.campaigns.banners(asked, 1, mayWin, terms));
    if (this.context.explained) {
      const sold = { positions: [0], winners };
      const losers = this.campaigns.losers(asked, { ...sold, banner: { fits, hasAnother } }, terms);
      this.retail.sales.push({ list: id, ...sold, losers });
    }
    const [winner] = winners;
    if (winner) this.inBanners.add(winner.sponsor.id);
    return winner;
  }

  /** The document of a campaign that has won. */
  campaign({ id }: Winner): CompetingCampaign['document'] {
    return this.campaigns.get(id)!.document;
  }

  private asked({ phrase, pageId, categories }: SalePlace, ranked: Qualified, organic?: Uint32Array): AuctionRequest {
    const { request, context, seen } = this;
    const { nowMs } = context;
    // Without campaigns of the market the answer is that of any second.
    if (this.campaigns.all.length > 0) this.retail.competing(nowMs);
    const visitorCapped = this.retail.capped(request);
    const { touchpoint } = request;
    return { nowMs, touchpoint, phrase, pageId, categories, ranked, organic, seen, visitorCapped };
  }

  private terms(mostPlaces: number): AuctionSettings {
    const { currency } = this.context.viewContext;
    return { reserveMicros: reserveMicros(this.settings, currency ?? ''), mostPlaces };
  }
}

/** What the cards of sold places say. @param sold by index among the products of the list that are written */
export function sponsoredCards(
  sold: readonly (SoldPlace | undefined)[] | undefined,
  visit: ProductContext & Visit,
  place: ListPlace,
  { nowMs, retailMedia }: PageContext,
  tickets: TicketSigner,
): readonly (SponsoredCard | undefined)[] | undefined {
  if (!sold?.some(one => one !== undefined)) return undefined;
  const { market, locale, touchpoint } = visit;
  const { page, list, q } = place;
  const second = Math.floor(nowMs / 1000);
  const states = [tickets.signature, second, market, locale, touchpoint, page.type, page.reference, list, q];
  const isNamed = retailMedia !== undefined && isDisclosed(retailMedia.settings, market);
  return sold.map(one => {
    if (!one) return undefined;
    const { winner, place } = one;
    const known = written.get(winner);
    if (known && known.tickets === tickets && known.place === place && isAlike(known.states, states)) return known.card;
    const sponsored = sponsorshipOf(winner, place, nowMs);
    const mark = isNamed ? namingMark(winner.sponsor) : MARK;
    const card = { ticket: tickets.sign(visit, { page, list, q, sponsored }, nowMs), mark };
    written.set(winner, { tickets, place, states, card });
    return card;
  });
}

/** The card of a winner as it was written last: its ticket holds for all that see the list in its second. */
interface WrittenCard {
  tickets: TicketSigner;
  place: SponsoredPlace;
  /** All that the tickets of the list state beside a winner and its place, and what they are signed with. */
  states: readonly (string | number)[];
  card: SponsoredCard;
}
const written = new Slot<Winner, WrittenCard>();

function isAlike(known: WrittenCard['states'], states: WrittenCard['states']): boolean {
  for (let i = 0; i < states.length; i++) if (known[i] !== states[i]) return false;
  return true;
}

/** What products of a sold place say besides, in place of what they are built with. */
const marked = (sponsor: string) => Buffer.from(`,"sponsored":true${sponsor},"notifyImpression":true`);
const MARK = marked('');
const naming = new WeakMap<Sponsor, Buffer>();

function namingMark(sponsor: Sponsor): Buffer {
  let mark = naming.get(sponsor);
  if (!mark) naming.set(sponsor, (mark = marked(`,"sponsor":${JSON.stringify(disclosed(sponsor))}`)));
  return mark;
}

export function sponsorshipOf(
  { id, priceMicros, billing }: Pick<Winner, 'id' | 'priceMicros' | 'billing'>,
  place: SponsoredPlace,
  nowMs: number,
) {
  return { campaign: id, place, priceMicros, billing, second: Math.floor(nowMs / 1000) };
}

/** Who is named in answers; undefined where the market's are not. */
export function sponsorOf(
  { sponsor }: Pick<Winner, 'sponsor'>,
  { market }: ProductContext,
  retailMedia: RetailMedia | undefined,
): { advertiser: string; payer: string } | undefined {
  if (!retailMedia || !isDisclosed(retailMedia.settings, market)) return undefined;
  return disclosed(sponsor);
}

function disclosed({ name, payer }: Sponsor): { advertiser: string; payer: string } {
  return { advertiser: name, payer };
}

/**
 * Sponsored lists and banners of a stored page: what campaigns have won. A list that no campaign has won is empty, and a
 * banner that none has won is left out.
 */
import type { Campaign } from '../../catalog/site/campaign-document.js';
import type { PageBanner, PageSponsoredList } from '../../catalog/site/page-document.js';
import { escapeTicketKey } from '../../index/ticket-key.js';
import type { Winner } from '../../query/auction/auction-request.js';
import type { CardChanges } from '../shared/cards/card-list.js';
import { cardChanges } from '../shared/context/card-changes.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { PageWriters } from '../shared/context/page-writers.js';
import { PlaceSale, sponsoredCards, sponsorOf, sponsorshipOf } from '../shared/lists/place-sale.js';
import { type Page, type PageResult, Steps } from '../shared/page.js';
import { PHASE } from '../shared/phases.js';
import type { RetailMediaRequest } from '../shared/requests.js';
import { HIT } from '../shared/tickets/signed-context.js';
import { bannerKey, winnersKey } from '../shared/tickets/sponsored-keys.js';
import { type FittingImage, fittingImages } from './fitting-images.js';
import { type AskedPage, productsFor } from './page-products.js';

/** Products of a list without a limit. */
const LIST_LIMIT = 4;

interface SponsoredList {
  id: string;
  winners: readonly Winner[];
}

interface WonBanner {
  banner: PageBanner;
  winner: Winner;
  images: FittingImage[];
}

interface RetailMediaResult extends PageResult {
  request: RetailMediaRequest;
  changes: CardChanges;
  lists: SponsoredList[];
  banners: WonBanner[];
}

export const retailMedia: Page<RetailMediaRequest, RetailMediaResult> = {
  steps: Steps.first(PHASE.REST, compute),
  write,
};

function compute(request: RetailMediaRequest, context: PageContext): RetailMediaResult {
  // An unknown template is an error even where nothing is listed.
  const changes = cardChanges(request, context);
  const { query, pageReference, locale, viewId } = request;
  const page = context.viewContext.pages.directory(viewId).byReference(pageReference, locale);
  const sale = PlaceSale.of(request, context);
  const asked = page && { request, page };
  return {
    request,
    changes,
    lists: asked && query === 'sponsored-page' ? listsOf(asked, sale, context) : [],
    banners: asked && sale && query === 'banners' ? bannersOf(asked, sale, context) : [],
    totalHits: 0,
    autoCorrected: false,
  };
}

function listsOf(asked: AskedPage, sale: PlaceSale | undefined, context: PageContext): SponsoredList[] {
  return (asked.page.sponsoredLists ?? []).map(list => {
    return { id: list.id, winners: sale ? winnersOf(list, asked, sale, context) : [] };
  });
}

function winnersOf(
  { id, category, limit = LIST_LIMIT }: PageSponsoredList,
  asked: AskedPage,
  sale: PlaceSale,
  context: PageContext,
): readonly Winner[] {
  const { ranked, where } = productsFor(asked, category ? [category] : [], context);
  const positions = Array.from({ length: limit }, (_, position) => position);
  // A list that is all for sale would be short otherwise where few campaigns compete.
  const winners = sale.sell({ list: id, positions, mostPlaces: Math.max(2, Math.ceil(limit / 2)) }, where, ranked);
  return winners.map((winner, position) => ({ ...winner, position }));
}

function bannersOf(asked: AskedPage, sale: PlaceSale, context: PageContext): WonBanner[] {
  const banners = asked.page.banners ?? [];
  if (banners.length === 0) return [];
  const { locale } = asked.request;
  const { ranked, where } = productsFor(asked, [], context);
  return banners.flatMap(banner => {
    const fits = (campaign: { document: Campaign }) => fittingImages(campaign.document, banner, locale).length > 0;
    const winner = sale.sellBanner(banner.id, where, ranked, fits);
    return winner ? [{ banner, winner, images: fittingImages(sale.campaign(winner), banner, locale) }] : [];
  });
}

function write(result: RetailMediaResult, context: PageContext, writers: PageWriters): void {
  if (result.request.query === 'banners') writeBanners(result, context, writers);
  else writeLists(result, context, writers);
}

function writeLists({ request, changes, lists }: RetailMediaResult, context: PageContext, writers: PageWriters): void {
  const { view, offers, nowMs } = context;
  const { out, cards, tickets } = writers;
  const page = { type: 'SPONSORED', reference: request.pageReference };
  out.ascii('{"sponsoredLists":[');
  lists.forEach(({ id, winners }, i) => {
    const place = { page, list: id, q: '' };
    const ticket = tickets.sign(request, place, nowMs);
    if (i > 0) out.ascii(',');
    out.text(`{"id":${JSON.stringify(id)},"algorithm":"TOP_PRODUCTS","productGroups":`);
    const sold = winners.map(winner => ({ winner, place: 'list' }) as const);
    const sponsored = sponsoredCards(sold, request, place, context, tickets);
    const products = Uint32Array.from(winners, ({ product }) => product);
    cards.list({ view, offers, changes, ticket, nowMs, sponsored }, products, 0);
    out.ascii(',"visible":true,"visualization":"CAROUSEL"');
    if (winners.length > 0) {
      const shown = winners.map(winner => ({
        productKey: view.structure.products.at(winner.product),
        position: winner.position,
        sponsored: sponsorshipOf(winner, 'list', nowMs),
      }));
      const key = winnersKey(shown, Math.floor(nowMs / 1000));
      out.text(`,"impressionTicket":"${ticket.startOf(0, HIT.WINNERS, key)}.w.${key}"`);
    }
    out.text(`,"winners":${JSON.stringify([...new Set(winners.map(({ sponsor }) => sponsor.name))])}}`);
  });
  out.ascii(']}');
}

function writeBanners(
  { request, banners }: RetailMediaResult,
  { nowMs, retailMedia }: PageContext,
  { out, tickets }: PageWriters,
): void {
  const page = { type: 'BANNERS', reference: request.pageReference };
  const written = banners.map(({ banner: { id, width, height }, winner, images }) => {
    const sponsored = sponsorshipOf(winner, 'banner', nowMs);
    const ticket = tickets.sign(request, { page, list: id, q: '', sponsored }, nowMs);
    const sponsor = sponsorOf(winner, request, retailMedia);
    return {
      id,
      images: images.map(({ creative: { image, alt, link }, index }) => {
        const key = bannerKey(winner.id, index);
        const start = ticket.startOf(winner.position, HIT.BANNER, key);
        return { url: image, ticket: `${start}.b.${escapeTicketKey(key)}`, alt, link };
      }),
      width,
      height,
      sponsored: true,
      ...(sponsor && { sponsor }),
    };
  });
  out.text(JSON.stringify({ banners: written }));
}

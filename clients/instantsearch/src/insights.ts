/**
 * What InstantSearch tells of visitors, in the manner of Algolia's `search-insights`: clicks and what goes into the
 * cart become notifications, by the tickets of the hits; what has been in sight is told of what is sponsored. Payments
 * come from the shop's server (`admin.payment`).
 */
import type { Shown } from '@vitrine/client';
import type { SearchClient } from './search-client.js';

interface Told {
  objectIDs?: readonly string[];
  positions?: readonly number[];
  queryID?: string;
  eventType?: string;
  eventSubtype?: string;
}

export interface InsightsClient {
  (method: string, ...args: readonly unknown[]): void;
  /** From which InstantSearch knows that it needs no `init`. */
  version: string;
}

const VERSION = '2.17.3';
const CLICK = /^clickedObjectIDs/;
const CART = /^addedToCartObjectIDs/;
const VIEW = /^viewedObjectIDs/;

/**
 * ```ts
 * instantsearch({ searchClient, insights: { insightsClient: vitrineInsights(searchClient) } });
 * ```
 */
export function vitrineInsights(client: SearchClient): InsightsClient {
  const { shop } = client;
  const tickets = ({ objectIDs = [], queryID }: Told) => objectIDs.flatMap(id => client.ticketOf(id, queryID) ?? []);
  // What is not recorded must not harm the page.
  const send = (promises: Promise<void>[]) => void Promise.all(promises).catch(() => {});
  const click = (told: Told) => send(tickets(told).map(ticket => shop.click(ticket)));
  const cart = (told: Told) => send(tickets(told).map(ticket => shop.addToCart(ticket)));
  const view = ({ objectIDs = [], positions = [] }: Told) => {
    const shown = objectIDs.flatMap((id, at): Shown[] => {
      const product = client.groupOf(id)?.products.find(({ key }) => key === id);
      return product === undefined ? [] : [{ product, list: 'primary', index: (positions[at] ?? at + 1) - 1 }];
    });
    send([shop.seen(shown)]);
  };
  const event = (told: Told) => {
    if (told.eventType === 'click') click(told);
    else if (told.eventType === 'view') view(told);
    else if (told.eventSubtype === 'addToCart') cart(told);
  };
  const insights = (method: string, ...args: readonly unknown[]) => {
    const [told] = args;
    if (CLICK.test(method)) click(told as Told);
    else if (CART.test(method) || (told as Told | undefined)?.eventSubtype === 'addToCart') cart(told as Told);
    else if (VIEW.test(method)) view(told as Told);
    else if (method === 'sendEvents') for (const one of told as Told[]) event(one);
    else if (method === 'getUserToken')
      (args[1] as ((error: null, token: string) => void) | undefined)?.(null, 'vitrine');
  };
  return Object.assign(insights, { version: VERSION });
}

/**
 * The keys in tickets of what campaigns have won beside products: a banner is `CAMPAIGN:IMAGE`, the image by its place
 * among those of the campaign; the winners of a sponsored list are JSON in base64url,
 * `[second, [[campaign, product key, position, price in micros, 1 for CPM], …]]`. Their tags sign all of it.
 */
import type { Sponsorship } from '../../../behaviour/activities/notification.js';

export function bannerKey(campaign: string, creative: number): string {
  return `${campaign}:${creative}`;
}

/** The place of the image; the key must be proven. */
export function creativeOf(key: string): number {
  return Number(key.slice(key.lastIndexOf(':') + 1));
}

/** A product that has won a place of a sponsored list. */
export interface ListWinner {
  productKey: string;
  /** In the list, from 0. */
  position: number;
  sponsored: Sponsorship;
}

/** @param winners of one second */
export function winnersKey(winners: readonly ListWinner[], second: number): string {
  const rows = winners.map(({ productKey, position, sponsored: { campaign, priceMicros, billing } }) => {
    return [campaign, productKey, position, priceMicros, billing === 'CPM' ? 1 : 0];
  });
  return Buffer.from(JSON.stringify([second, rows])).toString('base64url');
}

/** @param key must be proven */
export function winnersIn(key: string): ListWinner[] {
  const [second, rows] = JSON.parse(Buffer.from(key, 'base64url').toString()) as [
    number,
    [string, string, number, number, number][],
  ];
  return rows.map(([campaign, productKey, position, priceMicros, cpm]) => {
    const billing = cpm === 1 ? 'CPM' : 'CPC';
    return { productKey, position, sponsored: { campaign, place: 'list', priceMicros, billing, second } };
  });
}

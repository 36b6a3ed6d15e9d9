/** Explains what was sold of a page: which campaigns have won, at what class of price, and why others have not. */
import type { Winner } from '../../query/auction/auction-request.js';
import type { View } from '../../snapshot/index.js';
import type { PageContext } from '../shared/context/page-context.js';
import type { Sale } from './explanation.js';

const MICROS = 1_000_000;

/** Undefined where nothing was for sale. */
export function explainedSales({ retailMedia, view }: PageContext): Sale[] | undefined {
  const sales = retailMedia?.sales ?? [];
  if (sales.length === 0) return undefined;
  return sales.map(({ list, positions, winners, losers }) => ({
    list,
    positions: [...positions],
    winners: winners.map(winner => won(winner, view)),
    lost: losers.map(({ id, bidMicros, reason }) => {
      return { campaign: id, ...(bidMicros !== undefined && { bid: bidMicros / MICROS }), reason };
    }),
  }));
}

function won(winner: Winner, { structure }: View): Sale['winners'][number] {
  const { position, product, id, sponsor, billing, bidMicros, priceMicros, contested, clickRate } = winner;
  const price = priceMicros === bidMicros ? 'bid' : contested ? 'contested' : 'reserve';
  return {
    position,
    // Of a banner there is none.
    product: product >= 0 && product < structure.productCount ? structure.products.at(product) : '',
    campaign: id,
    advertiser: sponsor.name,
    payer: sponsor.payer,
    billing,
    bid: bidMicros / MICROS,
    price,
    clickRate,
  };
}

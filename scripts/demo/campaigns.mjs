/**
 * What advertisers have bought in the demo shop: three of its brands, each with a campaign in every market, and the places
 * of department pages that are for sale. Imported where retail media is switched on.
 */

/**
 * Bids and budgets are in each market's own currency, of which one of these is about as much as a pound or euro.
 * @type {Record<string, { currency: string, unit: number }>}
 */
const MONEY = {
  uk: { currency: 'GBP', unit: 1 },
  se: { currency: 'SEK', unit: 12 },
  de: { currency: 'EUR', unit: 1 },
};

/** Texts of banners, by language. */
const BANNERS = {
  mooskamp: {
    en: 'Out and about with Mooskamp',
    sv: 'Ute med Mooskamp',
    de: 'Unterwegs mit Mooskamp',
    fi: 'Ulkona Mooskampin kanssa',
  },
  norrglimt: {
    en: 'Light by Norrglimt',
    sv: 'Ljus från Norrglimt',
    de: 'Licht von Norrglimt',
    fi: 'Valoa Norrglimtilta',
  },
};

const BANNER = { width: 960, height: 240 };

/**
 * An image in each language; its link is an address of the page at /.
 * @param {{ texts: Record<string, string>, image: string, page: string }} banner
 * @param {string} market
 */
const creatives = ({ texts, image, page }, market) =>
  Object.entries(texts).map(([locale, alt]) => {
    const link = `/?${new URLSearchParams({ market, in: page })}`;
    return { ...BANNER, image, alt, link, locale };
  });

/** By id, without what differs between markets: a bid, a daily budget. */
const CAMPAIGNS = {
  mooskamp: {
    name: 'Mooskamp outdoors',
    advertiser: { id: 'mooskamp', name: 'Mooskamp' },
    products: { rules: 'rule incl brand {"Mooskamp"}' },
    bid: { type: 'CPC', amount: 0.4 },
    daily: 40,
    banner: { texts: BANNERS.mooskamp, image: '/pictures/tent-42464c.svg', page: '/outdoor' },
  },
  norrglimt: {
    name: 'Norrglimt for the evening',
    advertiser: { id: 'norrglimt', name: 'Norrglimt', payer: 'Norrglimt Media' },
    products: { rules: 'rule incl brand {"Norrglimt"}' },
    bid: { type: 'CPM', amount: 6 },
    daily: 30,
    banner: { texts: BANNERS.norrglimt, image: '/pictures/floorlamp-c8a24a.svg', page: '/home' },
  },
  kaislamo: {
    name: 'Kaislamo every day',
    advertiser: { id: 'kaislamo', name: 'Kaislamo' },
    products: { rules: 'rule incl brand {"Kaislamo"}' },
    bid: { type: 'CPC', amount: 0.25 },
    daily: 20,
    banner: undefined,
  },
};

/** Bodies of imports of campaigns. */
export function campaigns() {
  const edit = Object.entries(MONEY).flatMap(([market, { currency, unit }]) =>
    Object.entries(CAMPAIGNS).map(([id, { daily, bid, banner, ...campaign }]) => [
      `${id}-${market}`,
      {
        ...campaign,
        markets: [market],
        ...(banner && { creatives: creatives(banner, market) }),
        bid: { ...bid, amount: Math.round(bid.amount * unit * 100) / 100, currency },
        budget: { total: daily * unit * 1000, daily: daily * unit },
      },
    ]),
  );
  return [{ edit: Object.fromEntries(edit) }];
}

/**
 * The places of a department page that are for sale, added to those of its slices.
 * @param {string} id
 * @param {object[]} slices
 */
export const placesOf = (id, slices) => ({
  id,
  primaryList: { pageSliceInfo: { inherit: false, slices: [{ limit: 2, sponsored: true }, ...slices] } },
  sponsoredLists: [{ id: 'sponsored', limit: 6 }],
  banners: [{ id: 'top', type: 'IMAGE', ...BANNER }],
});

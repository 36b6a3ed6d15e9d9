/** What views ask for besides their parameters: lists, and parts of the answer to include. */

export const ASKED_BY_SEARCH = { navigation: { include: true }, contentLists: [{ id: 'articles', limit: 3 }] };

/** What a page of the shop shows that says nothing of its own. */
export const ASKED_BY_CATEGORY = {
  primaryList: { include: true },
  navigation: { include: true },
  recommendationLists: [
    { id: 'preview-popular', algorithm: 'TOP_PRODUCTS', limit: 12 },
    { id: 'preview-recent', algorithm: 'RECENTLY_VIEWED', limit: 12 },
  ],
  contentLists: [{ id: 'preview-articles', algorithm: 'TOP_CONTENT', limit: 4 }],
};

/** Lists of the shop's own start page come before these. */
export const ASKED_BY_START = {
  recommendationLists: ['TOP_PRODUCTS', 'NEWEST_PRODUCTS', 'PERSONAL', 'RECENTLY_VIEWED'].map(algorithm => ({
    id: `preview-${algorithm.toLowerCase()}`.slice(0, 20),
    algorithm,
    limit: 12,
  })),
  contentLists: [
    { id: 'newest', algorithm: 'NEWEST_CONTENT', limit: 4 },
    { id: 'popular', algorithm: 'TOP_CONTENT', limit: 8 },
  ],
};

export const ASKED_BY_PRODUCT = {
  productGroup: { include: true },
  recommendationLists: ['STYLE_WITH', 'UPSELL', 'ALTERNATIVES', 'MORE_FROM_SERIES'].map(algorithm => ({
    id: algorithm.toLowerCase(),
    algorithm,
    limit: 12,
  })),
};

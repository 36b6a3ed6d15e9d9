/** `@vitrine/react`: hooks of what `@vitrine/client/state` keeps. */
export { useShop, VitrineProvider, type VitrineProviderProps } from './provider.js';
export { useListing } from './use-listing.js';
export { type ProductHandlers, useProduct } from './use-product.js';
export { useRecommendations } from './use-recommendations.js';
export { useSuggestions } from './use-suggestions.js';

/** `@vitrine/vue`: composables of what `@vitrine/client/state` keeps. */
export { useListing, useRecommendations, useSuggestions } from './composables.js';
export { useShop, type VitrineOptions, vitrine } from './plugin.js';

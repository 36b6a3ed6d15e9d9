/**
 * `@vitrine/client/state`: what pages show and how visitors change it, without any framework: listings, suggestions,
 * recommendations, and what has been in sight. The hooks of `@vitrine/react` and composables of `@vitrine/vue` are of
 * these.
 */
export { endless } from './state/endless.js';
export { type Listing, type ListingOptions, type ListingState, listing } from './state/listing.js';
export {
  type Recommendations,
  type RecommendationsRequest,
  type RecommendationsState,
  recommendations,
} from './state/recommendations.js';
export { type Sight, type SightOptions, sight } from './state/sight.js';
export type { Readable } from './state/store.js';
export { type Suggestions, type SuggestionsOptions, type SuggestionsState, suggestions } from './state/suggestions.js';

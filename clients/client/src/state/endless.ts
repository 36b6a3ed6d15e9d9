/** A list that goes on as visitors come near its end. */
import type { Listing } from './listing.js';

/** How far below the window its end is when more is loaded. */
const AHEAD = '600px';

/**
 * Loads more whenever an element, at the end of the list, is near the window: again and again while it stays there,
 * because what was loaded is short.
 * @returns ends it
 */
export function endless(listing: Listing, element: Element): () => void {
  if (typeof IntersectionObserver === 'undefined') return () => {};
  const observer = new IntersectionObserver(
    entries => {
      if (entries.at(-1)?.isIntersecting) void listing.more();
    },
    { rootMargin: AHEAD },
  );
  // Observing begins with a look at where the element is, once what was loaded is laid out.
  const look = () => {
    if (listing.state.status !== 'ready') return;
    observer.unobserve(element);
    observer.observe(element);
  };
  look();
  const unsubscribe = listing.subscribe(look);
  return () => {
    unsubscribe();
    observer.disconnect();
  };
}

/** Tells of an element that a visitor has had in sight: half of it or more. */
export function onceInSight(node: Element, tell: () => void): void {
  const observer = new IntersectionObserver(
    entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      tell();
    },
    { threshold: 0.5 },
  );
  observer.observe(node);
}

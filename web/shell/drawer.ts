/**
 * The facets stand beside the results where there is room; on narrow screens a button slides them in.
 */

interface Parts {
  panel: HTMLElement;
  toggle: HTMLElement;
  backdrop: HTMLElement;
  /** Buttons in the panel; the first gets the focus when it opens. */
  closers: [HTMLElement, ...HTMLElement[]];
}

export function drawer({ panel, toggle, backdrop, closers }: Parts): { close: () => void } {
  const narrow = matchMedia('(max-width: 900px)');

  function set(open: boolean) {
    panel.classList.toggle('open', open);
    backdrop.hidden = !open;
    toggle.setAttribute('aria-expanded', String(open));
    document.documentElement.classList.toggle('held', open);
    panel.inert = narrow.matches && !open;
  }

  const close = () => {
    if (!panel.classList.contains('open')) return;
    set(false);
    toggle.focus();
  };
  toggle.addEventListener('click', () => {
    set(true);
    closers[0].focus();
  });
  for (const node of [backdrop, ...closers]) node.addEventListener('click', close);
  panel.addEventListener('keydown', event => event.key === 'Escape' && close());
  narrow.addEventListener('change', () => set(false));
  set(false);
  return { close };
}

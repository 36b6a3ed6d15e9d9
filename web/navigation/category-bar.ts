/** The departments of the shop in a bar below the header. */
import { ApiError } from '../api/request.js';
import { fill } from '../dom/elements.js';
import { link } from '../page/links.js';
import type { Department, PageContext } from '../page/page-context.js';
import { at, type State, searchFor } from '../page/state.js';
import { t } from '../texts/text.js';
import { departmentLink, departmentsOf } from './departments.js';

const isWithin = (path: string | undefined, { view, reference }: State) =>
  view === 'category' && path !== undefined && (reference === path || reference.startsWith(`${path}/`));

interface CategoryBar {
  /** Shows the departments as far as they are known. */
  draw: (page: PageContext) => void;
  /** The departments of the market and language shown, asked for once; none where they cannot be had. */
  known: (page: PageContext) => Promise<Department[]>;
}

export function categoryBar(bar: HTMLElement): CategoryBar {
  let view = '';
  let coming: Promise<Department[]> = Promise.resolve([]);
  let found: Department[] = [];

  function draw(page: PageContext) {
    const { state } = page;
    const current = (is: boolean) => ({ 'aria-current': is ? 'true' : undefined });
    const reads = state.view === 'articles' || state.view === 'article';
    fill(
      bar,
      link(page, searchFor(state, ''), current(state.view === 'search' && !state.q), t('allProducts')),
      ...found.map(entry => departmentLink(entry, page, current(isWithin(entry.path, state)), entry.label)),
      link(page, at(state, 'articles'), current(reads), t('articles')),
    );
    requestAnimationFrame(showHere);
  }

  /** When the page is laid out anyway: to do that once more takes a slow device longer than to draw the bar. */
  function showHere() {
    const here = bar.querySelector<HTMLElement>('[aria-current]');
    if (here) bar.scrollLeft = here.offsetLeft - (bar.clientWidth - here.offsetWidth) / 2;
  }

  async function load(state: State) {
    try {
      return await departmentsOf(state);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The next view asks again.
      view = '';
      return [];
    }
  }

  async function known({ state }: PageContext) {
    const wanted = `${state.market}|${state.locale}`;
    if (view !== wanted) {
      view = wanted;
      coming = load(state);
    }
    const mine = coming;
    const departments = await mine;
    if (mine === coming) found = departments;
    return departments;
  }
  return { draw, known };
}

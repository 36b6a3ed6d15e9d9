/** What every view gives the page to show. */
import type { Times } from '../api/request-log.js';
import type { PageContext } from '../page/page-context.js';

export interface ViewContent {
  /** Of the window; empty for the shop's own. */
  title: string;
  content: (Node | undefined)[];
  /** Controls above the content. */
  tools?: (Node | undefined)[];
  /** Draws the column beside the content; called again by `redraw`, after something was opened or expanded. */
  side?: ((redraw: () => void) => (Node | undefined)[]) | undefined;
  /** How many products the column beside the content leads to. */
  hits?: number;
  /** Read out when it is shown. */
  status: string;
  /** The answer whose times are told. */
  answer: Times;
}

/** Asks for what it needs. @throws ApiError. @throws DOMException when `signal` aborts it */
export type View = (page: PageContext, signal: AbortSignal) => Promise<ViewContent>;

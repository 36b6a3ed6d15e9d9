/** What every view gives the page to show. */
import type { Times } from '../api/request-log.js';
import type { PageContext } from '../page/page-context.js';
import type { StructuredData } from '../products/structured-data.js';

export interface ViewContent {
  /** Of the window; empty for the shop's own. */
  title: string;
  /** Of the document, for search engines; the shop's own where there is none. */
  description?: string | undefined;
  /** For search engines. */
  data?: StructuredData | undefined;
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

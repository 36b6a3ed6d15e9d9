/** Leads from `/docs` to the documentation, whose links count from `/docs/`. */
import type { Route } from '../http/router.js';

/** Where the documentation is served. */
export const DOCS_PATH = '/docs/';

export const docsRoute: Route = {
  name: 'docs',
  paths: [DOCS_PATH.slice(0, -1)],
  // From there, wherever a proxy puts it.
  methods: { GET: exchange => exchange.reply(308, ['Location', `.${DOCS_PATH}`]) },
};

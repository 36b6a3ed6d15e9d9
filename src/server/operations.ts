/**
 * The routes for those who run the daemon: alive, ready, metrics. They want no key and tell nothing of the catalog.
 */
import type { Route } from './front-end.js';
import type { Metrics } from './metrics.js';

/** @param reasons why queries cannot be answered now; empty when they can. */
export function operationRoutes(metrics: Metrics, reasons: () => string[]): Route[] {
  return [
    { name: 'healthz', paths: ['/healthz'], methods: { GET: exchange => exchange.json(200, { status: 'alive' }) } },
    {
      name: 'readyz',
      paths: ['/readyz'],
      methods: {
        GET: exchange => {
          const found = reasons();
          if (found.length === 0) exchange.json(200, { status: 'ready' });
          else exchange.json(503, { status: 'not ready', reasons: found });
        },
      },
    },
    {
      name: 'metrics',
      paths: ['/metrics'],
      methods: {
        GET: async exchange => {
          const { text, contentType } = await metrics.scrape();
          exchange.text(200, text, ['Content-Type', contentType, 'Cache-Control', 'no-store']);
        },
      },
    },
  ];
}

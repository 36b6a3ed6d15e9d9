/**
 * The routes for operators (alive, ready, metrics), and the list of markets, locales and templates for the page at `/`.
 * They need no key and reveal no more of the catalog than storefronts do.
 */
import type { Readiness } from '../admission/readiness.js';
import type { Route } from '../http/router.js';
import type { Metrics } from '../observability/metrics.js';

export interface Shown {
  views: { market: string; locale: string }[];
  /** Ids of response templates. */
  templates: string[];
}

/** @param readiness whether queries can be answered, and as they should be */
export function operationRoutes(metrics: Metrics, readiness: Readiness): Route[] {
  return [
    { name: 'healthz', paths: ['/healthz'], methods: { GET: exchange => exchange.json(200, { status: 'alive' }) } },
    {
      name: 'readyz',
      paths: ['/readyz'],
      methods: {
        GET: exchange => {
          const reasons = readiness.reasons();
          const degradations = readiness.degradations();
          if (reasons.length > 0) exchange.json(503, { status: 'not ready', reasons });
          else if (degradations.length > 0) exchange.json(200, { status: 'degraded', reasons: degradations });
          else {
            const starting = readiness.starting();
            exchange.json(200, { status: 'ready', ...(starting.length > 0 && { starting }) });
          }
        },
      },
    },
    {
      name: 'metrics',
      paths: ['/metrics'],
      methods: {
        GET: async exchange => {
          const { text, contentType } = await metrics.scrape();
          // As it is: compressing 40 KB takes 0.5 ms of this thread, and all else 1.3.
          exchange.reply(200, ['Content-Type', contentType, 'Cache-Control', 'no-store'], Buffer.from(text));
        },
      },
    },
  ];
}

/** @param shown what the page at / can show of the live snapshot */
export function previewRoute(shown: () => Shown): Route {
  return {
    name: 'preview-views',
    paths: ['/api/preview/views'],
    methods: { GET: exchange => exchange.json(200, shown()) },
  };
}

/** The routes of webhooks: their state, and an event that tries them. */
import { ACCESS } from '../../api/access.js';
import type { Route } from '../http/router.js';
import type { KeyRing } from '../storage/key-ring.js';
import type { Webhooks } from '../webhooks/webhooks.js';
import { authorise } from './authorise.js';

/** @param webhooks undefined where the settings name no receivers */
export function webhookRoutes(keys: KeyRing, webhooks: Webhooks | undefined): Route[] {
  return [
    {
      name: 'webhooks',
      paths: ['/api/admin/v4/webhooks'],
      methods: {
        GET: async (exchange, incoming) => {
          await authorise(keys, exchange, incoming, ACCESS.webhooks);
          exchange.json(200, webhooks?.status() ?? { targets: [] });
        },
      },
    },
    {
      name: 'webhooks-test',
      paths: ['/api/admin/v4/webhooks/test'],
      methods: {
        POST: async (exchange, incoming) => {
          await authorise(keys, exchange, incoming, ACCESS.testWebhooks);
          webhooks?.test();
          exchange.reply(204, []);
        },
      },
    },
  ];
}

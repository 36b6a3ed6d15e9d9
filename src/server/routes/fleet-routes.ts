/** The routes of a fleet's operators: what its daemons and streams are like, and to take a daemon out of service. */
import { ACCESS } from '../../api/access.js';
import { NO_FLEET } from '../../api/fleet-status.js';
import { Parameters } from '../../api/parameters.js';
import type { Readiness } from '../admission/readiness.js';
import type { FleetClient } from '../fleet/fleet-client.js';
import type { Route } from '../http/router.js';
import type { KeyRing } from '../storage/key-ring.js';
import { authorise } from './authorise.js';

export interface FleetRoutesContext {
  keys: KeyRing;
  readiness: Readiness;
  /** Undefined where the daemon is alone. */
  fleet: FleetClient | undefined;
}

export function fleetRoutes({ keys, readiness, fleet }: FleetRoutesContext): Route[] {
  return [
    {
      name: 'fleet',
      paths: ['/api/admin/v4/fleet'],
      methods: {
        GET: async (exchange, incoming) => {
          await authorise(keys, exchange, incoming, ACCESS.fleet);
          exchange.json(200, fleet ? await fleet.status() : NO_FLEET);
        },
      },
    },
    {
      name: 'drain',
      paths: ['/api/admin/v4/drain'],
      methods: {
        POST: async (exchange, incoming) => {
          await authorise(keys, exchange, incoming, ACCESS.drain);
          const isDrained = !new Parameters(exchange.query).flag('undo', false);
          readiness.drain(isDrained);
          await fleet?.drain(isDrained);
          exchange.log.info({ request: exchange.id, actor: exchange.actor, isDrained }, 'draining');
          exchange.reply(204, []);
        },
      },
    },
  ];
}

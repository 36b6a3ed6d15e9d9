/** The routes of a fleet's operators: what its daemons and streams are like, what they share, and to take a daemon out of service. */
import { ACCESS } from '../../api/access.js';
import { NO_FLEET } from '../../api/fleet-status.js';
import { readJson } from '../../api/json-body.js';
import { Parameters } from '../../api/parameters.js';
import { SharedSettings } from '../../api/shared-settings.js';
import { Problem } from '../../errors/problem.js';
import { LazyValidator } from '../../kernel/lazy-validator.js';
import { checked } from '../../kernel/schema-faults.js';
import type { Readiness } from '../admission/readiness.js';
import type { FleetClient } from '../fleet/fleet-client.js';
import type { Route } from '../http/router.js';
import type { KeyRing } from '../storage/key-ring.js';
import { authorise } from './authorise.js';

const MAX_BODY_BYTES = 65_536;

const sharedSettings = new LazyValidator(SharedSettings);

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
      name: 'fleet-settings',
      paths: ['/api/admin/v4/fleet/settings'],
      methods: {
        GET: async (exchange, incoming) => {
          await authorise(keys, exchange, incoming, ACCESS.sharedSettings);
          exchange.json(200, (await fleet?.sharedSettings()) ?? {});
        },
        PUT: async (exchange, incoming) => {
          const contentType = incoming.header('content-type') || undefined;
          const body = exchange.readBody(MAX_BODY_BYTES, true);
          await authorise(keys, exchange, incoming, ACCESS.shareSettings);
          const settings = checked(sharedSettings, readJson(contentType, await body.whole()));
          if (!fleet) throw new Problem('fleet_unavailable', 'the daemon is alone: it was started without --fleet');
          await fleet.shareSettings(settings);
          exchange.log.info({ request: exchange.id, actor: exchange.actor, settings }, 'settings are shared');
          exchange.reply(204, []);
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

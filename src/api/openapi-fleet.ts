/** The operations of a fleet's operators, for the description of the interface. */
import { ACCESS } from './access.js';
import { FleetStatus } from './fleet-status.js';
import { json, jsonOrText, NO_CONTENT, type Operation } from './openapi-table.js';
import { flag } from './parameter-table.js';
import { SharedSettings } from './shared-settings.js';

const BASE = '/api/admin/v4/';

const DRAIN_PARAMETERS = [flag('undo', 'Take it into service again.', false)];

export const FLEET: readonly Operation[] = [
  {
    id: 'fleet',
    method: 'GET',
    path: `${BASE}fleet`,
    tag: 'Fleet',
    summary: 'The daemons of the fleet, and its streams.',
    access: ACCESS.fleet,
    answers: { 200: json('As this daemon knows it; one that is alone has none.', FleetStatus) },
  },
  {
    id: 'sharedSettings',
    method: 'GET',
    path: `${BASE}fleet/settings`,
    tag: 'Fleet',
    summary: 'The settings that the daemons of the fleet share.',
    access: ACCESS.sharedSettings,
    answers: { 200: json('As this daemon knows them; one that is alone shares none.', SharedSettings) },
  },
  {
    id: 'shareSettings',
    method: 'PUT',
    path: `${BASE}fleet/settings`,
    tag: 'Fleet',
    summary: 'Share settings with all daemons of the fleet.',
    description:
      'They take the place of those that were shared, and effect within a second. On a daemon whose environment or command line gives one of them, that stays in force; what its settings file gives does not.',
    access: ACCESS.shareSettings,
    body: { required: true, content: jsonOrText(SharedSettings) },
    answers: { 204: NO_CONTENT('The fleet has them.') },
    errors: [503],
  },
  {
    id: 'drain',
    method: 'POST',
    path: `${BASE}drain`,
    tag: 'Fleet',
    summary: 'Take this daemon out of service, without ending it.',
    description:
      '`/readyz` is 503 from now on, so that balancers send no further requests; those that come are answered. Another daemon becomes the writer.',
    access: ACCESS.drain,
    parameters: DRAIN_PARAMETERS,
    answers: { 204: NO_CONTENT('It is drained, or in service again.') },
  },
];

/** The operations of webhooks, for the description of the interface. */
import { ACCESS } from './access.js';
import { json, NO_CONTENT, type Operation } from './openapi-table.js';
import { WebhookStatus } from './webhook-status.js';

export const WEBHOOKS: readonly Operation[] = [
  {
    id: 'webhooks',
    method: 'GET',
    path: '/api/admin/v4/webhooks',
    tag: 'Operation',
    summary: 'The receivers of events, and what they have yet to be told.',
    description:
      'Receivers are named in the settings (`webhooks.targets`). Each event is a POST of `{type, timestamp, data}` with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks: v1, and the base64 of the HMAC-SHA256 of `id.timestamp.body`. A reply of 200 to 299 within 15 seconds has taken it; all else is tried again, later each time or when `Retry-After` says. Types are import.ended, snapshot.live, daemon.degraded, searches.without_hits and webhook.test.',
    access: ACCESS.webhooks,
    answers: { 200: json('Since the start of this daemon.', WebhookStatus) },
  },
  {
    id: 'testWebhooks',
    method: 'POST',
    path: '/api/admin/v4/webhooks/test',
    tag: 'Operation',
    summary: 'Tell all receivers an event that says nothing (webhook.test).',
    access: ACCESS.testWebhooks,
    answers: { 204: NO_CONTENT('It waits for them.') },
  },
];

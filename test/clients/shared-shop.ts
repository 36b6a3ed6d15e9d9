/**
 * A daemon with some of the demo shop, its pages too, for all tests of clients: they share a process
 * (scripts/setup/test-batches.mjs). What they import is set up by the client itself.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type StorefrontOptions, storefront } from '@vitrine/client';
import { admin as administration } from '@vitrine/client/admin';
import t from 'tap';
import { startDemoDaemon } from '../contract/demo-daemon.js';

const SITE_FILE = fileURLToPath(new URL('../../data/demo.site.json', import.meta.url));

export const daemon = await startDemoDaemon(t, { env: { VITRINE_SITE_RETAIL_MEDIA: 'true' } });
t.teardown(() => daemon.stop());
export const admin = administration({ url: daemon.url, apiKey: daemon.key });

/** A storefront of the demo shop in the United Kingdom, for a visitor who has consented unless stated otherwise. */
export const shopOf = (options: Partial<StorefrontOptions> = {}) =>
  storefront({ url: daemon.url, market: 'uk', locale: 'en-GB', visitor: { consent: 'granted' }, ...options });

/** Notifications that the daemon has recorded, newest first. */
export const recorded = async (customerKey: string) => {
  const { entries } = await admin.call('GET', '/api/admin/v4/notifications/latest', { query: { limit: 100 } });
  return entries.filter(one => one.customerKey === customerKey);
};

const site = JSON.parse(readFileSync(SITE_FILE, 'utf8')) as Record<'pages' | 'navigation', object[]>;
for (const kind of ['pages', 'navigation'] as const) {
  const path = `/api/admin/v4/import/${kind}` as const;
  for (const body of site[kind]) await admin.call('POST', path, { body: body as never });
}

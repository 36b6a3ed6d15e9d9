/** A daemon whose replies are held to the interface description that it gives of itself. */
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type t from 'tap';
import { type Daemon, startDaemon } from '../daemon.js';
import { Description, type Received } from '../openapi.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };
export const VISITOR = 'market=uk&locale=en-GB&touchpoint=desktop&customerKey=c-1&sessionKey=s-1';
export const QUERIES = '/api/storefront/v3/queries';
export const NOTIFICATIONS = '/api/storefront/v3/notifications';
export const ADMIN = '/api/admin/v4';

export interface Ask {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** False: without one. */
  key?: false;
}

export interface Described {
  daemon: Daemon;
  description: Description;
  /** Asks, and holds the reply to the description. */
  agree(t: Check, status: number, target: string, options?: Ask): Promise<Received>;
}

type Check = Pick<typeof t, 'equal'>;

/** Stops with the test. */
export async function describedDaemon(test: Pick<typeof t, 'teardown'>): Promise<Described> {
  const daemon = await startDaemon();
  test.teardown(() => daemon.stop());
  const description = await Description.of(daemon.url);
  return {
    daemon,
    description,
    async agree(check, status, target, options = {}) {
      const received = await ask(daemon, target, options);
      const name = `${received.method} ${target.slice(0, 80)}`;
      check.equal(received.status, status, `${name}: ${status === received.status ? status : received.body}`);
      check.equal(await description.misfit(received), undefined, `${name}: as described`);
      return received;
    },
  };
}

/** Node's own client: it sends no header that was not given. */
function ask(daemon: Daemon, target: string, { method = 'GET', headers, body, key }: Ask = {}): Promise<Received> {
  const admin = target.startsWith('/api/admin/') && key !== false;
  const all = { ...(admin && { 'Api-Key': daemon.key }), ...headers };
  return new Promise((resolve, reject) => {
    const asked = request(`${daemon.url}${target}`, { method, headers: all, agent: false }, async response => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      const received = new Headers(response.headers as Record<string, string>);
      const text = (received.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
      const [path] = target.split('?', 1);
      resolve({ method, path: path!, status: response.statusCode!, headers: received, body: text });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

export const post = (body: unknown, headers: Record<string, string> = JSON_TYPE): Ask => ({
  method: 'POST',
  headers,
  body: JSON.stringify(body),
});
export const put = (body: unknown): Ask => ({ ...post(body), method: 'PUT' });

/** A product and an article with all that a reply can show. */
export const richLines = [
  {
    replace: {
      key: 'g-rich',
      productGroup: {
        suppressDuplicates: true,
        products: {
          'p-rich': {
            markets: ['uk'],
            defaults: {
              title: 'Golden lamp',
              url: '/rich',
              description: 'Shines.',
              department: ['Home'],
              rating: 4,
              releaseDate: '2026-01-01T00:00:00Z',
              customLabels: { mood: ['warm'] },
              customNumbers: { watts: 40 },
              customLengths: { cord: { amount: 2, unit: 'm' } },
              customJson: { notes: { any: ['thing'] } },
              height: { amount: 30, unit: 'cm' },
              dataLocale: 'en-GB',
            },
            colorInitial: ['GOLD'],
            images: {
              front: {
                order: 1,
                typeOverride: 'cutout',
                defaults: {
                  alt: 'Front',
                  caption: 'A lamp',
                  tags: ['big'],
                  customData: { mood: 'warm' },
                  urls: [{ url: '/small.jpg', width: 90, height: 90 }, { url: '/big.jpg' }],
                },
              },
            },
            variants: {
              'v-rich': {
                defaults: {
                  listPrice: 100,
                  sellingPrice: 80,
                  cost: 30,
                  stock: 3,
                  sizes: [{ format: 'EU', size: '40' }],
                  stores: { one: 2 },
                  customPrices: { club: { listPrice: 90, sellingPrice: 70 } },
                },
              },
            },
          },
        },
      },
    },
  },
  {
    replace: {
      key: 'guide',
      content: {
        markets: ['uk'],
        type: 'guide',
        defaults: { title: 'All about lamps', url: '/guide', description: 'Light.', dataLocale: 'en-GB' },
        image: { defaults: { urls: ['/guide.jpg'] } },
      },
    },
  },
];

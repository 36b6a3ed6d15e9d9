/**
 * The schema of all settings of the daemon, with type, default, limits and description; it is also published. Sections
 * that belong to a lower floor are defined there and merged in.
 */
import { type Static, Type } from 'typebox';
import { SHARED_SETTINGS } from '../../api/shared-settings.js';
import { BehaviourSettingsSchema, DEFAULT_BEHAVIOUR_SETTINGS } from '../../behaviour/behaviour-settings.js';
import { DEFAULT_OVERLAY_POLICY, OverlayPolicySchema } from '../../build/input/overlay-policy.js';
import { FleetSettingsSchema } from '../../fleet/fleet-settings.js';
import { DEFAULT_INDEX_SETTINGS, EMBEDDING_SPACE, IndexSettingsSchema } from '../../index/index-settings.js';
import { DEFAULT_SITE_SETTINGS, SiteSettingsSchema } from '../../ingest/site/site-settings.js';
import { DEFAULT_CARD_MEMORY_MB } from '../../pages/shared/cards/record-memory.js';
import { DEFAULT_PAGE_SETTINGS, PageSettingsSchema } from '../../pages/shared/page-settings.js';
import { WebhookSettingsSchema } from './webhook-settings.js';

const closed = { additionalProperties: false } as const;

const LimitSettings = Type.Object(
  {
    urlBytes: Type.Integer({
      default: 16_384,
      minimum: 256,
      maximum: 32_768,
      description: 'Longest path and query of a request.',
    }),
    queryBodyBytes: Type.Integer({
      default: 1_048_576,
      minimum: 1024,
      description: 'Longest body of a storefront query.',
    }),
    importBytes: Type.Integer({
      default: 2_147_483_648,
      minimum: 1024,
      description: 'Longest body of an import, as sent (compressed).',
    }),
    inflatedBytes: Type.Integer({
      default: 4_294_967_296,
      minimum: 1024,
      description: 'Longest body of an import after decompression.',
    }),
    importQueue: Type.Integer({
      default: 16,
      minimum: 0,
      maximum: 1000,
      description: 'Imports of the catalog that may wait while one runs; 0: such a one is refused.',
    }),
    importQueueMb: Type.Integer({
      default: 4096,
      minimum: 1,
      description: 'Bodies of the imports that wait, as sent, all together.',
    }),
    bodyIdleSeconds: Type.Integer({
      default: 10,
      minimum: 1,
      maximum: 600,
      description: 'A client that sends nothing for so long in the middle of a body is disconnected.',
    }),
    writeIdleSeconds: Type.Integer({
      default: 10,
      minimum: 1,
      maximum: 600,
      description: 'A client that takes nothing of its reply for so long is disconnected.',
    }),
    unreadMb: Type.Integer({
      default: 256,
      minimum: 1,
      maximum: 65_536,
      description:
        'Memory for replies that clients have not taken; beyond it those are disconnected that have taken nothing for the longest.',
    }),
    bodiesMb: Type.Integer({
      default: 256,
      minimum: 2,
      maximum: 65_536,
      description:
        'Memory for bodies of queries and notifications until they are answered; beyond it those are refused that have been arriving for the longest.',
    }),
    answerBytes: Type.Integer({
      default: 16_777_216,
      minimum: 65_536,
      maximum: 268_435_456,
      description: 'Longest answer to a query, before compression; a query that would get a longer one is refused.',
    }),
    queue: Type.Integer({
      default: 1024,
      minimum: 1,
      maximum: 1_000_000,
      description:
        'Queries that may wait for a thread. Fewer do where for a while the wait has been longer than a thread takes for four batches or for 64 queries, or than a tenth of `queueDeadlineMs`: further ones are shed before they are read.',
    }),
    queueDeadlineMs: Type.Integer({
      default: 1000,
      minimum: 1,
      maximum: 60_000,
      description: 'A query that has waited so long is shed.',
    }),
    clientShare: Type.Number({
      default: 0.5,
      minimum: 0.01,
      maximum: 1,
      description:
        'Share of open requests, of the queue and of the time of query threads that one client address may have while others want theirs; 1: all. Requests from private networks are taken for those of a proxy, which have no such bound unless `behaviour.addressHeader` names the header that tells the client.',
    }),
    batch: Type.Integer({
      default: 64,
      minimum: 1,
      maximum: 256,
      description: 'Most queries that are handed to a thread at once.',
    }),
    queryDeadlineMs: Type.Integer({
      default: 2000,
      minimum: 1,
      description:
        'A query that computes for so long is answered with what it has found, and `degraded: true`. While others wait, queries that are handed to a thread together share half of `queueDeadlineMs`, otherwise four fifths of `queryTimeoutMs`.',
    }),
    queryTimeoutMs: Type.Integer({
      default: 10_000,
      minimum: 100,
      description: 'A thread that computes for so long is stopped and replaced.',
    }),
    minFreeDiskMb: Type.Integer({
      default: 512,
      minimum: 0,
      description: 'Imports are refused while the disk of the data folder has less free space.',
    }),
    drainSeconds: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 3600,
      description:
        'How long a daemon that is to end goes on answering while /readyz is 503: as long as balancers take to notice.',
    }),
    shutdownSeconds: Type.Integer({
      default: 60,
      minimum: 1,
      maximum: 3600,
      description: 'How long the end waits for requests, a running import, and joined parts that are to be stored.',
    }),
  },
  { ...closed, default: {}, description: 'Bounds that protect the daemon.' },
);

const EncoderSettings = Type.Object(
  {
    folder: Type.String({
      default: '',
      description: 'Folder of the model that turns texts into vectors, which the operator fills; none: there is none.',
    }),
    space: Type.String({
      default: 'text',
      pattern: EMBEDDING_SPACE,
      description: 'Name of the space of its vectors, as in the `embeddings` of products.',
    }),
    weight: Type.Number({
      default: 0.5,
      minimum: 0,
      maximum: 1,
      description: 'A product of a search gets 1,000 points times weight and similarity.',
    }),
    deadlineMs: Type.Integer({
      default: 50,
      minimum: 1,
      maximum: 10_000,
      description: 'How long a search waits for the vector of its text; words count alone then.',
    }),
  },
  { ...closed, default: {}, description: 'An encoder of texts that runs in the daemon.' },
);

const schema = Type.Object(
  {
    data: Type.String({ default: 'vitrine-data', minLength: 1, description: 'Folder of everything that is kept.' }),
    host: Type.String({ default: '0.0.0.0', minLength: 1, description: 'Address to listen on.' }),
    port: Type.Integer({ default: 8080, minimum: 0, maximum: 65_535, description: 'Port to listen on; 0: any free.' }),
    adminPort: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 65_535,
        description:
          'A port for administration and metrics, which the other one does not answer then; health is told on both. It is always served by node:http. 0: a free one.',
      }),
    ),
    http: Type.Union([Type.Literal('native'), Type.Literal('node')], {
      default: 'native',
      description:
        'The HTTP server: uWebSockets.js where a build of it fits this Node, which is quicker, or node:http, which also answers HTTP/1.0 and requests that are sent ahead of replies.',
    }),
    workers: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 256,
      description:
        'Query threads; 0: as many as there are processor cores beside the front ends. At least one for each of these.',
    }),
    frontEnds: Type.Integer({
      default: 1,
      minimum: 1,
      maximum: 64,
      description:
        'Threads that take connections, all on one port; query threads, answer cache and queue are shared out among them. Linux only.',
    }),
    answerCacheMb: Type.Integer({
      default: 64,
      minimum: 0,
      maximum: 65_536,
      description: 'Memory for answers that can be given again; 0: every query is computed.',
    }),
    cardMemoryMb: Type.Integer({
      default: DEFAULT_CARD_MEMORY_MB,
      minimum: 0,
      maximum: 65_536,
      description:
        'Memory for product cards that were read last, shared out among the query threads, the share of each rounded down to a power of two; 0: all are read from their files.',
    }),
    webAssembly: Type.Boolean({
      default: true,
      description:
        'Runs the loops that take longest in WebAssembly with SIMD, where the engine has it; otherwise in JavaScript, with the same answers.',
    }),
    scrubHours: Type.Number({
      default: 24,
      minimum: 0,
      maximum: 8760,
      description:
        'How long after the start, and after each time, all files of the kept snapshots, the copy of the catalog store, and small files that are kept twice (API keys, the secret of tickets, orders to forget customers), are read again, slowly, to find and mend damage; 0: never.',
    }),
    rehearse: Type.Boolean({
      default: true,
      description:
        'Whether queries of every kind and imports are run behind a start, when there are none, so that the first ones take no longer than later ones: some seconds of CPU.',
    }),
    corsOrigin: SHARED_SETTINGS.corsOrigin,
    previewPage: Type.Boolean({
      default: true,
      description:
        'Whether the page at / and what it asks for are served: a storefront for looking at what is imported.',
    }),
    mcp: Type.Boolean({
      default: true,
      description:
        'Whether agents are answered by the Model Context Protocol: those of shoppers at /mcp, those of the shop, with a key, at /mcp/admin.',
    }),
    docs: Type.Boolean({ default: true, description: 'Whether the documentation is served at /docs/.' }),
    ucp: Type.Boolean({
      default: true,
      description:
        'Whether agents find the catalog by the Universal Commerce Protocol: its profile at /.well-known/ucp, its operations below /ucp.',
    }),
    publicUrl: Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s/?#]+(/[^\\s?#]*[^\\s/?#])?$',
        description:
          'Where agents reach the daemon, such as https://shop.example/discovery, for /.well-known/ucp; by default where that is asked for.',
      }),
    ),
    hosts: SHARED_SETTINGS.hosts,
    logLevel: SHARED_SETTINGS.logLevel,
    slowQueryMs: Type.Integer({
      default: 1000,
      minimum: 0,
      description:
        'A query that takes longer than this from request to reply is logged, with its kind, market and locale, and how long it was computed; 0: none is.',
    }),
    apiKey: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'A key with all scopes that is not stored; best given by VITRINE_API_KEY.',
      }),
    ),
    limits: LimitSettings,
    encoder: EncoderSettings,
    pages: PageSettingsSchema,
    index: IndexSettingsSchema,
    overlay: OverlayPolicySchema,
    site: SiteSettingsSchema,
    behaviour: BehaviourSettingsSchema,
    fleet: FleetSettingsSchema,
    webhooks: WebhookSettingsSchema,
  },
  { ...closed, title: 'Settings of Vitrine' },
);

export type Settings = Static<typeof schema>;

/** The schema of the settings in force: all members are required. */
export const SettingsSchema = schema;

/** Defaults of sections whose schema does not state them. */
export const SECTION_DEFAULTS = {
  pages: DEFAULT_PAGE_SETTINGS,
  index: DEFAULT_INDEX_SETTINGS,
  overlay: DEFAULT_OVERLAY_POLICY,
  site: DEFAULT_SITE_SETTINGS,
  behaviour: DEFAULT_BEHAVIOUR_SETTINGS,
};

/** Where events of the daemon are told, and which. Part of the settings of the daemon. */
import { type Static, Type } from 'typebox';

const closed = { additionalProperties: false } as const;

export const WEBHOOK_EVENTS = ['import.ended', 'snapshot.live', 'daemon.degraded', 'searches.without_hits'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

const Secret = Type.String({
  pattern: '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$',
  description: 'a secret of 24 to 64 bytes: whsec_ and base64',
});

const Target = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z0-9-]{1,40}$', description: 'a name of 1 to 40 characters out of a-z 0-9 -' }),
    url: Type.String({ pattern: '^https?://', maxLength: 2000, description: 'a URL' }),
    secrets: Type.Array(Secret, {
      minItems: 1,
      maxItems: 2,
      description: 'one secret, or two while one takes the place of the other: both sign',
    }),
    events: Type.Array(Type.Enum([...WEBHOOK_EVENTS]), {
      minItems: 1,
      uniqueItems: true,
      description: `some of ${WEBHOOK_EVENTS.join(', ')}`,
    }),
  },
  { ...closed, description: 'A receiver of events.' },
);

export const WebhookSettingsSchema = Type.Object(
  {
    targets: Type.Array(Target, {
      default: [],
      maxItems: 10,
      description:
        'Receivers, each told of its events by signed requests (Standard Webhooks); in the settings file alone.',
    }),
    privateNetworks: Type.Boolean({
      default: false,
      description:
        'Whether receivers may be in private networks and on this machine, and be asked by http. Otherwise they take https and a public address, whatever their name resolves to.',
    }),
    firstRetrySeconds: Type.Number({
      default: 5,
      minimum: 0.01,
      maximum: 3600,
      description:
        'How long after a failure the next try comes; each further one takes four times as long, up to an hour.',
    }),
    retryHours: Type.Number({
      default: 24,
      minimum: 0,
      maximum: 168,
      description: 'How long an event is tried again.',
    }),
    searchMinutes: Type.Number({
      default: 15,
      minimum: 0.01,
      maximum: 1440,
      description: 'Searches are counted over so long.',
    }),
    searchesLeast: Type.Integer({
      default: 100,
      minimum: 1,
      description: 'Fewer searches in that time tell nothing.',
    }),
    withoutHitsShare: Type.Number({
      default: 0.2,
      minimum: 0,
      maximum: 1,
      description: 'Above this share of searches without hits, the event searches.without_hits is told.',
    }),
  },
  { ...closed, default: {}, description: 'Who is told what happens.' },
);

export type WebhookSettings = Static<typeof WebhookSettingsSchema>;
export type WebhookTarget = Static<typeof Target>;

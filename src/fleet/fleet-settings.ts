/** Settings of a fleet: daemons of one shop that share their state through NATS JetStream. */
import { type Static, Type } from 'typebox';

export const FleetSettingsSchema = Type.Object(
  {
    servers: Type.Array(Type.String({ pattern: '^(nats|tls|ws|wss)://[^\\s,]+$' }), {
      default: [],
      description:
        'Addresses of the NATS servers, such as nats://a:4222, the nearest one first; none: the daemon is alone.',
    }),
    cluster: Type.String({
      default: 'vitrine',
      pattern: '^[A-Za-z0-9_-]{1,32}$',
      description:
        'Name of the fleet: daemons with the same one are of the same shop. Streams and buckets have it in their names.',
    }),
    name: Type.String({
      default: '',
      maxLength: 64,
      description: 'Name of this daemon in status and logs; none: its host name and port.',
    }),
    markets: Type.Array(Type.String({ pattern: '^[^\\s,]{1,64}$' }), {
      default: [],
      description:
        'The markets that this daemon holds, of those of the fleet; none: all. Requests for others are answered with 421, which names daemons that hold them. Such a daemon is never the writer.',
    }),
    address: Type.String({
      default: '',
      pattern: '^(https?://[^\\s,]+)?$',
      description: 'Where clients reach this daemon, as others name it in replies; none: its host name and port.',
    }),
    credentialsFile: Type.String({
      default: '',
      description:
        'File with the credentials for the NATS servers (.creds); none: those of the addresses, if they have any.',
    }),
    replicas: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: 5,
      description: 'On how many NATS servers each stream is kept; 0: on as many as there are addresses, three at most.',
    }),
    quorum: Type.Union([Type.Literal('writer'), Type.Literal('majority'), Type.Literal('all')], {
      default: 'majority',
      description:
        'Where an import has to be live before it is answered: on the writer, on most of the daemons, or on all.',
    }),
    mostLogged: Type.Integer({
      default: 2000,
      minimum: 1,
      maximum: 100_000,
      description: 'After so many imports the writer stores a copy of its catalog store, from which new daemons begin.',
    }),
    mostBehindSeconds: Type.Integer({
      default: 60,
      minimum: 1,
      maximum: 86_400,
      description:
        'A daemon whose snapshot is older than the newest one for longer than this says that it is not ready.',
    }),
  },
  { additionalProperties: false, default: {}, description: 'A fleet of daemons of one shop, on NATS JetStream.' },
);

export type FleetSettings = Static<typeof FleetSettingsSchema>;

/** On how many NATS servers each stream is kept. */
export function replicasOf({ replicas, servers }: Pick<FleetSettings, 'replicas' | 'servers'>): number {
  return replicas === 0 ? Math.min(3, Math.max(1, servers.length)) : replicas;
}

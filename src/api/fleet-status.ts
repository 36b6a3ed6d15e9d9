/** What a daemon tells of its fleet. */
import Type, { type Static } from 'typebox';

const closed = { additionalProperties: false };
const count = Type.Integer({ minimum: 0 });

const FleetDaemon = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    release: Type.String(),
    isWriter: Type.Boolean(),
    isDrained: Type.Boolean(),
    address: Type.Optional(Type.String({ description: 'Where clients reach it.' })),
    markets: Type.Optional(Type.Array(Type.String(), { description: 'Those that it holds; absent: all.' })),
    snapshot: Type.Optional(Type.String({ description: 'The one that queries are answered from.' })),
    generation: Type.Optional(Type.Integer({ description: 'Of the catalog in that snapshot.' })),
    behind: Type.Integer({ minimum: 0, description: 'Generations that it lacks of the newest snapshot.' }),
  },
  closed,
);

const FleetStream = Type.Object(
  {
    name: Type.String(),
    messages: count,
    bytes: count,
    replicas: Type.Integer({ minimum: 0, description: 'On how many NATS servers it is, as wanted.' }),
    current: Type.Integer({ minimum: 0, description: 'On how many of these it is up to date.' }),
  },
  closed,
);

export const FleetStatus = Type.Object(
  {
    cluster: Type.Optional(Type.String({ description: 'Absent: the daemon is alone.' })),
    isUp: Type.Boolean({
      description: 'Whether this daemon reaches the NATS servers; otherwise the rest is as it was known.',
    }),
    self: Type.Optional(Type.String({ description: 'The id of the daemon that answers.' })),
    newest: Type.Optional(Type.Object({ generation: Type.Integer(), snapshot: Type.String() }, closed)),
    daemons: Type.Array(FleetDaemon),
    streams: Type.Array(FleetStream),
    waiting: Type.Integer({ minimum: 0, description: 'Imports that are in the fleet and have not ended.' }),
  },
  closed,
);
export type FleetStatus = Static<typeof FleetStatus>;

export const NO_FLEET: FleetStatus = { isUp: false, daemons: [], streams: [], waiting: 0 };

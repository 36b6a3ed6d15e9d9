/** The state of the receivers of events, as replies have it: never their secrets, nor the paths of their URLs. */
import Type, { type Static } from 'typebox';

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const WebhookStatus = Type.Object({
  targets: Type.Array(
    Type.Object({
      name: Type.String(),
      origin: Type.String({ description: 'Scheme and host of its URL, whose path may be a secret.' }),
      events: Type.Array(Type.String()),
      pending: count('Events that it has yet to be told.'),
      delivered: count('Since the start.'),
      failed: count('Attempts since the start.'),
      dropped: count('Events that were given up since the start: too old, or too many.'),
      gone: Type.Boolean({ description: 'It has answered 410, and is told nothing more until the next start.' }),
      lastDelivered: Type.Optional(Type.String({ format: 'date-time' })),
      lastFault: Type.Optional(Type.String({ description: 'Why the last attempt failed.' })),
      nextAttempt: Type.Optional(Type.String({ format: 'date-time' })),
    }),
  ),
});

export type WebhookStatus = Static<typeof WebhookStatus>;

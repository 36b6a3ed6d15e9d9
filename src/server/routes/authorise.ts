/** The check of the Api-Key of a request, whose log lines then name the actor. */
import type { Access } from '../../api/access.js';
import type { Exchange } from '../http/exchange.js';
import type { Incoming } from '../http/transport.js';
import type { Actor } from '../storage/actor.js';
import type { KeyRing } from '../storage/key-ring.js';

/** To be called before the handler waits: later the headers are gone. @throws Problem, see `KeyRing.authorise` */
export async function authorise(keys: KeyRing, exchange: Exchange, incoming: Incoming, access: Access): Promise<Actor> {
  const actor = await keys.authorise(incoming.header('api-key'), access);
  exchange.actor = actor.name;
  return actor;
}

/** What the daemon is told of the visitor. */
import type { State } from '../page/state.js';
import { visitor } from '../visitor/visitor.js';
import { ApiError, send } from './request.js';

const NOTIFICATIONS = '/api/storefront/v3/notifications';

type NotificationName =
  | 'ad-impression'
  | 'add-favorite'
  | 'add-to-cart'
  | 'click'
  | 'end'
  | 'remove-favorite'
  | 'remove-recent-searches'
  | 'remove-recently-viewed';

/** Resolves when the daemon has written down what the visitor did. @throws ApiError when it has not */
export async function notify(name: NotificationName, { market }: State, content: object = {}): Promise<void> {
  // The page may be left at once: the request outlives it.
  const { customerKey, sessionKey } = visitor;
  await send(`${NOTIFICATIONS}/${name}`, { market, customerKey, sessionKey }, content, { keepalive: true });
}

/** The same without waiting: a click that goes unrecorded must not keep the visitor from the product. */
export function mention(name: NotificationName, state: State, content?: object): void {
  notify(name, state, content).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

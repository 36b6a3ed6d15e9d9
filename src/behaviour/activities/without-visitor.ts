import type { NotificationRecord } from './notification.js';

/** A record of the customer without keys and texts: sales must add up. */
export function withoutVisitor(record: NotificationRecord): NotificationRecord {
  const { customerKey: _customer, sessionKey: _session, range: _range, ...rest } = record;
  // What nothing was to be learned from stays so.
  const userContext = record.userContext === 'SYNTHETIC' ? record.userContext : 'ANONYMOUS';
  const anonymous = { ...rest, userContext } as NotificationRecord;
  if (anonymous.type === 'remove-recent-searches') return { ...anonymous, phrases: [] };
  if ('attributed' in anonymous && anonymous.attributed) {
    anonymous.attributed = anonymous.attributed.map(attribution => ({ ...attribution, phrase: '' }));
  }
  return 'shown' in anonymous ? { ...anonymous, shown: { ...anonymous.shown, q: '' } } : anonymous;
}

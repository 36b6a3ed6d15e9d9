/**
 * Who is visiting: a random key that the browser keeps, and one for the visit. Where storage is refused (private
 * windows), the keys live as long as the page.
 */
import { forgetAll, recall, remember, type Where } from './storage.js';

/** A random UUID; `crypto.randomUUID` exists on secure origins only. */
function uuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function key(where: Where, name: string): string {
  const known = recall(where, name);
  if (known) return known;
  const fresh = uuid();
  remember(where, name, fresh);
  return fresh;
}

export const visitor = {
  customerKey: key('localStorage', 'customerKey'),
  sessionKey: key('sessionStorage', 'sessionKey'),
};

/** Gives the visitor new keys and forgets what this device remembers of the old ones. */
export function becomeNew(): void {
  for (const prefix of ['customerKey', 'cart.', 'favorites.']) forgetAll('localStorage', prefix);
  forgetAll('sessionStorage', 'sessionKey');
  visitor.customerKey = key('localStorage', 'customerKey');
  visitor.sessionKey = key('sessionStorage', 'sessionKey');
}

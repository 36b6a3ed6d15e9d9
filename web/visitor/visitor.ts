/**
 * Who is visiting: a random key that the browser keeps, and one for the visit. Where storage is refused (private
 * windows), the keys live as long as the page.
 */
import { cookiesOf, type Told } from './cookies.js';
import { deliveredAsker } from './delivered.js';
import type { Asker } from './document-answers.js';
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

/** @param made what the daemon has called a visitor whom it did not know */
function key(where: Where, name: string, made = uuid()): string {
  const known = recall(where, name);
  if (known) return known;
  remember(where, name, made);
  return made;
}

/** By which the daemon knows the visitor, and where the page is shown. */
export const visitor: Asker = {
  customerKey: key('localStorage', 'customerKey', deliveredAsker?.customerKey),
  sessionKey: key('sessionStorage', 'sessionKey', deliveredAsker?.sessionKey),
  touchpoint: deliveredAsker?.touchpoint ?? (matchMedia('(max-width: 640px)').matches ? 'MOBILE' : 'DESKTOP'),
};

/** The market and language used last. */
export function rememberedView(): Pick<Told, 'market' | 'locale'> | undefined {
  const [market, locale] = recall('localStorage', 'view')?.split('|') ?? [];
  return market && locale ? { market, locale } : undefined;
}

export function rememberView({ market, locale }: Pick<Told, 'market' | 'locale'>): void {
  remember('localStorage', 'view', `${market}|${locale}`);
  tellDaemon();
}

/** Tells the daemon at the next visit who comes, where that is known by then. */
function tellDaemon(): void {
  const view = rememberedView();
  if (view === undefined) return;
  try {
    for (const cookie of cookiesOf({ ...visitor, ...view })) document.cookie = cookie;
  } catch {
    // Where cookies are refused, the page asks for itself.
  }
}

/** Gives the visitor new keys and forgets what this device remembers of the old ones. */
export function becomeNew(): void {
  for (const prefix of ['customerKey', 'cart.', 'favorites.']) forgetAll('localStorage', prefix);
  forgetAll('sessionStorage', 'sessionKey');
  visitor.customerKey = key('localStorage', 'customerKey');
  visitor.sessionKey = key('sessionStorage', 'sessionKey');
  tellDaemon();
}

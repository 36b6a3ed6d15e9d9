/**
 * Who is looking: a random key that the browser keeps, and one for the visit. Where storage is refused (private
 * windows), the keys live as long as the page.
 */

/** A random UUID; `crypto.randomUUID` exists on secure origins only. */
function uuid() {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const memory = new Map();

/** @param {'localStorage' | 'sessionStorage'} where */
export function remember(where, name, value) {
  memory.set(name, value);
  try {
    globalThis[where].setItem(`vitrine.${name}`, value);
  } catch {
    // Kept in memory above.
  }
}

/** What was remembered under a name, or undefined. */
export function recall(where, name) {
  try {
    return globalThis[where].getItem(`vitrine.${name}`) ?? memory.get(name);
  } catch {
    return memory.get(name);
  }
}

/** A list or object that was remembered as JSON, or `otherwise`; what cannot be read counts as not there. */
export function recallJson(name, otherwise) {
  try {
    return JSON.parse(recall('localStorage', name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Takes away what was remembered under names that begin so. */
function forgetAll(where, prefix) {
  for (const name of [...memory.keys()]) if (name.startsWith(prefix)) memory.delete(name);
  try {
    const storage = globalThis[where];
    for (const name of Object.keys(storage)) if (name.startsWith(`vitrine.${prefix}`)) storage.removeItem(name);
  } catch {
    // Nothing is stored where storage is refused.
  }
}

function key(where, name) {
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

/** The visitor becomes another one, of whom this device knows nothing. */
export function becomeNew() {
  for (const prefix of ['customerKey', 'cart.', 'favorites.']) forgetAll('localStorage', prefix);
  forgetAll('sessionStorage', 'sessionKey');
  visitor.customerKey = key('localStorage', 'customerKey');
  visitor.sessionKey = key('sessionStorage', 'sessionKey');
}

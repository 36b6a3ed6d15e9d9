/**
 * What the browser keeps for the page, under names that begin with `vitrine.`. Where it refuses to, values live as long
 * as the page.
 */

/** For good, or as long as the window is open. */
export type Where = 'localStorage' | 'sessionStorage';

const memory = new Map<string, string>();

export function remember(where: Where, name: string, value: string): void {
  memory.set(name, value);
  try {
    globalThis[where].setItem(`vitrine.${name}`, value);
  } catch {
    // Kept in memory above.
  }
}

/** What was remembered under a name. */
export function recall(where: Where, name: string): string | undefined {
  try {
    return globalThis[where].getItem(`vitrine.${name}`) ?? memory.get(name);
  } catch {
    return memory.get(name);
  }
}

/** A list that was remembered as JSON, its items still to be checked; what cannot be read counts as empty. */
export function recallList(name: string): unknown[] {
  try {
    const list: unknown = JSON.parse(recall('localStorage', name) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** Takes away what was remembered under names that begin with `prefix`. */
export function forgetAll(where: Where, prefix: string): void {
  for (const name of [...memory.keys()]) if (name.startsWith(prefix)) memory.delete(name);
  try {
    const storage = globalThis[where];
    for (const name of Object.keys(storage)) if (name.startsWith(`vitrine.${prefix}`)) storage.removeItem(name);
  } catch {
    // Nothing is stored where storage is refused.
  }
}

/** Calls `listener` when another window changes what is remembered under names that begin with `prefix`. */
export function onRemembered(prefix: string, listener: () => void): void {
  addEventListener('storage', event => {
    if (event.key?.startsWith(`vitrine.${prefix}`)) listener();
  });
}

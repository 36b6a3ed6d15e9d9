/**
 * Questions that were sent before the page's script was there. The script that sends them stands in the document itself; the page
 * takes the reply to the very question that it would ask, and asks any other by itself.
 */

declare global {
  var vitrineEarly: Map<string, Promise<Response>> | undefined;
}

/** What tells one question from another. */
const keyOf = (url: string, body = '') => `${url}\n${body}`;

export function askEarly(url: string, init: RequestInit & { body: string }): void {
  const reply = fetch(url, init);
  // Its failure is told where its reply is taken.
  reply.catch(() => {});
  (globalThis.vitrineEarly ??= new Map()).set(keyOf(url, init.body), reply);
}

/** The reply to a question, once. */
export function takeEarly(url: string, body: string | undefined): Promise<Response> | undefined {
  const key = keyOf(url, body);
  const reply = globalThis.vitrineEarly?.get(key);
  globalThis.vitrineEarly?.delete(key);
  return reply;
}

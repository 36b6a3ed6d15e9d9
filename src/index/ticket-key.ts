/**
 * Keys inside tickets: catalog keys may hold `#`, `+` and `/`, which mean something in URLs, so they are written as
 * `~0`, `~1` and `~2`. No key contains `~`.
 */
const ESCAPES: Record<string, string> = { '#': '~0', '+': '~1', '/': '~2' };
const UNESCAPED: Record<string, string> = { '~0': '#', '~1': '+', '~2': '/' };

export function ticketKey(key: string): string {
  return key.replace(/[#+/]/g, sign => ESCAPES[sign]);
}

export function keyOfTicket(text: string): string {
  return text.replace(/~[012]/g, sign => UNESCAPED[sign]);
}

/**
 * Keys inside tickets, which stand in URLs: `#`, `+` and `/`, which keys of products may hold, are written as `~0`, `~1`
 * and `~2`; any other sign that means something there, or is no ASCII letter or digit, as `~x` and its UTF-16 unit in
 * four hexadecimal digits. Keys of content may hold any.
 */
const ESCAPES: Record<string, string> = { '#': '~0', '+': '~1', '/': '~2' };
const UNESCAPED: Record<string, string> = { '~0': '#', '~1': '+', '~2': '/' };

export function ticketKey(key: string): string {
  return key.replace(/[^A-Za-z0-9._-]/g, sign => ESCAPES[sign] ?? `~x${hex(sign)}`);
}

export function keyOfTicket(text: string): string {
  return text.replace(
    /~(?:[012]|x([0-9a-f]{4}))/g,
    (sign, unit?: string) => UNESCAPED[sign] ?? String.fromCharCode(Number.parseInt(unit!, 16)),
  );
}

function hex(sign: string): string {
  return sign.charCodeAt(0).toString(16).padStart(4, '0');
}

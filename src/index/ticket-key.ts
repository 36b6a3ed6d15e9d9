/**
 * Escapes keys for tickets, which are parts of URLs. Keys of products may contain `#`, `+` and `/`, written as `~0`,
 * `~1` and `~2`. Keys of content may contain any character: all others but ASCII letters, digits, `.`, `_` and `-` are
 * written as `~x` and the UTF-16 unit in four hexadecimal digits.
 */
const ESCAPES: Record<string, string> = { '#': '~0', '+': '~1', '/': '~2' };
const ESCAPED = /[^A-Za-z0-9._-]/;
const UNESCAPED: Record<string, string> = { '~0': '#', '~1': '+', '~2': '/' };

export function escapeTicketKey(key: string): string {
  // Looking for such a sign takes a third of a replacement that finds none.
  if (!ESCAPED.test(key)) return key;
  return key.replace(/[^A-Za-z0-9._-]/g, sign => ESCAPES[sign] ?? `~x${hex(sign)}`);
}

export function unescapeTicketKey(text: string): string {
  return text.replace(
    /~(?:[012]|x([0-9a-f]{4}))/g,
    (sign, unit?: string) => UNESCAPED[sign] ?? String.fromCharCode(Number.parseInt(unit!, 16)),
  );
}

function hex(sign: string): string {
  return sign.charCodeAt(0).toString(16).padStart(4, '0');
}

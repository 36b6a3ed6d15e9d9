/** Text out of HTML: feeds of shops have the markup of their pages in descriptions, and entities in all fields. */

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  aring: 'å',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  Aring: 'Å',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
  bull: '•',
  euro: '€',
  reg: '®',
  trade: '™',
  copy: '©',
  deg: '°',
};
const BLOCK_END = /<\s*(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^>]*>/gi;
const UNSHOWN = /<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi;
/** Elements of HTML alone: what else stands in angle brackets is text. */
const TAG =
  /<\/?(?:a|abbr|article|b|blockquote|br|center|cite|code|dd|del|div|dl|dt|em|font|footer|h[1-6]|header|hr|i|iframe|img|ins|li|mark|meta|ol|p|pre|q|s|section|small|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|u|ul|video)(?:\s[^<>]*|\/)?>/gi;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi;

/** One line of text. */
export function plainText(text: string): string {
  if (!/[<&\s]/.test(text)) return text;
  const bare = text.includes('<') ? text.replace(UNSHOWN, ' ').replace(BLOCK_END, ' ').replace(TAG, '') : text;
  // Literal line breaks are what WooCommerce writes between paragraphs.
  return unescaped(bare.replaceAll('\\n', ' ')).replace(/\s+/g, ' ').trim();
}

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (all, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    return code > 0x1f && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' ';
  });
}

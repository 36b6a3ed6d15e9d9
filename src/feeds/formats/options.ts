/**
 * Options of variants as shop systems write them, a name and a value each, as fields `option.color`, `option.size` or
 * `option.NAME`: what says colour or size in the languages of shops becomes a colour or size.
 */
import type { FeedRow } from '../readers/feed-row.js';

const COLOR = /^(?:pa_)?(?:colou?rs?|farben?|färg|farver?|farge|väri|couleur|colore|kleur|kolor|cor|色|颜色)$/i;
const SIZE =
  /^(?:pa_)?(?:sizes?|shoe[ _-]size|größen?|groesse|storlek|størrelse|koko|taille|pointure|talla|taglia|maat|rozmiar|tamanho|tamaño)$/i;
/** The one option of products that have none. */
const NONE = /^(?:title|default)$/i;
const NONE_VALUE = /^default(?: title| option value| variant)?$/i;

export function setOption({ fields }: FeedRow, name: string, value: string): void {
  if (NONE.test(name) && NONE_VALUE.test(value)) return;
  const target = COLOR.test(name) ? 'color' : SIZE.test(name) ? 'size' : name.replace(/^pa_/, '');
  fields.set(`option.${target}`, [value]);
}

/** A text of a row, where it has one. */
export function textOf({ fields }: FeedRow, name: string): string | undefined {
  return fields.get(name)?.[0];
}

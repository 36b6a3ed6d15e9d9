/**
 * JSON of the badges that depend on prices and release dates. Cards are built with the badges for ordinary prices;
 * requests with a price id compute theirs at query time.
 */
const SALE: Record<string, string> = {
  en: 'Sale',
  sv: 'Rea',
  de: 'Sale',
  da: 'Udsalg',
  nb: 'Salg',
  no: 'Salg',
  fi: 'Ale',
  fr: 'Soldes',
  es: 'Rebajas',
  nl: 'Sale',
  it: 'Saldi',
  pl: 'Wyprzedaż',
  pt: 'Saldos',
};
const NEW: Record<string, string> = {
  en: 'New',
  sv: 'Nyhet',
  de: 'Neu',
  da: 'Nyhed',
  nb: 'Nyhet',
  no: 'Nyhet',
  fi: 'Uutuus',
  fr: 'Nouveau',
  es: 'Nuevo',
  nl: 'Nieuw',
  it: 'Novità',
  pl: 'Nowość',
  pt: 'Novo',
};

/** The discount of a selling price against the list price, in whole percent from 0 to 100. */
export function discountPercent(list: number, sell: number): number {
  return list > 0 && sell < list ? Math.round(((list - sell) / list) * 100) : 0;
}

/**
 * The elements of `badges.primary` as JSON: at most one of SALE and DISCOUNT.
 * @param discount largest discount among the variants, in percent
 * @param reduced whether any variant sells below its list price, or a customer price applies
 * @param threshold least discount for DISCOUNT, in percent; 0 to 100
 * @returns an empty text where there is neither
 */
export function priceBadge(discount: number, reduced: boolean, threshold: number, language: string): string {
  if (discount > 0 && discount >= threshold) return `{"label":"-${discount}%","theme":"DISCOUNT"}`;
  return reduced ? `{"label":${JSON.stringify(SALE[language] ?? SALE.en)},"theme":"SALE"}` : '';
}

/** The badge of a recently released product as JSON. */
export function newBadge(language: string): string {
  return `{"label":${JSON.stringify(NEW[language] ?? NEW.en)},"theme":"NEW"}`;
}

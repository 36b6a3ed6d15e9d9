/**
 * Badges that follow from prices and dates. Cards are built with the ones for ordinary prices; requests with a price
 * id compute them again.
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

/** How far `sell` lies under `list`, in whole percent, never negative. */
export function discountPercent(list: number, sell: number): number {
  return list > 0 && sell < list ? Math.round(((list - sell) / list) * 100) : 0;
}

/**
 * The elements of `badges.primary` as JSON: at most one of SALE and DISCOUNT.
 * `discount` is the largest among the variants; `reduced` tells that any variant sells below its list price, or that a
 * customer price applies.
 */
export function priceBadge(discount: number, reduced: boolean, threshold: number, language: string): string {
  if (discount > 0 && discount >= threshold) return `{"label":"-${discount}%","theme":"DISCOUNT"}`;
  return reduced ? `{"label":${JSON.stringify(SALE[language] ?? SALE.en)},"theme":"SALE"}` : '';
}

/** The badge of a product released lately. */
export function newBadge(language: string): string {
  return `{"label":${JSON.stringify(NEW[language] ?? NEW.en)},"theme":"NEW"}`;
}

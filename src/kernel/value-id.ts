/**
 * How responses name the values of facets: as catalogs do, but for `|`, by which requests separate what they select, and
 * `%`, by which it is escaped. What is selected may be written either way where it has neither.
 */

export function valueId(name: string): string {
  return name.replaceAll('%', '%25').replaceAll('|', '%7C');
}

/** The name of a selected value. */
export function nameOfValueId(id: string): string {
  return id.includes('%') ? id.replace(/%7C/gi, '|').replaceAll('%25', '%') : id;
}

/** A caller's text as it stands in a message: quoted, and cut where it is long. */
export function quote(text: string): string {
  return `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}"`;
}

/** A value of a request for an error message: quoted, and cut after 80 characters. */
export function quote(text: string): string {
  return `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}"`;
}

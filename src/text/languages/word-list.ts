/** The words of a list that is separated by spaces; none of an empty one. */
export function wordList(list: string): string[] {
  return list.split(/\s+/).filter(Boolean);
}

/** Marks the words of a search in a text, as Algolia does in `_highlightResult`. */

export interface Highlighted {
  value: string;
  matchLevel: 'none' | 'partial' | 'full';
  matchedWords: string[];
}

export interface Tags {
  pre: string;
  post: string;
}

/** Algolia's own, where InstantSearch does not name others. */
export const TAGS: Tags = { pre: '<em>', post: '</em>' };
const WORD = /[\p{L}\p{N}]+/gu;
const MARKS = /\p{M}/gu;

/** Without case and accents. */
export const folded = (text: string) => text.normalize('NFD').replace(MARKS, '').toLowerCase();

export const wordsOf = (text: string): string[] => (text.match(WORD) ?? []).map(folded);

/**
 * Marks the words that begin with one of `words`, or that one of these begins with: what the search has found beyond
 * that (synonyms, compounds, misspelt words) is not marked.
 * @param words folded
 */
export function highlight(text: string, words: readonly string[], { pre, post }: Tags): Highlighted {
  const matched = new Set<string>();
  const value = text.replace(WORD, written => {
    const word = folded(written);
    const found = words.find(asked => word.startsWith(asked) || (word.length > 3 && asked.startsWith(word)));
    if (found === undefined) return written;
    matched.add(found);
    const part = word.startsWith(found) && found.length < written.length ? found.length : written.length;
    return `${pre}${written.slice(0, part)}${post}${written.slice(part)}`;
  });
  const matchLevel = matched.size === 0 ? 'none' : matched.size < words.length ? 'partial' : 'full';
  return { value, matchLevel, matchedWords: [...matched] };
}

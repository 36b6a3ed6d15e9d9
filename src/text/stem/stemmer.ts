/**
 * The stemmer of a language: the rules of its own file in this folder, and before them the words that are listed with
 * their stem. Plural and singular, definite and indefinite of a word have one stem; words of up to three letters, of
 * more than a hundred, and words with digits or signs stay as they are.
 */
const SHORTEST_STEM = 3;
/** The rules take quadratic time; the longest compounds have about half as many letters. */
const LONGEST_WORD = 100;

/**
 * @param language the rules of its file, and its words with their stems (see `Language.irregularStems`)
 * @param fold folds a word as the language does
 */
export function stemmerOf(
  language: { stem: (word: string) => string; irregularStems: string },
  fold: (text: string) => string,
): (word: string) => string {
  const { stem: rules, irregularStems } = language;
  const irregulars = irregularWords(irregularStems, fold);
  return word => {
    const irregular = irregulars.get(word);
    if (irregular !== undefined) return irregular;
    if (word.length <= SHORTEST_STEM || word.length > LONGEST_WORD || !/^\p{L}+$/u.test(word)) return word;
    const stem = fold(rules(word));
    return stem.length < SHORTEST_STEM ? word : stem;
  };
}

/** Word → its stem, both folded. */
function irregularWords(groups: string, fold: (text: string) => string): Map<string, string> {
  const stems = new Map<string, string>();
  for (const group of groups.split(';')) {
    const [stem, words = ''] = group.split(':').map(side => fold(side.trim()));
    for (const word of [stem, ...words.split(/\s+/)]) if (word !== '') stems.set(word, stem);
  }
  return stems;
}

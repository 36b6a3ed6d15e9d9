/** One record of a feed, as its format writes it: a row of a table, an element of XML, an object of JSON. */
export interface FeedRow {
  /** Where it begins: a line, or for one JSON document the number of the item. */
  line: number;
  /** Texts by the name of their field, in order; none is empty. */
  fields: Map<string, string[]>;
}

/** Adds a text that is not blank. */
export function addField(fields: Map<string, string[]>, name: string, text: string): void {
  const trimmed = text.trim();
  if (trimmed === '') return;
  const texts = fields.get(name);
  if (texts) texts.push(trimmed);
  else fields.set(name, [trimmed]);
}

/** Characters that one field may have. */
export const LONGEST_FIELD = 1 << 20;
/** Fields that one record may have. */
export const MOST_FIELDS = 5000;

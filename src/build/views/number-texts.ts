/** Custom numbers as words, for queries such as "4 persons": their names, and the analysed texts of their values. */
import type { AnalysedValue } from '../../index/analysed-value.js';
import type { TextIndexBuilder } from '../../index/text-index-builder.js';

/** Most analysed texts of a column. */
const KEPT_TEXTS = 1 << 12;

interface Column {
  id: string;
  words: string;
  texts: Map<number, AnalysedValue>;
}

export class NumberTexts {
  private readonly columns = new Map<string, Column>();

  constructor(private readonly text: Pick<TextIndexBuilder, 'analyse'>) {}

  /** The column of a custom number; its id is that of the attribute. */
  column(name: string): Column {
    let column = this.columns.get(name);
    if (!column) {
      // Splits camel case into words.
      const words = name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
      this.columns.set(name, (column = { id: `custom.number.${name}`, words, texts: new Map() }));
    }
    return column;
  }

  /** The text of a value of a column. */
  of({ words, texts }: Column, value: number): AnalysedValue {
    let text = texts.get(value);
    if (text) return text;
    text = this.text.analyse(`${value} ${words}`);
    if (texts.size < KEPT_TEXTS) texts.set(value, text);
    return text;
  }
}

/** The colours of the palette by the texts that catalogs have for them. */
import { type ColorId, colorIdOf } from '../../kernel/colors.js';
import { RecurringCache, RecurringText } from '../../kernel/tape-texts.js';

const NO_COLOR = '';

export class PaletteColors {
  private readonly colors = new RecurringCache<RecurringText | typeof NO_COLOR>();
  private readonly palette = new Map<ColorId, RecurringText>();

  /** The colours that some texts name, each once. */
  of(texts: readonly RecurringText[]): readonly RecurringText[] {
    const colors: RecurringText[] = [];
    for (const text of texts) {
      const color = this.colorOf(text);
      if (color && !colors.includes(color)) colors.push(color);
    }
    return colors;
  }

  private colorOf(text: RecurringText): RecurringText | undefined {
    let color = this.colors.get(text);
    if (color === undefined) {
      const id = colorIdOf(text.text);
      this.colors.set(text, (color = id === undefined ? NO_COLOR : this.paletteText(id)));
    }
    return color === NO_COLOR ? undefined : color;
  }

  private paletteText(id: ColorId): RecurringText {
    let text = this.palette.get(id);
    if (!text) this.palette.set(id, (text = new RecurringText(id, this.palette.size)));
    return text;
  }
}

/**
 * Codes of colours by their names in feeds: those that a mapping names, CSS names, and the names of the palette in the
 * language of the feed and in English. Of a name with several words, or of a compound, the last part says the colour
 * (`dark navy blue`, `mörkblå`).
 */
import { colorName } from '../../index/color-names.js';
import { COLOR_IDS, type ColorId, colorIdOf, cssOf, hexOf } from '../../kernel/colors.js';

/** Colours without a code of their own, by the names that imports have for them. */
const WITHOUT_CODE: Partial<Record<ColorId, string>> = {
  GOLD: 'Gold',
  SILVER: 'Silver',
  MULTI: 'Multi',
  TRANSPARENT: 'Transparent',
};
const MORE_NAMES: Readonly<Record<string, ColorId>> = {
  multi: 'MULTI',
  multicolor: 'MULTI',
  'multi color': 'MULTI',
  multicoloured: 'MULTI',
  assorted: 'MULTI',
  clear: 'TRANSPARENT',
  charcoal: 'GREY',
  burgundy: 'RED',
  cream: 'BEIGE',
  nude: 'BEIGE',
};
/** Shorter names are no ends of compounds: `or` and `gul` end too many words. */
const SHORTEST_END = 3;

export class ColorCodes {
  private readonly codes = new Map<string, string>();
  private readonly names: [name: string, code: string][];

  /** @param own codes by name, of the mapping */
  constructor(locale: string, own: Readonly<Record<string, string>>) {
    for (const language of ['en', locale.split('-')[0]!.toLowerCase()]) {
      for (const id of COLOR_IDS) this.codes.set(colorName(id, language).toLowerCase(), codeOf(id));
    }
    for (const [name, id] of Object.entries(MORE_NAMES)) this.codes.set(name, codeOf(id));
    this.codes.set('gray', codeOf('GREY'));
    for (const [name, code] of Object.entries(own)) this.codes.set(name.toLowerCase(), code);
    this.names = [...this.codes]
      .filter(([name]) => name.length >= SHORTEST_END)
      .sort(([a], [b]) => b.length - a.length);
  }

  /** @returns undefined for a name that says no colour */
  of(name: string): string | undefined {
    const lower = name.trim().toLowerCase().replace(/\s+/g, ' ');
    const whole = this.codes.get(lower) ?? hexOf(lower.replaceAll(' ', ''));
    if (whole !== undefined) return whole;
    const words = lower.split(/[\s-]+/);
    const codes = words.map(word => this.codes.get(word) ?? hexOf(word)).filter(code => code !== undefined);
    const last = codes.at(-1);
    // Of navy blue, navy says more, and says blue too.
    if (last !== undefined) return codes.find(code => colorIdOf(code) === colorIdOf(last));
    return this.names.find(([end]) => words.at(-1)!.endsWith(end))?.[1];
  }
}

function codeOf(id: ColorId): string {
  return WITHOUT_CODE[id] ?? cssOf(id);
}

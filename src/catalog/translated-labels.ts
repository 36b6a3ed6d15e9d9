/**
 * Labels of attribute values in one locale, from the catalog's translations. A value without a translation is its own
 * label. A hierarchical value (`A > B`) without a translation as a whole is translated level by level.
 */
import type { Translation } from './records.js';

const LEVEL_SEPARATOR = ' > ';

/** `product_type` and `productType` name the same attribute; names after `custom.` have one spelling. */
function attributeName(name: string): string {
  if (name.startsWith('custom.') || !name.includes('_')) return name;
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export class TranslatedLabels {
  private readonly byAttribute = new Map<string, Map<string, string>>();
  private readonly any = new Map<string, string>();

  /** @param translations of all locales; of two labels for the same value in `locale`, the later one is used */
  constructor(
    translations: Iterable<Translation>,
    readonly locale: string,
  ) {
    for (const translation of translations) {
      if (translation.locale !== locale) continue;
      const labels = translation.attribute === undefined ? this.any : this.of(attributeName(translation.attribute));
      for (const [id, label] of Object.entries(translation.values)) labels.set(id, label);
    }
  }

  private of(attribute: string): Map<string, string> {
    let labels = this.byAttribute.get(attribute);
    if (!labels) this.byAttribute.set(attribute, (labels = new Map()));
    return labels;
  }

  /**
   * @param attribute its name as in records (`gender`, `productType`, `custom.color`)
   * @param id the value as imported
   */
  label(attribute: string, id: string): string {
    if (this.any.size === 0 && this.byAttribute.size === 0) return id;
    const labels = this.byAttribute.get(attributeName(attribute));
    const whole = labels?.get(id) ?? this.any.get(id);
    if (whole !== undefined || !id.includes(LEVEL_SEPARATOR)) return whole ?? id;
    const levels = id.split(LEVEL_SEPARATOR).map(level => labels?.get(level) ?? this.any.get(level) ?? level);
    return levels.join(LEVEL_SEPARATOR);
  }
}

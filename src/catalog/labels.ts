/**
 * Labels of attribute values in one locale, from the catalog's translations. A value without a translation is its own
 * label. A hierarchical value (`A > B`) that has no label as a whole is translated level by level.
 */
import type { Translation } from './records.js';

const LEVEL_SEPARATOR = ' > ';

/** `product_type` and `productType` name the same attribute; what follows `custom.` is left as it is. */
function attributeName(name: string): string {
  if (name.startsWith('custom.') || !name.includes('_')) return name;
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export class Labels {
  private readonly byAttribute = new Map<string, Map<string, string>>();
  private readonly any = new Map<string, string>();

  /** Takes the translations of `locale` from all; where two name the same value, the later one holds. */
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
   * @param attribute the attribute's name as in records (`gender`, `productType`, `custom.color`)
   * @param id the value
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

/** Finds the faults of facet settings that a schema cannot find. */
import { resolveAttribute } from '../../catalog/rules/rule-attributes.js';
import { unitFault } from '../../catalog/rules/rule-conditions.js';
import type { FacetSetting } from '../../catalog/site/facet-settings.js';
import type { Fault } from '../../errors/problem.js';
import { quote } from '../../kernel/quote.js';

/** @param path of the list of settings */
export function facetFaults(path: string, settings: readonly Partial<FacetSetting>[] = []): Fault[] {
  return settings.flatMap((setting, i) => settingFaults(`${path}/${i}`, setting));
}

/** A facet that is a checkbox rather than an attribute of products. */
const IN_STOCK_FACET = 'onlyInStock';

/** Faults of the settings of one facet. */
function settingFaults(path: string, { attribute: name, unit, visualization }: Partial<FacetSetting>): Fault[] {
  if (name === undefined) return [];
  const found: Fault[] = [];
  // Facets accept every custom name with a valid prefix, also one that rules could not spell.
  const attribute = resolveAttribute(name.startsWith('custom.') ? name.replace(/[\s{}[\]",]/g, '_') : name);
  if (!attribute && name !== IN_STOCK_FACET) {
    const message = `found ${quote(name)}, expected a built-in attribute or custom.NAME`;
    found.push({ path: `${path}/attribute`, message });
  }
  if (unit !== undefined && (attribute || name === IN_STOCK_FACET)) {
    const message = attribute ? unitFault(attribute, unit) : `found unit ${quote(unit)}, but ${name} has none`;
    if (message !== undefined) found.push({ path: `${path}/unit`, message });
  }
  if (visualization !== undefined && !name.startsWith('custom.number.')) {
    const expected = 'none, as the attribute is no custom.number.NAME';
    found.push({ path: `${path}/visualization`, message: `found ${visualization}, expected ${expected}` });
  }
  return found;
}

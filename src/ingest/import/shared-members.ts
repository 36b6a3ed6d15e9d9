/** Members that products and variants have alike: custom attributes and measures. */
import type { Check } from './check.js';
import { custom, finiteNumber, jsonObject, labels, measure, type Parse } from './values.js';

export const CUSTOM_MEMBERS = {
  customLabels: custom(labels(Number.POSITIVE_INFINITY)),
  customNumbers: custom(finiteNumber),
  customLengths: custom(measure('length')),
  customJson: custom(jsonObject),
};

/** A measure stands on the product or on its variants: `seen` picks where it is noted for the comparison. */
export function measureMembers(seen: (check: Check) => Set<string>) {
  const noted =
    <T>(name: string, parse: Parse<T>): Parse<T> =>
    (check, path, value) => {
      seen(check).add(name);
      return parse(check, path, value);
    };
  return {
    depth: noted('depth', measure('length')),
    height: noted('height', measure('length')),
    length: noted('length', measure('length')),
    width: noted('width', measure('length')),
    volume: noted('volume', measure('volume')),
    weight: noted('weight', measure('weight')),
  };
}

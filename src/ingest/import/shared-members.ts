/** Members that both products and variants may have: custom attributes and measures. */
import type { RecordCheck } from './record-check.js';
import { custom, finiteNumber, jsonObject, labels, measure, type Parse } from './value-parsers.js';

export const CUSTOM_MEMBERS = {
  customLabels: custom(labels(Number.POSITIVE_INFINITY)),
  customNumbers: custom(finiteNumber),
  customLengths: custom(measure('length')),
  customJson: custom(jsonObject),
};

/** @param seen the set in which measures are recorded: a measure must not be both on a product and on its variants */
export function measureMembers(seen: (check: RecordCheck) => Set<string>) {
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

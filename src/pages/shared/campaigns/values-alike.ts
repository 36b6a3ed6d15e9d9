/** Whether two views over the same products have the same values of an attribute, so that rules on it select the same. */
import type { Attribute } from '../../../index/attributes.js';
import type { NumberColumn } from '../../../index/numbers.js';
import type { AttributeLabels } from '../../../index/value-labels.js';
import type { View } from '../../../snapshot/index.js';

type Values = Pick<View, 'attributes' | 'labels' | 'numbers'>;

/** Compares each attribute once, by bytes: a fraction of a millisecond for 100,000 products. */
export function valuesAlike(before: Values, after: Values): (attribute: string) => boolean {
  const known = new Map<string, boolean>();
  return id => {
    let isAlike = known.get(id);
    if (isAlike === undefined) {
      isAlike =
        areAlike(before.attributes.get(id), after.attributes.get(id), equalAttributes) &&
        areAlike(before.labels.get(id), after.labels.get(id), equalNames) &&
        areAlike(before.numbers.get(id), after.numbers.get(id), equalNumbers);
      known.set(id, isAlike);
    }
    return isAlike;
  };
}

function areAlike<T>(a: T | undefined, b: T | undefined, equal: (a: T, b: T) => boolean): boolean {
  return a === b || (a !== undefined && b !== undefined && equal(a, b));
}

function equalAttributes(a: Attribute, b: Attribute): boolean {
  return (
    a.level === b.level &&
    a.size === b.size &&
    equal(a.ownersStart, b.ownersStart) &&
    equal(a.owners, b.owners) &&
    equalTexts(a.values, b.values)
  );
}

function equalNames(a: AttributeLabels, b: AttributeLabels): boolean {
  return equal(a.named, b.named) && equalTexts(a.labels, b.labels) && areAlike(a.names, b.names, equalTexts);
}

function equalNumbers(a: NumberColumn, b: NumberColumn): boolean {
  return a.level === b.level && a.unit === b.unit && equal(a.values, b.values);
}

function equalTexts(a: AttributeLabels['labels'], b: AttributeLabels['labels']): boolean {
  return equal(a.starts(), b.starts()) && equal(a.all(), b.all());
}

function equal(a: ArrayBufferView, b: ArrayBufferView): boolean {
  return bytesOf(a).equals(bytesOf(b));
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

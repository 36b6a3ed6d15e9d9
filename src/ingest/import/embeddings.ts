/** Parses vectors that a shop brings: by space, each with as many numbers as the space has dimensions. */
import { GREATEST_NUMBER } from '../../index/product-vectors.js';
import { isObject } from './record-check.js';
import type { Parse } from './value-parsers.js';

export const embeddings: Parse<Record<string, number[]>> = (check, path, value) => {
  if (!isObject(value)) return check.fault(path, 'an object of vectors by space', value);
  const parsed: Record<string, number[]> = {};
  for (const [space, vector] of Object.entries(value)) {
    if (vector === null) continue;
    const dimensions = Object.hasOwn(check.embeddings, space) ? check.embeddings[space] : undefined;
    if (dimensions === undefined) {
      const known = Object.keys(check.embeddings).join(', ') || 'none';
      check.fault(path, `spaces of the setting index.embeddings, which has ${known}`, space);
    } else if (isVector(vector, dimensions)) parsed[space] = vector;
    else check.fault(`${path}.${space}`, vectorRule(dimensions), shown(vector));
  }
  return parsed;
};

/** Whether a value is a vector with a direction. */
function isVector(value: unknown, dimensions: number): value is number[] {
  return (
    Array.isArray(value) &&
    value.length === dimensions &&
    value.every(number => typeof number === 'number' && Math.abs(number) <= GREATEST_NUMBER) &&
    value.some(number => number !== 0)
  );
}

function vectorRule(dimensions: number): string {
  return `a list of ${dimensions} numbers up to ${GREATEST_NUMBER}, not all of them 0`;
}

/** What tells of a fault: a vector is too long to be quoted. */
function shown(vector: unknown): unknown {
  if (!Array.isArray(vector)) return vector;
  const wrong = vector.find(number => typeof number !== 'number' || !(Math.abs(number) <= GREATEST_NUMBER));
  return wrong === undefined ? `a list of ${vector.length}` : wrong;
}

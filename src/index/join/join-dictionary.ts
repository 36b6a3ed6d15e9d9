/** Writes the dictionary of the terms of two segments, in their common order: copied in runs. */
import { placed } from '../../kernel/array-blocks.js';
import { type Dictionary, writeUnits } from '../dictionary.js';
import type { PartWriter } from '../part.js';
import { BASE, type MergedOrder } from './merged-order.js';

export function writeTerms(
  part: PartWriter,
  name: string,
  order: MergedOrder,
  base: Dictionary,
  overlay: Dictionary,
): void {
  const offsets = placed(Uint32Array, order.size + 1);
  const length = order.runs.reduce((sum, { segment, from, to }) => {
    const { offsets } = segment === BASE ? base : overlay;
    return sum + offsets[to] - offsets[from];
  }, 0);
  const units = placed(Uint16Array, length);
  let at = 0;
  let end = 0;
  for (const { segment, from, to } of order.runs) {
    const own = segment === BASE ? base : overlay;
    const shift = end - own.offsets[from];
    units.set(own.units.subarray(own.offsets[from], own.offsets[to]), end);
    for (let i = from + 1; i <= to; i++) offsets[++at] = own.offsets[i] + shift;
    end = offsets[at];
  }
  writeUnits(part, name, units, offsets);
}

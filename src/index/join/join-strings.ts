/** Joins lists of strings, in runs of bytes. */
import { placed } from '../../kernel/array-blocks.js';
import type { PartWriter } from '../part.js';
import type { Strings } from '../strings.js';
import { BASE, type MergedOrder } from './merged-order.js';

export function joinStrings(part: PartWriter, name: string, order: MergedOrder, base: Strings, overlay: Strings): void {
  if (order.runs.length === 1 && order.runs[0].segment === BASE && order.isBase(base.size)) {
    base.copyTo(part, name);
    return;
  }
  const offsets = placed(Uint32Array, order.size + 1);
  const length = order.runs.reduce((sum, { segment, from, to }) => {
    const strings = segment === BASE ? base : overlay;
    return sum + strings.startOf(to) - strings.startOf(from);
  }, 0);
  const bytes = placed(Uint8Array, length);
  let at = 0;
  let end = 0;
  for (const { segment, from, to } of order.runs) {
    const strings = segment === BASE ? base : overlay;
    const starts = strings.starts();
    bytes.set(strings.all().subarray(starts[from], starts[to]), end);
    const shift = end - starts[from];
    for (let i = from + 1; i <= to; i++) offsets[++at] = starts[i] + shift;
    end = starts[to] + shift;
  }
  part.add(`${name}.offsets`, offsets).add(`${name}.bytes`, bytes);
}

/** The card block that a builder has collected, as a record gives it back. */
import type { CardBlockBuilder } from '../../src/index/card-block-builder.js';
import { blockOf, RecordBuilder } from '../../src/index/card-record.js';

/** @param offer texts of offers */
export function encodedBlock(
  builder: CardBlockBuilder,
  offer?: (code: number, variant: number) => string | undefined,
): Buffer {
  const record = new RecordBuilder();
  record.begin('');
  builder.append(record.parts, offer);
  record.endBlock();
  return blockOf(Buffer.concat(record.finish().pieces), 0);
}

/** Values of a product by their role in suggested phrases and in its title. */
import type { AnalysedValue } from '../../index/analysed-value.js';
import type { NamedValues, PhraseName } from './phrase-miner.js';

export interface ValueRoles extends Record<Exclude<keyof NamedValues, 'audience'>, PhraseName[]> {
  audience: NamedValues['audience'];
  /** See TitleNames. */
  names: { above: AnalysedValue[]; things: AnalysedValue[]; others: AnalysedValue[] };
}

/** Those of a product without values. */
export function noRoles(): ValueRoles {
  return { things: [], owners: [], colors: [], audience: undefined, names: { above: [], things: [], others: [] } };
}

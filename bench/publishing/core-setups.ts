/** The setups in which the cost of a request to threads is measured, as rows name them. */
export const CORE_SETUPS = ['1 query thread', '2 query threads', '2 query threads, 2 front ends'] as const;
export type CoreSetup = (typeof CORE_SETUPS)[number];

/** @param cached whether all answers come from the cache */
export function coreSetupText(cached: boolean, setup: CoreSetup): string {
  return `${cached ? 'from the cache' : 'uncached'}, ${setup}`;
}

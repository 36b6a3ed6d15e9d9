/**
 * The configurations of listing that are compared: the one in force, those that differ from it in one setting, and some
 * drawn by chance, so that what is chosen need not be near to what was chosen before.
 */
import { LISTING, type ListingName, WEIGHTS, type WeightName } from '../../../src/query/ranking/weights.js';
import { stream } from '../../catalogs/chance.js';

/** Values that settings are tried with; the one in force is tried in any case. */
const VALUES = {
  'partial.each': [5, 10, 40],
  'partial.worth': [0, 0.25, 1],
  'near.similarity': [100, 200, 600],
  'near.without_words': [1030, 1060, 1200],
  'partial.head': [1, 2, 3],
  'partial.quality': [0.25, 0.75, 1],
  'partial.kind': [0.5, 1, 2.5],
  'partial.least_share': [0.1, 0.4, 0.55],
  'partial.least_rarity': [0, 1, 3],
  'near.least_similarity': [0.3, 0.4, 0.6],
  'near.examples': [0, 0.35, 1.4],
  'near.lead': [5, 20, 30],
} satisfies Partial<Record<WeightName | ListingName, readonly number[]>>;

type SettingName = keyof typeof VALUES;
export type Configuration = Readonly<Record<SettingName, number>>;

const NAMES = Object.keys(VALUES) as SettingName[];

/** @param drawn how many of them are drawn by chance; the same ones in every run */
export function configurations(drawn: number): Configuration[] {
  const inForce = Object.fromEntries(NAMES.map(name => [name, settingOf(name)])) as Record<SettingName, number>;
  const single = NAMES.flatMap(name => VALUES[name].map(value => ({ ...inForce, [name]: value })));
  const draws = stream('configurations of listing');
  const others = Array.from({ length: drawn }, () => {
    const values = NAMES.map(name => {
      const all = [settingOf(name), ...VALUES[name]];
      return [name, all[draws.below(all.length)]];
    });
    return Object.fromEntries(values) as Record<SettingName, number>;
  });
  return [inForce, ...single, ...others];
}

/** Puts a configuration into force, before what reads it is loaded. */
export function putIntoForce(configuration: Configuration): void {
  for (const name of NAMES) {
    if (isWeight(name)) (WEIGHTS as Record<WeightName, number>)[name] = configuration[name];
    else (LISTING as Record<ListingName, number>)[name] = configuration[name];
  }
}

/** Which settings of a configuration are others than those in force. */
export function differences(configuration: Configuration): string {
  const changed = NAMES.filter(name => configuration[name] !== settingOf(name));
  return changed.map(name => `${name} ${configuration[name]}`).join(', ') || 'as in force';
}

function isWeight(name: SettingName): name is SettingName & WeightName {
  return name in WEIGHTS;
}

function settingOf(name: SettingName): number {
  return isWeight(name) ? WEIGHTS[name] : LISTING[name];
}

/** Exports the stored configuration in the form that its import takes under `replace`. */
import type { Documents } from '../documents.js';
import { CONFIGURATION_KEY, type Configuration } from './configuration.js';

/** @returns a configuration without markets where none is stored */
export function exportConfiguration(documents: Documents): Configuration {
  return documents.get<Configuration>(CONFIGURATION_KEY) ?? { markets: {} };
}

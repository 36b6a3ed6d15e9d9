/** The stored configuration in the form of its import under `replace`. */
import type { Documents } from '../documents.js';
import { CONFIGURATION_KEY, type Configuration } from './configuration.js';

/** Without markets where nothing is configured. */
export function exportConfiguration(documents: Documents): Configuration {
  return documents.get<Configuration>(CONFIGURATION_KEY) ?? { markets: {} };
}

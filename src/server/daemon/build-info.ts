/** The version of the daemon and of its environment, for the log, the metrics and the description of the interface. */
import { readFileSync } from 'node:fs';
import type { Transport } from '../http/transport.js';

export interface BuildInfo {
  version: string;
  node: string;
  transport: string;
}

export function buildInfo(transport: Transport): BuildInfo {
  const file = new URL('../../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return { version, node: process.versions.node, transport: transport.name };
}

/** The transports that this machine has: what is said of HTTP is tested against each of them. */
import t from 'tap';
import { nodeTransport } from '../../../src/server/http/node-transport.js';
import { type Limit, limitsText, type Transport } from '../../../src/server/http/transport.js';
import { chooseUws, UWS_PACKAGES } from '../../../src/server/http/uws-package.js';
import { openTransport } from '../../../src/server/http/uws-transport.js';

/** Every package of uWebSockets.js with a build that fits, and node:http. */
export const TRANSPORTS: readonly Transport[] = distinct([
  openTransport('native'),
  ...UWS_PACKAGES.map(name => chooseUws(undefined, process, [name]))
    .filter(({ build }) => build !== undefined)
    .map(choice => openTransport('native', () => choice)),
  nodeTransport(),
]);

// The runner of the tests shows this line, once for each Node.
t.comment(`transports of Node ${process.versions.node}: ${TRANSPORTS.map(described).join(', ')}`);

/** Why a test of it is skipped where the parser does not do what is tested. */
export function cannot(transport: Transport, limit: Limit): string | false {
  return transport.limits.includes(limit) ? limitsText({ ...transport, limits: [limit] })! : false;
}

function distinct(transports: Transport[]): Transport[] {
  return transports.filter(({ name }, i) => transports.findIndex(other => other.name === name) === i);
}

function described({ name, warning }: Transport): string {
  return warning === undefined ? name : `${name} (${warning})`;
}

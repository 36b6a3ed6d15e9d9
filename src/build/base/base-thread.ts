/** Worker thread that builds a base, at the lowest priority: imports and queries have precedence. */
import { platform } from 'node:os';
import { lowerPriorityTo } from '../../threads/lower-priority-to.js';
import { RequestServer } from '../../threads/request-server.js';
import type { BaseProtocol } from './base-protocol.js';
import { buildBase } from './build-base.js';

const LOWEST_PRIORITY = 19;

new RequestServer<BaseProtocol>().serve({
  build: ({ dataDir, settings, searched, imports }) => {
    // Only Linux has priorities by thread, which the threads that it starts inherit.
    if (platform() === 'linux') lowerPriorityTo(LOWEST_PRIORITY);
    buildBase(dataDir, settings, searched, imports);
  },
});

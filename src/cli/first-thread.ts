/**
 * Starts the first query thread of a daemon while the command and the daemon are still being loaded: what a thread
 * loads takes as long, and none of it depends on how the daemon is set up.
 */
import { fileURLToPath } from 'node:url';
import { startAhead } from '../server/queries/timed-tasks.js';

startAhead(fileURLToPath(new URL('../server/queries/query-thread.js', import.meta.url)));

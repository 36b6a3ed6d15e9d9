/** A daemon with products and an article, for all files that hold its replies to queries to the interface description. */
import t from 'tap';
import { importWhenReady } from '../../contract/admin.js';
import { groupLines } from '../../contract/shop.js';
import { ready } from '../../daemon.js';
import { describedDaemon, richLines } from '../described.js';

export const { daemon, agree } = await describedDaemon(t);

const filled = await importWhenReady(daemon, 'PUT', [...groupLines(5), ...richLines]);
if (filled.status !== 204) throw new Error(JSON.stringify(filled.body));
await ready(daemon.url);

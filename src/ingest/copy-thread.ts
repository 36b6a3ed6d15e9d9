/** Worker thread that reads a copy of the catalog store to its end, while the calling one runs imports. */
import { inspectStore } from '../catalog/inspect-store.js';
import { RequestServer } from '../threads/request-server.js';
import type { CopyProtocol } from './copy-messages.js';

new RequestServer<CopyProtocol>().serve({ inspect: ({ file }) => inspectStore(file) });

/** Worker thread that reads copies of the catalog store to their ends, and packs them, while the calling one runs imports. */
import { inspectStore } from '../catalog/inspect-store.js';
import { inspectCopy, packStore } from '../catalog/packed-store.js';
import { RequestServer } from '../threads/request-server.js';
import type { CopyProtocol } from './copy-messages.js';

new RequestServer<CopyProtocol>().serve({
  inspect: ({ file }) => inspectCopy(file),
  pack: ({ file, to }) => {
    const found = inspectStore(file);
    if (found.state === 'sound') packStore(file, to, found.generation);
    return found;
  },
});

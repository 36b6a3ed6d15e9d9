/** The route of backups: everything that the daemon keeps, as one archive, or what the backup before lacks of it. */
import { ACCESS } from '../../api/access.js';
import { MAX_BACKUP_ORDER_BYTES } from '../../api/backup-order.js';
import type { BackupClient } from '../backup/backup-client.js';
import type { Route } from '../http/router.js';
import type { KeyRing } from '../storage/key-ring.js';
import { authorise } from './authorise.js';
import { sendPieces } from './send-pieces.js';

const HEADERS = ['Content-Type', 'application/x-tar', 'Cache-Control', 'no-store'];

export function backupRoute({ keys, backups }: { keys: KeyRing; backups: BackupClient }): Route {
  return {
    name: 'backup',
    paths: ['/api/admin/v3/backup', '/api/admin/v4/backup'],
    methods: {
      POST: async (exchange, incoming) => {
        const contentType = incoming.header('content-type') || undefined;
        const body = exchange.readBody(MAX_BACKUP_ORDER_BYTES, true);
        await authorise(keys, exchange, incoming, ACCESS.backup);
        const order = { contentType, body: await body.whole() };
        if (!exchange.gone) sendPieces(exchange, HEADERS, listener => backups.start(order, listener));
      },
    },
  };
}

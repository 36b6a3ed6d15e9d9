/** How a reply that is broken off is logged: as an error, but for a backup that an erasure ends. */
import t from 'tap';
import { Problem } from '../../../src/errors/problem.js';
import { EndedForErasure } from '../../../src/server/backup/backup-client.js';
import type { ExportListener } from '../../../src/server/exports/export-client.js';
import type { Exchange } from '../../../src/server/http/exchange.js';
import { sendPieces } from '../../../src/server/routes/send-pieces.js';

function levelsOf(error: Error): string[] {
  const levels: string[] = [];
  const reply = { write: () => true, finish: () => levels.push('end'), close: () => levels.push('closed') };
  const log = { warn: () => levels.push('warn'), error: () => levels.push('error') };
  const exchange = { method: 'GET', id: '1', path: '/', log, stream: () => reply } as unknown as Exchange;
  let listener!: ExportListener;
  sendPieces(exchange, [], heard => {
    listener = heard;
    return { more: () => undefined, stop: () => undefined };
  });
  listener.piece(new Uint8Array(1));
  listener.failed(error);
  return levels;
}

t.test('a backup that breaks off', async t => {
  t.same(levelsOf(new EndedForErasure()), ['warn', 'closed']);
  t.same(levelsOf(new Problem('backup_failed', 'files/a.part: its checksum is wrong')), ['error', 'closed']);
});

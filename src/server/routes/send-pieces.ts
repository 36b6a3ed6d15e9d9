/** Sends a reply that a thread makes in pieces, at the client's pace. */
import { EndedForErasure } from '../backup/backup-client.js';
import type { ExportListener, RunningExport } from '../exports/export-client.js';
import type { Exchange, ReplyStream } from '../http/exchange.js';

/**
 * @param start may refuse, which is replied; so is a failure before the first piece
 * @throws what `start` throws
 */
export function sendPieces(
  exchange: Exchange,
  headers: readonly string[],
  start: (listener: ExportListener) => RunningExport,
): void {
  let reply: ReplyStream | undefined;
  /** Number of pieces that the client has not taken yet. */
  let owed = 0;
  const begin = (): ReplyStream => {
    const started = exchange.stream(200, headers);
    started.onWritable = () => {
      running.more(owed);
      owed = 0;
    };
    return started;
  };
  const running = start({
    piece: bytes => {
      reply ??= begin();
      if (exchange.method === 'HEAD') running.stop();
      else if (reply.write(bytes)) running.more(1);
      else owed++;
    },
    end: () => (reply ?? begin()).finish(),
    failed: error => {
      if (reply === undefined) {
        exchange.fail(error);
        return;
      }
      // The client recognises an incomplete reply: the last chunk is missing.
      const level = error instanceof EndedForErasure ? 'warn' : 'error';
      exchange.log[level]({ request: exchange.id, path: exchange.path, err: error }, 'a reply in pieces is broken off');
      reply.close();
    },
  });
  exchange.onGone = () => running.stop();
}

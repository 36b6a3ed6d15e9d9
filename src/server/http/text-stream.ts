/**
 * A reply whose text is sent in parts, as they are made: a client can read each before the next one has come. Compressed where the
 * client takes that.
 */
import { constants, createGzip } from 'node:zlib';
import type { Exchange, ReplyStream } from './exchange.js';

export interface TextStream {
  /** Sends a part at once. */
  send(part: string): void;
  /** Sends the last one. */
  end(part: string): void;
}

/** Begins the reply. Nothing is sent to a client that has gone. @param headers names and values in turn, with the content type */
export function streamText(exchange: Exchange, headers: readonly string[]): TextStream {
  const varying = [...headers, 'Vary', 'Accept-Encoding'];
  if (exchange.gzip) return compressed(exchange.stream(200, [...varying, 'Content-Encoding', 'gzip']));
  const reply = exchange.stream(200, varying);
  return {
    send: part => void reply.write(Buffer.from(part)),
    end(part) {
      reply.write(Buffer.from(part));
      reply.finish();
    },
  };
}

function compressed(reply: ReplyStream): TextStream {
  const gzip = createGzip();
  gzip.on('data', (piece: Uint8Array) => reply.write(piece));
  gzip.on('end', () => reply.finish());
  gzip.on('error', () => reply.close());
  return {
    send(part) {
      gzip.write(part);
      gzip.flush(constants.Z_SYNC_FLUSH);
    },
    end: part => void gzip.end(part),
  };
}

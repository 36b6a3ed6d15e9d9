/**
 * Sends a reply over node:http in one write. What Node does for a reply (headers checked one by one, three pieces, a map of
 * what was set) takes as long as all the rest of an answer from the cache, whose head is the same text each time. Node
 * still reads requests, keeps their order and the connection: it learns of the end of the reply by its event.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { statusLine } from './transport.js';

/** By list of headers, their text. Lists that are sent once are never here. */
const heads = new WeakMap<readonly string[], string>();
let dateSecond = 0;
let date = '';

/**
 * Whether the reply may be sent so: it is its turn on the connection, and Node keeps the connection, as HTTP/1.1 has it
 * by default.
 */
export function canSendWhole(request: IncomingMessage, response: ServerResponse): boolean {
  return response.socket !== null && request.httpVersion === '1.1' && response.shouldKeepAlive;
}

/**
 * @param headers names and values in turn; the list is kept by the caller, and sent many times
 * @param finished called when the whole reply was handed to the system; not where the connection breaks off before
 * @returns whether the system has taken all of it
 */
export function sendWhole(
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  body: Uint8Array,
  finished: () => void,
): boolean {
  let head = heads.get(headers);
  if (head === undefined) {
    head = '';
    for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`;
    heads.set(headers, head);
  }
  const socket = response.socket!;
  socket.cork();
  socket.write(
    `HTTP/1.1 ${statusLine(status)}\r\n${head}Date: ${httpDate()}\r\nContent-Length: ${body.length}\r\n\r\n`,
    'latin1',
  );
  socket.write(body, error => {
    // What was under way when the connection broke off is reported without an error.
    if (error || socket.destroyed) return;
    finished();
    response.emit('finish');
  });
  socket.uncork();
  return socket.writableLength === 0;
}

/** Of this second (RFC 9110, 5.6.7). */
function httpDate(): string {
  const now = Date.now();
  const second = Math.trunc(now / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    date = new Date(now).toUTCString();
  }
  return date;
}

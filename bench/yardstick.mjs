/**
 * The yardstick: a bare uWebSockets.js endpoint that answers everything with the same bytes, as a process of its own.
 * `{ bytes, headers }` sets how many, head included, and under which headers; `{ port }` is what it says when it
 * listens. It ends with the process that started it.
 */
import { createRequire } from 'node:module';

const uws = createRequire(import.meta.url)('uWebSockets.js');
let body = Buffer.alloc(1);
let headers = [];
/** What the engine adds to a head: status, date, its name, the length. */
const HEAD_BYTES = 110;

uws
  .App()
  .any('/*', response => {
    response.cork(() => {
      for (const [name, value] of headers) response.writeHeader(name, value);
      response.end(body);
    });
  })
  .listen('127.0.0.1', 0, uws.LIBUS_LISTEN_EXCLUSIVE_PORT, socket => {
    process.send?.({ port: uws.us_socket_local_port(socket) });
  });

process.on('message', message => {
  headers = message.headers;
  const head = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, HEAD_BYTES);
  body = Buffer.alloc(Math.max(1, message.bytes - head), '{"a":"b"}');
  process.send?.({ bytes: body.length });
});
process.on('disconnect', () => process.exit(0));

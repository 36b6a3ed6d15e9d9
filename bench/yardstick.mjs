/**
 * The yardstick: a bare uWebSockets.js endpoint that answers everything with the same bytes, as a process of its own.
 * `{ bytes }` sets how many; `{ port }` is what it says when it listens. It ends with the process that started it.
 */
import { createRequire } from 'node:module';

const uws = createRequire(import.meta.url)('uWebSockets.js');
let body = Buffer.alloc(1);

uws
  .App()
  .any('/*', response => {
    response.cork(() => {
      response.writeHeader('Content-Type', 'application/json;charset=utf-8').end(body);
    });
  })
  .listen('127.0.0.1', 0, uws.LIBUS_LISTEN_EXCLUSIVE_PORT, socket => {
    process.send?.({ port: uws.us_socket_local_port(socket) });
  });

process.on('message', message => {
  body = Buffer.alloc(message.bytes, '{"a":"b"}');
  process.send?.({ bytes: body.length });
});
process.on('disconnect', () => process.exit(0));

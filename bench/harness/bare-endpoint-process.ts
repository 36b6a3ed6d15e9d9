/**
 * The yardstick: a bare uWebSockets.js endpoint that answers without looking at the question, as a process of its own.
 * `{ bytes, headers, bodies }` sets how many bytes, head included, under which headers, and how many bodies take turns:
 * a single one would never leave the processor's cache. `{ port }` is what it says when it listens. It ends with the
 * process that started it.
 */
import { createRequire } from 'node:module';

const uws = createRequire(import.meta.url)('uWebSockets.js');
let bodies = [Buffer.alloc(1)];
let next = 0;
let headers = [];
/** What the engine adds to a head: status, date, its name, the length. */
const HEAD_BYTES = 110;

uws
  .App()
  .any('/*', response => {
    response.cork(() => {
      for (const [name, value] of headers) response.writeHeader(name, value);
      next = (next + 1) % bodies.length;
      response.end(bodies[next]);
    });
  })
  .listen('127.0.0.1', 0, uws.LIBUS_LISTEN_EXCLUSIVE_PORT, socket => {
    process.send?.({ port: uws.us_socket_local_port(socket) });
  });

process.on('message', message => {
  headers = message.headers;
  const head = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, HEAD_BYTES);
  const length = Math.max(1, message.bytes - head);
  bodies = Array.from({ length: message.bodies }, () => Buffer.alloc(length, '{"a":"b"}'));
  process.send?.({ bytes: length });
});
process.on('disconnect', () => process.exit(0));

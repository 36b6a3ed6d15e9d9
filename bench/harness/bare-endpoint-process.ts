/**
 * A bare uWebSockets.js endpoint that answers without looking at the question: the yardstick of the daemon, as a
 * process of its own. A message sets what it answers; `{ port }` is what it says when it listens. Bodies take turns, as
 * a single one would never leave the processor's cache. It ends with the process that started it.
 */
import { chooseUws } from '../../src/server/http/uws-package.js';
import type { BareAnswer } from './bare-endpoint.js';

/** What the engine adds to a head: status, date, its name, the length. */
const HEAD_BYTES = 110;
/** Of a header, beside its name and value. */
const HEADER_BYTES = 4;

const { build, passedOver } = chooseUws();
if (build === undefined) throw new Error(`no build of uWebSockets.js fits: ${passedOver.join('; ')}`);
const engine = build.native;
let bodies = [Buffer.alloc(1)];
let next = 0;
let headers: BareAnswer['headers'] = [];

engine
  .App()
  .any('/*', response => {
    response.cork(() => {
      for (const [name, value] of headers) response.writeHeader(name, value);
      next = (next + 1) % bodies.length;
      response.end(bodies[next]);
    });
  })
  .listen('127.0.0.1', 0, engine.LIBUS_LISTEN_EXCLUSIVE_PORT, socket => {
    process.send?.({ port: engine.us_socket_local_port(socket) });
  });

process.on('message', (answer: BareAnswer) => {
  headers = answer.headers;
  const head = headers.reduce((sum, [name, value]) => sum + name.length + value.length + HEADER_BYTES, HEAD_BYTES);
  const length = Math.max(1, answer.bytes - head);
  bodies = Array.from({ length: answer.bodies }, () => Buffer.alloc(length, '{"a":"b"}'));
  process.send?.({ bytes: length });
});
process.on('disconnect', () => process.exit(0));

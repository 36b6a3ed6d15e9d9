/** Replies that are sent in one write over node:http, where its way is another one than that of Node. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { nodeTransport } from '../../../src/server/http/node-transport.js';
import { OwedReplies } from '../../../src/server/http/owed-replies.js';
import type { Handler } from '../../../src/server/http/transport.js';

const HEADERS = ['Content-Type', 'text/plain'];
const owed = new OwedReplies({ idleMs: 10_000, bytes: Number.MAX_SAFE_INTEGER });

/** Sends all of it at once. @returns what came until the server closed the connection */
async function received(
  t: { teardown(fn: () => void): void },
  heads: readonly string[],
  handler: Handler,
): Promise<string> {
  const listening = await nodeTransport().listen('127.0.0.1', 0, handler, { owed });
  t.teardown(() => listening.close());
  const socket = connect(listening.port, '127.0.0.1');
  socket.write(heads.map(head => `GET ${head.replace(', ', ' HTTP/1.1\r\nHost: x\r\n')}\r\n\r\n`).join(''));
  return text(socket);
}

t.test('where Node ends the connection, for whichever header, the reply says so', async t => {
  for (const header of ['Connection: close', 'Connection: keep-alive, close', 'Proxy-Connection: close']) {
    const reply = await received(t, [`/, ${header}`], (_, outgoing) =>
      outgoing.send(200, HEADERS, Buffer.from('hello'), { lasting: true }),
    );
    t.match(reply, /\r\nConnection: close\r\n/, header);
    t.ok(reply.endsWith('\r\n\r\nhello'), header);
  }
});

t.test('replies to requests that were sent ahead come in their order', async t => {
  let first: (() => void) | undefined;
  const reply = await received(
    t,
    ['/first, X: y', '/second, X: y', '/third, Connection: close'],
    (incoming, outgoing) => {
      const { path } = incoming;
      const send = () => outgoing.send(200, HEADERS, Buffer.from(`<${path}>`), { lasting: true });
      if (path === '/first') first = send;
      else send();
      if (path === '/third') setImmediate(() => first!());
    },
  );
  t.same(reply.match(/<.*?>/g), ['</first>', '</second>', '</third>']);
  t.equal(reply.match(/Content-Length: /g)?.length, 3);
});

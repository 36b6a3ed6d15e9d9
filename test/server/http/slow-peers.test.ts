/** Bodies and replies that come slowly. In a file of its own: it takes as long as the clock of the engine, and computes nothing. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setInterval as every, setImmediate as nextTurn } from 'node:timers/promises';
import t from 'tap';
import { BodyReader } from '../../../src/server/http/body.js';
import { BodyMemory } from '../../../src/server/http/body-memory.js';
import { OwedReplies } from '../../../src/server/http/owed-replies.js';
import { within } from '../../within.js';
import { TRANSPORTS } from './transports.js';

/** Longer than the engine lets a body below 16 KB/s come by itself, or a reply pause: ten seconds, in steps of four. */
const SENDING_MS = 15_000;
const PAUSE_MS = 500;
const PIECE = 'x'.repeat(1000);

t.jobs = 2 * TRANSPORTS.length;
for (const transport of TRANSPORTS) {
  t.test(`a body may come slowly, as long as the client is not silent: ${transport.name}`, async t => {
    const owed = new OwedReplies({ idleMs: 10_000, bytes: Number.MAX_SAFE_INTEGER });
    const { port, close } = await transport.listen(
      '127.0.0.1',
      0,
      (_, outgoing) => {
        const body = new BodyReader(outgoing, 1_000_000, 5 * PAUSE_MS, new BodyMemory(1_000_000));
        body.whole().then(
          bytes => body.discard(() => outgoing.send(200, [], Buffer.from(`${bytes.length} bytes`))),
          () => undefined,
        );
      },
      { owed },
    );
    t.teardown(close);
    const pieces = SENDING_MS / PAUSE_MS;
    const socket = connect(port, '127.0.0.1');
    const answer = new Promise<string>(resolve => {
      socket.on('data', chunk => resolve(chunk.toString('latin1')));
      socket.on('close', () => resolve('disconnected'));
    });
    socket.on('error', () => undefined);
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${pieces * PIECE.length}\r\n\r\n`);
    let sent = 0;
    for await (const _ of every(PAUSE_MS)) {
      socket.write(PIECE);
      if (++sent === pieces) break;
    }
    t.match(await within('the answer', answer), new RegExp(`${pieces * PIECE.length} bytes$`));
    socket.destroy();
  });

  t.test(`a reply in pieces may pause while its next piece is made: ${transport.name}`, async t => {
    const owed = new OwedReplies({ idleMs: 1000, bytes: Number.MAX_SAFE_INTEGER });
    const { port, close } = await transport.listen(
      '127.0.0.1',
      0,
      (_, outgoing) => {
        const body = new BodyReader(outgoing, 1_000_000, SENDING_MS, new BodyMemory(1_000_000), true);
        // As routes do that look at the key first: the body has come meanwhile, and the socket is held back.
        void nextTurn()
          .then(() => body.whole())
          .then(bytes => {
            body.discard(() => undefined);
            outgoing.start(200, [], { close: true });
            outgoing.write(bytes);
            setTimeout(() => {
              outgoing.write(Buffer.from(', two'));
              outgoing.finish();
            }, SENDING_MS);
          });
      },
      { owed },
    );
    t.teardown(close);
    const socket = connect(port, '127.0.0.1');
    // In one packet, as clients send short bodies.
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\n\r\none');
    const reply = await within('the last piece', text(socket));
    t.match(reply, /one\r\n5\r\n, two\r\n0\r\n\r\n$/);
  });
}

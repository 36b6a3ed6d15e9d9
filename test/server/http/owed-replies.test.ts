import { connect, type Socket } from 'node:net';
import t from 'tap';
import { type OwedLimits, OwedReplies, type SlowReader } from '../../../src/server/http/owed-replies.js';
import type { Handler, Transport } from '../../../src/server/http/transport.js';
import { until } from '../../within.js';
import { TRANSPORTS } from './transports.js';

/** More than the system buffers for a connection. */
const LARGE_BYTES = 24 << 20;
/** Sent with every reply, as those of answers from the cache are. */
const HEADERS = ['X-One', 'Value'];
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

interface Server {
  owed: OwedReplies;
  /** Sends a text, and reads nothing of the replies until it is resumed. */
  resting(text: string): Socket;
}

async function serve(
  t: { teardown(fn: () => void): void },
  transport: Transport,
  limits: OwedLimits,
  handler: Handler,
): Promise<Server> {
  const owed = new OwedReplies({ sweepMs: 20, ...limits });
  const listening = await transport.listen('127.0.0.1', 0, handler, { owed });
  t.teardown(() => listening.close());
  return {
    owed,
    resting: text => {
      const socket = connect(listening.port, '127.0.0.1');
      socket.pause();
      // Its end is looked at from the other side.
      socket.on('error', () => socket.destroy());
      t.teardown(() => socket.destroy());
      socket.write(text);
      return socket;
    },
  };
}

function bytesOf(socket: Socket, enough: number): Promise<number> {
  return new Promise(resolve => {
    let bytes = 0;
    if (socket.closed) resolve(bytes);
    socket.on('data', chunk => {
      bytes += chunk.length;
      if (bytes >= enough) resolve(bytes);
    });
    socket.on('close', () => resolve(bytes));
    socket.resume();
  });
}

for (const transport of TRANSPORTS) {
  t.test(transport.name, async t => {
    t.test('a client that takes nothing of its reply is disconnected', async t => {
      const gone: string[] = [];
      const limits = { idleMs: 100, bytes: Number.MAX_SAFE_INTEGER };
      const { owed, resting } = await serve(t, transport, limits, (incoming, outgoing) => {
        const { path } = incoming;
        outgoing.onAborted = () => gone.push(path);
        if (path === '/at-once') outgoing.send(200, [], Buffer.alloc(LARGE_BYTES));
        else if (path === '/later')
          setImmediate(() => outgoing.send(200, HEADERS, Buffer.alloc(LARGE_BYTES), { lasting: true }));
        else {
          const more = () => {
            while (outgoing.write(Buffer.alloc(131_072)));
          };
          outgoing.start(200, []);
          outgoing.onWritable = more;
          more();
        }
      });
      const paths = ['/at-once', '/later', '/pieces'];
      for (const path of paths) resting(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      await until('the disconnects', () => gone.length === paths.length);
      t.same(gone.sort(), paths.sort());
      t.same([owed.size, owed.bytes, owed.closed], [0, 0, paths.length]);
    });

    t.test('a reply whose pieces come slowly is none that the client does not take', async t => {
      const limits = { idleMs: 50, bytes: Number.MAX_SAFE_INTEGER };
      let aborted = false;
      const { owed, resting } = await serve(t, transport, limits, async (_, outgoing) => {
        outgoing.onAborted = () => {
          aborted = true;
        };
        outgoing.start(200, []);
        outgoing.write(Buffer.alloc(20_000));
        const begunMs = performance.now();
        await until('some times as long', () => aborted || performance.now() - begunMs > 200);
        outgoing.write(Buffer.alloc(20_000));
        outgoing.finish();
      });
      t.ok((await bytesOf(resting(REQUEST), 40_000)) >= 40_000);
      t.same([aborted, owed.closed], [false, 0]);
    });

    t.test('where replies hold too much, clients that have rested longest go first', async t => {
      const gone: string[] = [];
      // Clients are not looked at again: on a busy machine, the system's buffers take bytes for one that rests.
      const limits = { idleMs: 60_000, bytes: 2.5 * LARGE_BYTES, sweepMs: 60_000 };
      const { owed, resting } = await serve(t, transport, limits, (incoming, outgoing) => {
        const { query } = incoming;
        outgoing.onAborted = () => gone.push(query);
        outgoing.send(200, [], new Uint8Array(LARGE_BYTES));
      });
      const sockets: Socket[] = [];
      for (let i = 0; i < 4; i++) {
        sockets.push(resting(`GET /?${i} HTTP/1.1\r\nHost: x\r\n\r\n`));
        await until('the reply', () => owed.size + gone.length === i + 1);
        t.ok(owed.bytes <= limits.bytes);
      }
      await until('the disconnects', () => gone.length === 2);
      t.same(gone, ['0', '1']);
      const bytes = await Promise.all([sockets[2]!, sockets[3]!].map(socket => bytesOf(socket, LARGE_BYTES)));
      t.ok(
        bytes.every(count => count >= LARGE_BYTES),
        'those that go on reading get all of it',
      );
      await until('the end of the replies', () => owed.size === 0);
      t.equal(owed.bytes, 0);
    });

    t.test('memory that many wait for counts once', async t => {
      const body = Buffer.alloc(LARGE_BYTES);
      const limits = { idleMs: 60_000, bytes: 1.5 * LARGE_BYTES };
      const { owed, resting } = await serve(t, transport, limits, (_, outgoing) =>
        outgoing.send(200, HEADERS, body, { lasting: true }),
      );
      const sockets = [0, 1, 2].map(() => resting(REQUEST));
      await until('the replies', () => owed.size === 3);
      t.equal(owed.bytes, LARGE_BYTES);
      await Promise.all(sockets.map(socket => bytesOf(socket, LARGE_BYTES)));
      await until('the end of the replies', () => owed.size === 0);
      t.same([owed.bytes, owed.closed], [0, 0]);
    });

    t.test('pieces that wait count, and their clients go first that have rested longest', async t => {
      const piece = 4 << 20;
      const gone: string[] = [];
      const limits = { idleMs: 60_000, bytes: 4.5 * piece };
      const { owed, resting } = await serve(t, transport, limits, ({ query }, outgoing) => {
        outgoing.onAborted = () => gone.push(query);
        outgoing.start(200, []);
        // More than the system takes.
        for (let i = 0; i < 3; i++) outgoing.write(Buffer.alloc(piece));
      });
      resting('GET /?0 HTTP/1.1\r\nHost: x\r\n\r\n');
      await until('the reply', () => owed.bytes > piece);
      resting('GET /?1 HTTP/1.1\r\nHost: x\r\n\r\n');
      await until('the disconnect', () => gone.length === 1);
      t.same([gone, owed.size, owed.closed], [['0'], 1, 1]);
      t.ok(owed.bytes > piece && owed.bytes <= limits.bytes, `${owed.bytes} bytes`);
    });

    t.test('small replies do not pile up for a client that asks and does not read', async t => {
      const asked = 20_000;
      const body = Buffer.alloc(12_000);
      let handled = 0;
      let gone = 0;
      const limits = { idleMs: 100, bytes: Number.MAX_SAFE_INTEGER };
      const { resting } = await serve(t, transport, limits, (_, outgoing) => {
        handled++;
        outgoing.onAborted = () => gone++;
        outgoing.send(200, HEADERS, body, { lasting: true });
      });
      const socket = resting(REQUEST.repeat(asked));
      await until('the disconnect', () => gone > 0 || handled === asked);
      t.ok(handled < asked / 2, `${handled} of ${asked} requests were answered`);
      socket.destroy();
    });
  });
}

t.test('who takes bytes now and then stays', async t => {
  const owed = new OwedReplies({ idleMs: 1, bytes: 10, sweepMs: 1 });
  const closed: string[] = [];
  let looks = 0;
  const reader = (name: string, proceed: () => boolean): SlowReader => {
    const one = { memory: new ArrayBuffer(5), proceed, close: () => void closed.push(name) };
    owed.add(one);
    return one;
  };
  const steady = reader('steady', () => {
    looks++;
    return true;
  });
  reader('resting', () => false);
  await until('several looks', () => looks > 5);
  t.same(closed, ['resting']);
  t.same([owed.bytes, owed.size, owed.closed], [5, 1, 1]);
  owed.remove(steady);
  owed.remove(steady);
  t.same([owed.bytes, owed.size], [0, 0]);
});

t.test('where memory is short, readers of pieces, who hold little, stay', t => {
  const owed = new OwedReplies({ idleMs: 60_000, bytes: 1000 });
  const closed: string[] = [];
  const reader = (name: string, bytes?: number): SlowReader => ({
    ...(bytes !== undefined && { memory: new ArrayBuffer(bytes) }),
    proceed: () => true,
    close: () => closed.push(name),
  });
  for (const one of [reader('pieces'), reader('first', 600), reader('second', 300), reader('third', 500)])
    owed.add(one);
  t.same(closed, ['first']);
  t.equal(owed.bytes, 800);
  owed.add(reader('too large', 2000));
  t.same(closed, ['first', 'second', 'third', 'too large']);
  t.equal(owed.bytes, 0);
  t.equal(owed.size, 1);
  t.end();
});

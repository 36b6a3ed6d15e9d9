import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import t from 'tap';
import { OwedReplies } from '../../../src/server/http/owed-replies.js';
import type { Handler, Listening, Transport } from '../../../src/server/http/transport.js';
import { TRANSPORTS } from './transports.js';

const owed = new OwedReplies({ idleMs: 10_000, bytes: Number.MAX_SAFE_INTEGER });

async function listen(
  t: { teardown(fn: () => void): void },
  transport: Transport,
  handler: Handler,
): Promise<Listening> {
  const listening = await transport.listen('127.0.0.1', 0, handler, { owed });
  t.teardown(() => listening.close());
  return listening;
}

/** Sends each text after the answer to the one before has come; resolves with everything that was received. */
function talk(port: number, texts: string[], complete: (text: string) => boolean): Promise<string> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const next = () => {
      const text = texts.shift();
      if (text !== undefined) socket.write(text);
    };
    socket.on('data', chunk => {
      received += chunk.toString('latin1');
      if (complete(received)) {
        socket.destroy();
        resolve(received);
      } else next();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', () => resolve(received));
    next();
  });
}

function ask(port: number, path: string, agent: Agent): Promise<{ status: number | undefined; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get({ port, path, agent, host: '127.0.0.1' }, response => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks) }));
    }).on('error', reject);
  });
}

const count = (text: string, part: string) => text.split(part).length - 1;

for (const transport of TRANSPORTS) {
  t.test(transport.name, async t => {
    t.test('tells method, path, query and headers as they came', async t => {
      const seen: string[] = [];
      const { port } = await listen(t, transport, (incoming, outgoing) => {
        seen.push(incoming.method, incoming.path, incoming.query, incoming.header('x-one'), incoming.header('absent'));
        outgoing.send(200, [], undefined);
      });
      await fetch(`http://127.0.0.1:${port}/a%20b/c?q=1%7C2&r`, { method: 'PUT', headers: { 'X-One': 'Value' } });
      await fetch(`http://127.0.0.1:${port}/plain`);
      t.same(seen, ['PUT', '/a%20b/c', 'q=1%7C2&r', 'Value', '', 'GET', '/plain', '', '', '']);
    });

    t.test('repeats a header that is sent twice', async t => {
      const { port } = await listen(t, transport, (_, outgoing) =>
        outgoing.send(200, ['Vary', 'Origin', 'Vary', 'Accept-Encoding'], undefined),
      );
      t.equal((await fetch(`http://127.0.0.1:${port}/`)).headers.get('vary'), 'Origin, Accept-Encoding');
    });

    t.test('a reply whose list of headers lasts is like any other', async t => {
      const headers = ['Content-Type', 'text/plain', 'X-One', 'Value'];
      let finished = 0;
      let told: (() => void) | undefined;
      const all = new Promise<void>(resolve => {
        told = resolve;
      });
      const { port } = await listen(t, transport, (incoming, outgoing) => {
        outgoing.onFinished = () => {
          finished++;
          if (finished === 5) told?.();
        };
        const head = incoming.method === 'HEAD';
        const body = incoming.path === '/none' ? undefined : Buffer.from('hello');
        outgoing.send(incoming.path === '/busy' ? 503 : 200, headers, body, { lasting: true, head });
      });
      const texts = ['GET /some', 'GET /busy', 'HEAD /some', 'GET /none'].map(
        line => `${line} HTTP/1.1\r\nHost: x\r\n\r\n`,
      );
      const last = 'GET /some HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
      const text = await talk(port, [...texts, last], () => false);
      await all;
      t.equal(count(text, 'HTTP/1.1 200 OK\r\n'), 4);
      t.equal(count(text, 'HTTP/1.1 503 Service Unavailable\r\n'), 1);
      t.equal(count(text, 'X-One: Value\r\n'), 5);
      t.equal(count(text, 'hello'), 3);
      t.equal(count(text.toLowerCase(), 'content-length: 5\r\n'), 4);
      t.equal(count(text, 'Date: '), 5);
      t.ok(text.endsWith('hello'), 'the last one ends the connection');
    });

    t.test('answers without a body leave the connection usable', async t => {
      const { port } = await listen(t, transport, (incoming, outgoing) => {
        const body = Buffer.from('hello');
        outgoing.send(incoming.path === '/none' ? 204 : 200, [], body, { head: incoming.method === 'HEAD' });
      });
      const head = 'HEAD /some HTTP/1.1\r\nHost: x\r\n\r\n';
      const none = 'GET /none HTTP/1.1\r\nHost: x\r\n\r\n';
      const some = 'GET /some HTTP/1.1\r\nHost: x\r\n\r\n';
      const text = await talk(port, [head, none, some], received => received.endsWith('hello'));
      t.equal(count(text, 'HTTP/1.1 200'), 2);
      t.equal(count(text, 'HTTP/1.1 204'), 1);
      t.equal(count(text, 'hello'), 1);
      t.equal(count(text.toLowerCase(), 'content-length: 5'), 2, 'HEAD states the length, 204 none');
    });

    t.test('a body of any size arrives, and its end is told', async t => {
      const body = new Uint8Array(3_000_000).map((_, i) => i % 251);
      const { port } = await listen(t, transport, (_, outgoing) => {
        let finished = false;
        outgoing.onFinished = () => {
          finished = true;
        };
        outgoing.send(200, [], body);
        // A second reply must do no harm.
        outgoing.send(500, [], undefined);
        void finished;
      });
      const received = new Uint8Array(await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer());
      t.ok(Buffer.from(received).equals(body));
    });

    t.test('a request body can be held back and let come', async t => {
      const { port } = await listen(t, transport, (_, outgoing) => {
        let bytes = 0;
        outgoing.pause();
        outgoing.onData((chunk, last) => {
          bytes += chunk.length;
          if (last) outgoing.send(200, [], Buffer.from(String(bytes)));
        });
        setImmediate(() => outgoing.resume());
      });
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x'.repeat(2_000_000) });
      t.equal(await answer.text(), '2000000');
    });

    t.test('a client that goes away is told once, and nothing can be sent to it any more', async t => {
      let told = 0;
      let aborted: (() => void) | undefined;
      const gone = new Promise<void>(resolve => {
        aborted = resolve;
      });
      const { port } = await listen(t, transport, (_, outgoing) => {
        outgoing.onAborted = () => {
          told++;
          t.ok(outgoing.aborted);
          outgoing.send(200, [], undefined);
          outgoing.pause();
          outgoing.resume();
          outgoing.close();
          aborted?.();
        };
        socket.destroy();
      });
      const socket = connect(port, '127.0.0.1');
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await gone;
      t.equal(told, 1);
    });

    t.test('a reply in pieces of any size arrives whole, and the connection goes on', async t => {
      const pieces = [200_000, 1, 65_536, 3_000_000, 16_384, 100].map((size, i) => Buffer.alloc(size, 65 + i));
      const { port } = await listen(t, transport, (incoming, outgoing) => {
        if (incoming.path === '/short') {
          outgoing.send(200, [], Buffer.from('short'));
          return;
        }
        const left = incoming.path === '/empty' ? [] : [...pieces];
        const next = () => {
          for (let piece = left.shift(); piece !== undefined; piece = left.shift()) {
            if (!outgoing.write(piece)) return;
          }
          outgoing.finish();
        };
        outgoing.start(200, ['X-One', 'Value']);
        outgoing.onWritable = next;
        setImmediate(next);
      });
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      t.teardown(() => agent.destroy());
      for (const [path, body] of [
        ['/', Buffer.concat(pieces)],
        ['/empty', Buffer.alloc(0)],
        ['/short', Buffer.from('short')],
      ] as const) {
        const response = await ask(port, path, agent);
        t.equal(response.status, 200);
        t.ok(response.body.equals(body), path);
      }
    });

    t.test('a reader that rests holds the writer back, and gets everything in the end', async t => {
      const piece = Buffer.alloc(131_072, 66);
      const total = 400;
      let sent = 0;
      let refused: (() => void) | undefined;
      const held = new Promise<void>(resolve => {
        refused = resolve;
      });
      const { port } = await listen(t, transport, (_, outgoing) => {
        const next = () => {
          while (sent < total) {
            sent++;
            if (outgoing.write(piece)) continue;
            refused?.();
            return;
          }
          outgoing.finish();
        };
        outgoing.start(200, []);
        outgoing.onWritable = next;
        next();
      });
      const socket = connect(port, '127.0.0.1');
      socket.pause();
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      await held;
      t.ok(sent < total, `held after ${sent} of ${total} pieces`);
      let bytes = 0;
      let end = '';
      await new Promise<void>(resolve => {
        socket.on('data', chunk => {
          for (const byte of chunk) if (byte === 66) bytes++;
          end = (end + chunk.toString('latin1')).slice(-7);
          if (end.endsWith('\r\n0\r\n\r\n')) resolve();
        });
        socket.on('close', () => resolve());
        socket.resume();
      });
      socket.destroy();
      t.equal(bytes, total * piece.length);
      t.equal(end, '\r\n0\r\n\r\n');
    });

    t.test('a reply in pieces that is broken off ends without its last chunk', async t => {
      const { port } = await listen(t, transport, (_, outgoing) => {
        outgoing.start(200, []);
        outgoing.write(Buffer.alloc(20_000, 67));
        setImmediate(() => outgoing.close());
      });
      const text = await talk(port, ['GET / HTTP/1.1\r\nHost: x\r\n\r\n'], () => false);
      t.match(text, /^HTTP\/1.1 200/);
      t.notOk(text.endsWith('0\r\n\r\n'));
    });

    t.test('a client that goes away in the middle of the pieces is told once, and nothing more is taken', async t => {
      let aborted: (() => void) | undefined;
      const gone = new Promise<void>(resolve => {
        aborted = resolve;
      });
      let told = 0;
      const { port } = await listen(t, transport, (_, outgoing) => {
        outgoing.onAborted = () => {
          told++;
          t.notOk(outgoing.write(Buffer.alloc(10)));
          outgoing.finish();
          outgoing.close();
          aborted?.();
        };
        outgoing.start(200, []);
        while (outgoing.write(Buffer.alloc(131_072)));
      });
      const socket = connect(port, '127.0.0.1');
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      socket.once('data', () => socket.destroy());
      await gone;
      t.equal(told, 1);
    });

    t.test('HEAD of a reply in pieces has its headers and no body', async t => {
      const { port } = await listen(t, transport, (incoming, outgoing) => {
        if (incoming.method === 'GET') {
          outgoing.send(200, [], Buffer.from('hello'));
          return;
        }
        outgoing.start(200, ['X-One', 'Value'], { head: true });
        outgoing.write(Buffer.from('ignored'));
        outgoing.finish();
      });
      const head = 'HEAD / HTTP/1.1\r\nHost: x\r\n\r\n';
      const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
      const text = await talk(port, [head, get], received => received.endsWith('hello'));
      t.match(text, /X-One: Value/i);
      t.equal(count(text, 'HTTP/1.1 200'), 2);
      t.notMatch(text, /ignored/);
    });

    t.test('an address in use is refused with its name', async t => {
      const { port } = await listen(t, transport, () => {});
      await t.rejects(
        transport.listen('127.0.0.1', port, () => {}, { owed }),
        {
          error: 'UNAVAILABLE',
          message: new RegExp(`127.0.0.1:${port}`),
        },
      );
    });
  });
}

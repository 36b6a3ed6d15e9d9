/** What comes over the wire that no modern client sends: old versions, malformed and doubtful heads, many at a time. */
import { connect } from 'node:net';
import t from 'tap';
import { OwedReplies } from '../../../src/server/http/owed-replies.js';
import { within } from '../../within.js';
import { cannot, TRANSPORTS } from './transports.js';

interface Heard {
  text: string;
  /** Whether the server has ended the connection. */
  closed: boolean;
}

/** Sends a text; resolves when the connection has ended or `enough` replies have come. */
function say(port: number, text: string, enough = Number.POSITIVE_INFINITY): Promise<Heard> {
  const heard = new Promise<Heard>(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    const end = (closed: boolean) => {
      socket.destroy();
      resolve({ text: received, closed });
    };
    socket.on('data', chunk => {
      received += chunk.toString('latin1');
      if (received.split('path /').length > enough) end(false);
    });
    socket.on('close', () => end(true));
    socket.on('error', () => undefined);
  });
  return within('the end of what the server says', heard, 20_000);
}

/** Sent with every reply, as those of answers from the cache are. */
const HEADERS = ['X-One', 'Value'];
const HOST = 'Host: x\r\n';
const post = (headers: string, body: string) => `POST /p HTTP/1.1\r\n${HOST}${headers}\r\n${body}`;
const CHUNKED = '2\r\n{}\r\n0\r\n\r\n';
const DOUBTFUL: Record<string, string> = {
  'two lengths': post('Content-Length: 2\r\nContent-Length: 5\r\n', '{}abc'),
  'the same length twice': post('Content-Length: 2\r\nContent-Length: 2\r\n', '{}'),
  'a length and chunks': post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', CHUNKED),
  'chunks and a length': post('Transfer-Encoding: chunked\r\nContent-Length: 2\r\n', CHUNKED),
  'an unknown coding': post('Transfer-Encoding: xchunked\r\n', CHUNKED),
  'a coding behind chunks': post('Transfer-Encoding: chunked, gzip\r\n', CHUNKED),
  'a negative length': post('Content-Length: -2\r\n', '{}'),
  'a length with a sign': post('Content-Length: +2\r\n', '{}'),
};
const MALFORMED: Record<string, [text: string, status: number]> = {
  'a line that is none': ['GARBAGE\r\n\r\n', 400],
  'a header without a colon': [`GET /p HTTP/1.1\r\n${HOST}no colon here\r\n\r\n`, 400],
  'a space before the colon': [`GET /p HTTP/1.1\r\n${HOST}Content-Length : 3\r\n\r\nabc`, 400],
  'no host': ['GET /p HTTP/1.1\r\n\r\n', 400],
  'a head that is too large': [`GET /p HTTP/1.1\r\n${HOST}X: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
};

for (const transport of TRANSPORTS) {
  t.test(transport.name, async t => {
    const owed = new OwedReplies({ idleMs: 10_000, bytes: Number.MAX_SAFE_INTEGER });
    const { port, close } = await transport.listen(
      '127.0.0.1',
      0,
      ({ path }, outgoing) => {
        outgoing.onData((_, last) => {
          // Later ones sooner: replies have to wait for those before them.
          const delay = path === '/1' ? 20 : 0;
          if (last)
            setTimeout(() => outgoing.send(200, HEADERS, Buffer.from(`path ${path}`), { lasting: true }), delay);
        });
      },
      { owed },
    );
    t.teardown(close);

    for (const [what, text] of Object.entries(DOUBTFUL)) {
      t.test(`a body with ${what} is refused, and the connection closed`, async t => {
        const heard = await say(port, text);
        t.ok(heard.closed);
        t.notMatch(heard.text, /path/);
        t.match(heard.text, /^(HTTP\/1\.1 400 |$)/);
      });
    }

    t.test('a body in chunks is taken', async t => {
      t.match(await say(port, post('Transfer-Encoding: chunked\r\n', CHUNKED), 1), { text: /path \/p/, closed: false });
    });

    t.test('HTTP/1.0 is answered', { skip: cannot(transport, 'old') }, async t => {
      const bare = await say(port, 'GET /old HTTP/1.0\r\n\r\n');
      t.match(bare.text, /^HTTP\/1\.1 200 .*path \/old$/s);
      t.ok(bare.closed);
      const kept = await say(port, `GET /kept HTTP/1.0\r\n${HOST}Connection: keep-alive\r\n\r\n`, 1);
      t.match(kept.text, /connection: keep-alive/i);
    });

    for (const [what, [text, status]] of Object.entries(MALFORMED)) {
      t.test(`${what} is answered ${status}`, { skip: cannot(transport, 'malformed') }, async t => {
        const heard = await say(port, text);
        t.match(heard.text, new RegExp(`^HTTP/1.1 ${status} `));
        t.ok(heard.closed);
      });
    }

    t.test('many headers are answered', { skip: cannot(transport, 'many headers') }, async t => {
      const headers = Array.from({ length: 500 }, (_, i) => `x${i}: 1\r\n`).join('');
      t.match((await say(port, `GET /many HTTP/1.1\r\n${HOST}${headers}\r\n`, 1)).text, /path \/many/);
    });

    t.test(
      'requests that are sent ahead of replies get theirs in order',
      { skip: cannot(transport, 'ahead') },
      async t => {
        const texts = ['/1', '/2', '/3'].map(path => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`);
        const { text } = await say(port, texts.join(''), 3);
        t.same(
          [...text.matchAll(/path (\/\d)/g)].map(match => match[1]),
          ['/1', '/2', '/3'],
        );
      },
    );
  });
}

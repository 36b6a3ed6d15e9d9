/** Both sides of the relay over messages that are delivered when the test says so, and a socket that it plays. */
import t from 'tap';
import { Relay } from '../../../src/server/front-ends/relay.js';
import { RELAY_WINDOW_BYTES, type Relayed, type RelayedReply } from '../../../src/server/front-ends/relay-messages.js';
import { RelayedRequests } from '../../../src/server/front-ends/relayed-requests.js';
import type { Incoming, Outgoing } from '../../../src/server/http/transport.js';

const PIECE = 65_536;

/** The socket's side. */
class Socket implements Outgoing {
  aborted = false;
  onAborted: (() => void) | undefined;
  onFinished: (() => void) | undefined;
  onWritable: (() => void) | undefined;
  take!: (chunk: Uint8Array, last: boolean) => void;
  paused = false;
  /** Whether it takes what is written. */
  takes = true;
  readonly log: string[] = [];
  written = 0;

  onData(take: (chunk: Uint8Array, last: boolean) => void): void {
    this.take = take;
  }
  pause(): void {
    this.paused = true;
  }
  resume(): void {
    this.paused = false;
  }
  send(status: number, headers: readonly string[], body?: Uint8Array): void {
    this.log.push(`${status} ${headers.join(' ')} ${body === undefined ? '' : Buffer.from(body).toString()}`);
    this.onFinished?.();
  }
  start(status: number): void {
    this.log.push(`start ${status}`);
  }
  write(piece: Uint8Array): boolean {
    this.written += piece.length;
    return this.takes;
  }
  finish(): void {
    this.log.push('finish');
    this.onFinished?.();
  }
  close(): void {
    this.log.push('close');
    this.aborted = true;
    this.onAborted?.();
  }
}

/** A request through both sides. */
function open(headers: [string, string][] = []) {
  const there: Relayed[] = [];
  const back: RelayedReply[] = [];
  const relay = new Relay(message => there.push(structuredClone(message)));
  let request!: { incoming: Incoming; outgoing: Outgoing };
  const requests = new RelayedRequests(
    (incoming, outgoing) => {
      request = { incoming, outgoing };
    },
    message => back.push(structuredClone(message)),
  );
  const deliver = {
    there: () => {
      for (const message of there.splice(0)) requests.hear(message);
    },
    back: () => {
      for (const message of back.splice(0)) relay.hear(message);
    },
    all: () => {
      while (there.length + back.length > 0) {
        deliver.there();
        deliver.back();
      }
    },
  };
  const socket = new Socket();
  const incoming = {
    address: '192.0.2.7',
    method: 'PUT',
    path: '/p',
    query: 'a=b',
    header: () => '',
    headers: () => headers,
  };
  relay.handle(incoming, socket);
  deliver.there();
  return { ...request, relay, socket, deliver };
}

t.test('a request and its reply come through as they are', async t => {
  const { incoming, outgoing, relay, socket, deliver } = open([['api-key', 'k']]);
  t.match(incoming, { address: '192.0.2.7', method: 'PUT', path: '/p', query: 'a=b' });
  t.same([incoming.header('api-key'), incoming.header('absent')], ['k', '']);
  let finished = false;
  outgoing.onFinished = () => {
    finished = true;
  };
  outgoing.send(200, ['A', 'b'], Buffer.from('body'));
  deliver.all();
  t.same(socket.log, ['200 A b body']);
  t.ok(finished);
  await relay.drain();
});

t.test('of a body only so much is under way, whatever the client sends', async t => {
  const { outgoing, socket, deliver } = open();
  let received = 0;
  outgoing.onData(chunk => {
    received += chunk.length;
  });
  let sent = 0;
  while (!socket.paused) {
    socket.take(new Uint8Array(PIECE), false);
    sent += PIECE;
  }
  t.equal(sent, RELAY_WINDOW_BYTES + PIECE);
  deliver.all();
  t.equal(received, sent);
  t.equal(socket.paused, false, 'what was received makes room');
  outgoing.pause();
  deliver.all();
  t.equal(socket.paused, true, 'and the other side can hold it up');
  outgoing.resume();
  deliver.all();
  t.equal(socket.paused, false);
});

t.test('a connection that was held up goes on with the reply', async t => {
  const { outgoing, socket, deliver } = open();
  outgoing.pause();
  deliver.all();
  t.equal(socket.paused, true);
  outgoing.send(403, [], undefined);
  deliver.all();
  t.equal(socket.paused, false);
  socket.take(new Uint8Array(PIECE), true);
  deliver.all();
  t.equal(socket.log.length, 1, 'what comes behind the reply is dropped');
});

t.test('of a reply in pieces only so much is under way, whatever the client reads', async t => {
  const { outgoing, socket, deliver } = open();
  outgoing.start(200, []);
  let more = 0;
  outgoing.onWritable = () => {
    more++;
  };
  socket.takes = false;
  let written = 0;
  let takes = true;
  while (takes) {
    takes = outgoing.write(new Uint8Array(PIECE));
    written += PIECE;
  }
  t.equal(written, RELAY_WINDOW_BYTES + PIECE);
  deliver.all();
  t.equal(socket.written, written);
  t.equal(more, 0, 'the socket has not taken it');
  socket.takes = true;
  socket.onWritable?.();
  deliver.all();
  t.equal(more, 1);
  t.equal(outgoing.write(new Uint8Array(1)), true);
  outgoing.finish();
  deliver.all();
  t.same(socket.log, ['start 200', 'finish']);
});

t.test('either side can end it', async t => {
  const left = open();
  let gone = false;
  left.outgoing.onAborted = () => {
    gone = true;
  };
  left.outgoing.send(200, [], undefined);
  left.socket.close();
  left.deliver.all();
  t.ok(gone && left.outgoing.aborted);
  t.same(left.socket.log, ['close'], 'a reply without a request is dropped');

  const closed = open();
  closed.outgoing.close();
  closed.deliver.all();
  t.ok(closed.outgoing.aborted);
  t.same(closed.socket.log, ['close']);
  await closed.relay.drain();
});

import t from 'tap';
import { BodyReader } from '../../../src/server/http/body.js';
import type { Outgoing } from '../../../src/server/http/transport.js';

/** A connection that notes what is asked of it, and brings what it is told to. */
function connection() {
  const asked: string[] = [];
  let bring!: (chunk: Uint8Array, last: boolean) => void;
  const outgoing: Outgoing = {
    aborted: false,
    onAborted: undefined,
    onFinished: undefined,
    onData: take => {
      bring = take;
    },
    pause: () => asked.push('pause'),
    resume: () => asked.push('resume'),
    close: () => asked.push('close'),
    send: () => asked.push('send'),
    start: () => asked.push('start'),
    write: () => false,
    onWritable: undefined,
    finish: () => asked.push('finish'),
  };
  return { asked, outgoing, bring: (text: string, last: boolean) => bring(Buffer.from(text), last) };
}

t.test('a body that came along with its headers is not waited for again before the reply', async t => {
  const { asked, outgoing, bring } = connection();
  const body = new BodyReader(outgoing, 100, 10_000, true);
  bring('all of it', true);
  t.equal(Buffer.from(await body.whole()).toString(), 'all of it');
  t.same(asked, ['pause'], 'a resumed connection would be closed while the request is worked on');
  body.discard(() => asked.push('reply'));
  t.same(asked, ['pause', 'resume', 'reply']);
});

t.test('a body that comes later is read once it is asked for', async t => {
  const { asked, outgoing, bring } = connection();
  const body = new BodyReader(outgoing, 100, 10_000, true);
  const whole = body.whole();
  t.same(asked, ['pause', 'resume']);
  bring('in ', false);
  bring('pieces', true);
  t.equal(Buffer.from(await whole).toString(), 'in pieces');
  t.same(asked, ['pause', 'resume']);
});

t.test('a body whose last piece exceeds the limit is refused at once', async t => {
  const { asked, outgoing, bring } = connection();
  const body = new BodyReader(outgoing, 10, 10_000);
  const whole = body.whole();
  bring('0123456789', false);
  bring('0', true);
  await t.rejects(whole, { name: 'Problem', error: 'PAYLOAD_TOO_LARGE' });
  body.discard(() => asked.push('reply'));
  t.same(asked, ['reply'], 'the reply does not wait for more of a body that has come whole');
});

t.test('a reply to a body that exceeds the limit earlier waits for its end', async t => {
  const { asked, outgoing, bring } = connection();
  const body = new BodyReader(outgoing, 10, 10_000);
  const whole = body.whole();
  bring('01234567890', false);
  await t.rejects(whole, { name: 'Problem', error: 'PAYLOAD_TOO_LARGE' });
  body.discard(() => asked.push('reply'));
  t.same(asked, [], 'a reply to a client that still sends would be lost');
  bring('0', true);
  t.same(asked, ['reply']);
});

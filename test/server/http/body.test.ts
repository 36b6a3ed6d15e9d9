import t from 'tap';
import { BodyReader } from '../../../src/server/http/body.js';
import { BodyMemory } from '../../../src/server/http/body-memory.js';
import type { Outgoing } from '../../../src/server/http/transport.js';

const ROOM = new BodyMemory(1_000_000);

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

t.test('of many long bodies a few are read on in each turn, in their order', async t => {
  const memory = new BodyMemory(10_000_000);
  const piece = 'x'.repeat(70_000);
  const all = Array.from({ length: 10 }, () => {
    const one = connection();
    return { ...one, body: new BodyReader(one.outgoing, 1_000_000, 10_000, memory) };
  });
  const reading = () => all.map(({ asked }) => asked.at(-1));
  const whole = all.map(({ body }) => body.whole());
  for (const { bring } of all) bring(piece, false);
  t.same(new Set(reading()), new Set(['pause']));
  for (const turn of [4, 8, 10]) {
    await new Promise(resolve => setImmediate(resolve));
    const [on, resting] = [reading().slice(0, turn), reading().slice(turn)];
    t.same([new Set(on), resting], [new Set(['resume']), resting.map(() => 'pause')]);
  }
  for (const { bring } of all) bring('end', true);
  for (const bytes of await Promise.all(whole)) t.equal(bytes.length, piece.length + 3);
});

t.test('a refused body that rests is read on before the reply', async t => {
  const { asked, outgoing, bring } = connection();
  const body = new BodyReader(outgoing, 10, 10_000, new BodyMemory(10_000_000));
  bring('x'.repeat(70_000), false);
  body.discard(() => asked.push('reply'));
  bring('x'.repeat(1_048_577), false);
  t.same(asked, ['pause', 'resume', 'reply']);
});

t.test('a body that ends while it rests is read on before its reply', async t => {
  const { asked, outgoing, bring } = connection();
  const body = new BodyReader(outgoing, 100_000, 10_000, new BodyMemory(10_000_000));
  bring('x'.repeat(70_000), false);
  bring('end', true);
  await body.whole();
  body.discard(() => asked.push('reply'));
  t.same(asked, ['pause', 'resume', 'reply']);
});

t.test('a body that came along with its headers is not waited for again before the reply', async t => {
  const { asked, outgoing, bring } = connection();
  const body = new BodyReader(outgoing, 100, 10_000, ROOM, true);
  bring('all of it', true);
  t.equal(Buffer.from(await body.whole()).toString(), 'all of it');
  t.same(asked, ['pause'], 'a resumed connection would be closed while the request is worked on');
  body.discard(() => asked.push('reply'));
  t.same(asked, ['pause', 'resume', 'reply']);
});

t.test('a body that comes later is read once it is asked for', async t => {
  const { asked, outgoing, bring } = connection();
  const body = new BodyReader(outgoing, 100, 10_000, ROOM, true);
  const whole = body.whole();
  t.same(asked, ['pause', 'resume']);
  bring('in ', false);
  bring('pieces', true);
  t.equal(Buffer.from(await whole).toString(), 'in pieces');
  t.same(asked, ['pause', 'resume']);
});

t.test('a body whose last piece exceeds the limit is refused at once', async t => {
  const { asked, outgoing, bring } = connection();
  const body = new BodyReader(outgoing, 10, 10_000, ROOM);
  const whole = body.whole();
  bring('0123456789', false);
  bring('0', true);
  await t.rejects(whole, { name: 'Problem', error: 'PAYLOAD_TOO_LARGE' });
  body.discard(() => asked.push('reply'));
  t.same(asked, ['reply'], 'the reply does not wait for more of a body that has come whole');
});

t.test('a reply to a body that exceeds the limit earlier waits for its end', async t => {
  const { asked, outgoing, bring } = connection();
  const body = new BodyReader(outgoing, 10, 10_000, ROOM);
  const whole = body.whole();
  bring('01234567890', false);
  await t.rejects(whole, { name: 'Problem', error: 'PAYLOAD_TOO_LARGE' });
  body.discard(() => asked.push('reply'));
  t.same(asked, [], 'a reply to a client that still sends would be lost');
  bring('0', true);
  t.same(asked, ['reply']);
});

t.test('the pieces of a long body whose length was announced are one piece of memory', async t => {
  const text = Array.from({ length: 20_000 }, (_, n) => n % 7).join(' ');
  const read = async (announced: number, ...ends: number[]) => {
    const { outgoing, bring } = connection();
    const body = new BodyReader(outgoing, 1_000_000, 10_000, new BodyMemory(10_000_000), false, announced);
    const whole = body.whole();
    for (const [i, end] of ends.entries()) bring(text.slice(ends[i - 1] ?? 0, end), end === text.length);
    const bytes = await whole;
    t.equal(Buffer.from(bytes).toString(), text);
    return { shared: bytes.buffer.byteLength, bytes: bytes.length };
  };
  const { length } = text;
  const joined = { shared: length, bytes: length };
  t.same(await read(length, 10_000, 30_000, length), joined);
  t.same(await read(length, length), joined);
  t.same(await read(2 * length, 20_000, length), { shared: 2 * length, bytes: length }, 'less than what was announced');
  await read(length, 100, length);
  await read(length - 10_000, 20_000, length);
});

/** A body that is read as a whole. @returns its chunks and what becomes of it */
function whole(memory: BodyMemory) {
  const { outgoing, bring } = connection();
  const body = new BodyReader(outgoing, 1000, 10_000, memory);
  return { body, bring, read: body.whole() };
}

/** So that what has been brought is taken. */
const taken = () => new Promise(resolve => setImmediate(resolve));

t.test('where bodies hold too much, those are refused that have been arriving for the longest', async t => {
  const memory = new BodyMemory(100);
  const [complete, slow, slower, last] = [whole(memory), whole(memory), whole(memory), whole(memory)];
  complete.bring('c'.repeat(40), true);
  slow.bring('s'.repeat(30), false);
  slower.bring('t'.repeat(30), false);
  await taken();
  t.equal(memory.bytes, 100);
  last.bring('l'.repeat(30), false);
  await t.rejects(slow.read, { error: 'UNAVAILABLE', code: 'overloaded', message: /too many bodies/ });
  t.equal(memory.bytes, 100, 'it holds nothing afterwards');
  slower.bring('t', true);
  await t.rejects(slower.read, { code: 'overloaded' }, 'also one that has come whole, but has no room');
  last.bring('l', true);
  t.equal((await last.read).length, 31);
  t.equal((await complete.read).length, 40, 'one that has come before is kept');
  for (const { body } of [complete, slow, slower, last]) body.release();
  t.equal(memory.bytes, 0);
});

t.test('where bodies that have come whole hold all memory, the next is refused, until one is answered', async t => {
  const memory = new BodyMemory(100);
  const first = whole(memory);
  first.bring('f'.repeat(90), true);
  await first.read;
  const refused = whole(memory);
  refused.bring('r'.repeat(20), true);
  await t.rejects(refused.read, { code: 'overloaded' });
  first.body.release();
  first.body.release();
  const next = whole(memory);
  next.bring('n'.repeat(20), true);
  t.equal((await next.read).length, 20);
});

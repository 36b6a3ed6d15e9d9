/** Reads that the servers of a fleet do not answer at first are asked again; changes are not. */
import { connect, type NatsConnection } from '@nats-io/transport-node';
import t from 'tap';
import { askAgain } from '../../src/fleet/ask-again.js';
import { NO_NATS, startNats } from '../fleet.js';

const TIMEOUT_MS = 5000;
const SHORT_MS = 1200;
/** Names with two parts, which JetStream has not, so that no server answers in place of the test. */
const READ = '$JS.API.STREAM.INFO.tried.a';
const CHANGE = '$JS.API.STREAM.CREATE.tried.a';
const UNAVAILABLE = JSON.stringify({ error: { code: 503, err_code: 10008 } });

t.test('reads of a fleet', { skip: NO_NATS }, async t => {
  const [server] = await startNats(t);
  const [asking, answering] = await Promise.all([0, 1].map(() => connect({ servers: server!.url })));
  t.teardown(() => Promise.all([asking, answering].map(nats => nats!.close())));
  askAgain(asking!);
  const asked = answers(answering!);
  await answering!.flush();

  asked.replies = [undefined, UNAVAILABLE, 'told'];
  const reply = await asking!.request(READ, '', { timeout: TIMEOUT_MS });
  t.equal(reply.string(), 'told', 'what is not answered, or by a server that knows of no leader, is asked again');
  t.equal(asked.count, 3);

  asked.replies = [undefined, 'told'];
  asked.count = 0;
  await t.rejects(asking!.request(CHANGE, '', { timeout: SHORT_MS }), { message: /timeout/ });
  t.equal(asked.count, 1, 'a change is not: it may come about');

  asked.replies = Array.from({ length: 20 }, () => UNAVAILABLE);
  asked.count = 0;
  const last = await asking!.request(READ, '', { timeout: SHORT_MS });
  t.equal(last.string(), UNAVAILABLE, 'when the time is over, what the servers say stands');
});

/** Has a connection answer with the given replies in turn; undefined: not at all. */
function answers(nats: NatsConnection): { replies: (string | undefined)[]; count: number } {
  const asked = { replies: [] as (string | undefined)[], count: 0 };
  nats.subscribe('$JS.API.STREAM.*.tried.*', {
    callback: (_, message) => {
      const reply = asked.replies[asked.count++];
      if (reply !== undefined) message.respond(reply);
    },
  });
  return asked;
}

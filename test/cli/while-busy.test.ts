/** Commands that wait for a daemon or for imports of others. */
import t from 'tap';
import type { Answer } from '../../src/cli/admin-client.js';
import { whileBusy } from '../../src/cli/while-busy.js';

const answer = (status: number, body: unknown = {}) => ({ status, body }) as Answer;
const IMPORTING = answer(409, { code: 'import_in_progress' });

t.test('a request is repeated until the daemon takes it', async t => {
  const answers = [answer(503), IMPORTING, answer(204)];
  const waits: string[] = [];
  const outcome = await whileBusy(
    async () => answers.shift()!,
    what => waits.push(what),
  );
  t.equal(outcome.status, 204);
  t.same(waits, ['waiting for the daemon', 'waiting for another import']);
});

t.test('a daemon that starts again has a minute, however long an import was waited for', async t => {
  const { now } = performance;
  t.teardown(() => {
    performance.now = now;
  });
  let minutes = 0;
  performance.now = () => minutes * 60_000;
  const answers = [IMPORTING, answer(503), answer(503), answer(204)];
  const asked: number[] = [];
  const ask = async () => {
    const { status } = answers[0]!;
    if (status === 503 && asked.at(-1) !== 503) minutes += 20;
    asked.push(status);
    return answers.shift()!;
  };
  t.equal((await whileBusy(ask, () => undefined)).status, 204);

  const starting = [answer(503), answer(503), answer(204)];
  const late = async () => {
    minutes += 2;
    return starting.shift()!;
  };
  t.equal((await whileBusy(late, () => undefined)).status, 503, 'and no more');
});

t.test('other refusals are the outcome', async t => {
  const waits: string[] = [];
  for (const refusal of [answer(409, { code: 'another' }), answer(409, undefined), answer(400)]) {
    t.equal(
      await whileBusy(
        async () => refusal,
        what => waits.push(what),
      ),
      refusal,
    );
  }
  t.same(waits, []);
});

import t from 'tap';
import { RefusalPace } from '../../../src/server/admission/refusal-pace.js';
import { until } from '../../within.js';

t.test('a refusal whose client has gone is dropped, and at the end all others go out', async t => {
  const pace = new RefusalPace();
  const sent: number[] = [];
  const gone = Array.from({ length: 1000 }, (_, i) => pace.pass(() => sent.push(i)));
  const atOnce = sent.length;
  for (const goes of gone.slice(0, 990)) goes();
  pace.releaseAll();
  t.same(
    sent.slice(atOnce).sort((a, b) => a - b),
    Array.from({ length: 10 }, (_, i) => 990 + i),
  );
  pace.releaseAll();
  t.equal(sent.length, atOnce + 10, 'each once');
});

t.test('the first refusals go out at once, many more a moment later, and not together', async t => {
  const pace = new RefusalPace();
  const sent: number[] = [];
  const begunMs = performance.now();
  for (let i = 0; i < 1000; i++) pace.pass(() => sent.push(performance.now() - begunMs));
  const atOnce = sent.length;
  t.ok(atOnce > 0 && atOnce < 500, `${atOnce} of 1000`);
  await until('the others', () => sent.length === 1000);
  const later = sent.slice(atOnce);
  t.ok(later[0]! > 100);
  t.ok(later.at(-1)! - later[0]! > 200, 'who has come with others is not sent away with all of them');
  pace.pass(() => sent.push(0));
  t.equal(sent.length, 1001, 'afterwards one goes out at once again');
});

t.test('refusals of requests with long bodies are held back sooner', async t => {
  const pace = new RefusalPace();
  let sent = 0;
  for (let i = 0; i < 20; i++) pace.pass(() => sent++, 1 << 20);
  t.ok(sent < 2, `${sent} at once`);
  pace.releaseAll();
  t.equal(sent, 20);
});

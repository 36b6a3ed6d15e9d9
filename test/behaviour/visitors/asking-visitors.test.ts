/** Who has asked a query: seen by all threads, nearly always remembered, bounded. */
import t from 'tap';
import { AskingVisitors } from '../../../src/behaviour/visitors/asking-visitors.js';

t.test('who has asked is known in that market, and to all that share the memory', async t => {
  const asking = new AskingVisitors();
  const other = new AskingVisitors(asking.memory);
  t.notOk(asking.has('se', 'anna'));
  asking.add('se', 'anna');
  t.ok(other.has('se', 'anna'));
  t.notOk(other.has('uk', 'anna'));
  t.notOk(other.has('se', 'ann'));
});

t.test('many are remembered, hardly one is taken for another, and the memory stays', async t => {
  const asking = new AskingVisitors();
  const { byteLength } = asking.memory;
  for (let i = 0; i < 200_000; i++) asking.add('se', `visitor-${i}`);
  let [kept, mistaken] = [0, 0];
  for (let i = 0; i < 200_000; i++) {
    if (asking.has('se', `visitor-${i}`)) kept++;
    if (asking.has('se', `stranger-${i}`)) mistaken++;
  }
  t.ok(kept > 195_000, `${kept} are kept`);
  t.ok(mistaken < 20, `${mistaken} are mistaken`);
  for (let i = 0; i < 2_000_000; i++) asking.add('se', `later-${i}`);
  t.ok(asking.has('se', 'later-1999999'), 'the newest takes the place of another');
  t.equal(asking.memory.byteLength, byteLength);
});

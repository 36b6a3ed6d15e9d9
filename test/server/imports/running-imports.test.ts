import t from 'tap';
import { RunningImports } from '../../../src/server/imports/running-imports.js';

t.test('what waits for the end of imports goes on with the last of them', async t => {
  const imports = new RunningImports();
  const elsewhere = new RunningImports(imports.memory);
  await elsewhere.pauses().ended();
  imports.begin();
  imports.begin();
  const events: string[] = [];
  const waited = elsewhere
    .pauses()
    .ended()
    .then(() => events.push('goes on'));
  imports.end();
  // As long as it looks at a time.
  await elsewhere.pauses(50).ended();
  events.push('the last one ends');
  imports.end();
  await waited;
  t.same(events, ['the last one ends', 'goes on']);
});

t.test('imports that follow each other put it off for so long in all', async t => {
  const imports = new RunningImports();
  imports.begin();
  const pauses = imports.pauses(40);
  const startMs = performance.now();
  await pauses.ended();
  const firstMs = performance.now() - startMs;
  t.ok(firstMs >= 39, `${firstMs} ms`);
  let looked = 0;
  await pauses.ended(() => ++looked > 1);
  t.equal(looked, 1, 'at once from then on');
});

t.test('nothing waits once it is over', async () => {
  const imports = new RunningImports();
  imports.begin();
  await imports.pauses(60_000).ended(() => true);
});

/** Orders of erasures that come together, over parts that count how often they are asked. */
import t from 'tap';
import { Erasures } from '../../../src/server/behaviour/erasures.js';
import { openLog } from '../../../src/server/observability/log.js';
import { testFolder } from '../../folder.js';
import { until } from '../../within.js';

t.test('orders that come together are one change of the journal and one of the visitors', async t => {
  const calls = { journal: 0, visitors: [] as number[] };
  const files: string[] = [];
  let payment: object | undefined;
  const erasures = new Erasures({
    dataDir: testFolder(t),
    journal: {
      rewrite: async change => {
        calls.journal++;
        for (let n = 0; n < 3; n++) change({ type: 'end', customerKey: 'c-7' } as never);
        const attributed = [{ campaign: 'a', phrase: 'gifts for bo', page: 'SEARCH_PAGE' }];
        payment = change({ type: 'payment', customerKey: 'c-10', attributed } as never);
        return 3;
      },
    },
    latest: { rewrite: () => undefined },
    eraseVisitors: async customerKeys => {
      calls.visitors.push(customerKeys.length);
      return customerKeys.map(key => (key === 'c-8' ? 2 : 0));
    },
    renewVisitors: async () => void files.push('visitors'),
    endBackups: async () => void files.push('backups'),
    requireWritable: () => undefined,
    log: openLog('silent').log,
  });
  t.teardown(() => erasures.close());
  const customers = Array.from({ length: 50 }, (_, i) => `c-${i}`);
  const erased = await Promise.all(customers.map(customer => erasures.erase(customer)));
  t.same(calls, { journal: 1, visitors: [50] });
  t.same(erased[7], { visitors: 0, notifications: 3 });
  t.match(payment, { attributed: [{ campaign: 'a', phrase: '' }] }, 'without what the customer has typed');
  t.same(erased[8], { visitors: 2, notifications: 0 });
  t.same(erased[9], { visitors: 0, notifications: 0 });
  await Promise.all(Array.from({ length: 130 }, (_, i) => erasures.erase(`d-${i}`)));
  t.same(calls, { journal: 2, visitors: [50, 100, 30] }, 'not too many in one go');
  await until('files without them', () => files.length >= 2);
  t.same(files.slice(0, 2), ['visitors', 'backups'], 'a backup that runs has copies of the files as they were');
});

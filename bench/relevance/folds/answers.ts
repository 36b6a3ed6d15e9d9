/**
 * A program: what the lists of a judged set are worth with a configuration. The engine reads its settings when it is
 * loaded, so that each configuration has a process of its own: `node answers.js SET DATA_DIR CONFIGURATION`.
 */
import { type Configuration, putIntoForce } from './configurations.js';

const [, , name, dataDir, configuration] = process.argv;
putIntoForce(JSON.parse(configuration!) as Configuration);
// What reads the settings comes behind them.
const { judgedSet, worthOfList } = await import('../sets.js');
const { openPrepared } = await import('../shop.js');
const { PAGE } = await import('../training/candidates.js');

const set = judgedSet(name as Parameters<typeof judgedSet>[0])!;
const shop = await openPrepared(dataDir!);
const worths = set.queries.map(query => {
  const { keys } = shop.search(query.q, query.market, query.locale, PAGE);
  return worthOfList(query, keys);
});
shop.close();
console.log(JSON.stringify(worths));

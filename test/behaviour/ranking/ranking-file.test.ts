/** The ranking file: what is in force, and what is refused. */
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import {
  factorsInForce,
  NO_RANKING,
  type Ranking,
  rankingFile,
  readRanking,
  removeLeftovers,
  type TrainedFactors,
  withAdopted,
  withTrained,
  writeRanking,
} from '../../../src/behaviour/ranking/ranking-file.js';
import { RankingInForce } from '../../../src/behaviour/ranking/ranking-in-force.js';
import { PLAIN_FACTORS } from '../../../src/index/signals.js';
import { testFolder } from '../../folder.js';

function trained(id: string, popularity: number): TrainedFactors {
  const record = { choices: 1, heldOut: 1, visitors: 1, positionExponent: 1, gain: 0, gainLow: 0, gainHigh: 0 };
  return {
    id,
    factors: { ...PLAIN_FACTORS, popularity },
    record: { trainedAt: '2026-11-01T00:00:00.000Z', ...record },
  };
}

t.test('the last one adopted is in force, within its bounds, and those in service are kept', async t => {
  const file = rankingFile(testFolder(t));
  t.strictSame(await readRanking(file), NO_RANKING);
  let ranking: Ranking = { ...withTrained(NO_RANKING, trained('old', 1.5)), adopted: ['old'] };
  for (let n = 0; n < 15; n++) ranking = withTrained(ranking, trained(`t${n}`, 1 + n));
  t.equal(ranking.trained.length, 11);
  await writeRanking(file, { ...ranking, adopted: ['old', 't14'] });
  t.strictSame(factorsInForce(await readRanking(file)), { ...PLAIN_FACTORS, popularity: 2 });
  t.strictSame(factorsInForce(ranking), { ...PLAIN_FACTORS, popularity: 1.5 });
  t.strictSame(factorsInForce(NO_RANKING), PLAIN_FACTORS);
  const odd = withAdopted(withTrained(NO_RANKING, trained('odd', Number.NaN)), 'odd');
  t.strictSame(factorsInForce(odd), PLAIN_FACTORS, 'what is no number changes nothing');
});

t.test('to adopt what is in force changes nothing, and so many can be gone back to', async t => {
  const once = withAdopted(NO_RANKING, 'one');
  t.strictSame(once.adopted, ['one']);
  t.equal(withAdopted(once, 'one'), once);
  let ranking: Ranking = once;
  for (let n = 0; n < 30; n++) ranking = withAdopted(ranking, `t${n}`);
  t.strictSame([ranking.adopted.length, ranking.adopted[0], ranking.adopted.at(-1)], [20, 't10', 't29']);
});

t.test('what crashes have left is removed, but not what a command is writing', async t => {
  const old = `ranking.json.0.tmp`;
  const folder = testFolder(t, { [old]: '{', 'ranking.json.1.tmp': '{', 'ranking.json': '{', other: '' });
  utimesSync(join(folder, old), 0, 0);
  await removeLeftovers(rankingFile(folder));
  t.strictSame(readdirSync(folder).sort(), ['other', 'ranking.json', 'ranking.json.1.tmp']);
});

t.test('a damaged file is refused, and the weights stay as they are', async t => {
  const file = rankingFile(testFolder(t));
  const warnings: string[] = [];
  const inForce = new RankingInForce(file, (_facts, message) => warnings.push(message));
  inForce.refresh();
  t.equal(inForce.changes, 0);
  await writeRanking(file, { ...withTrained(NO_RANKING, trained('one', 1.5)), adopted: ['one'] });
  inForce.refresh();
  inForce.refresh();
  t.strictSame([inForce.changes, inForce.factors.popularity], [1, 1.5]);
  writeFileSync(file, readFileSync(file, 'utf8').replace('1.5', '1.75'));
  await t.rejects(readRanking(file), { code: 'ranking_damaged' });
  inForce.refresh();
  inForce.refresh();
  t.strictSame([inForce.changes, inForce.factors.popularity, warnings.length], [1, 1.5, 1]);
  await writeRanking(file, { ...NO_RANKING, version: 99 });
  await t.rejects(readRanking(file), { code: 'format_unknown' });
  writeFileSync(file, 'x');
  await t.rejects(readRanking(file), { code: 'ranking_damaged' });
});

/**
 * `vitrine learn`: learns from the journal how much popularity, rating, newness and stock count for the visitors of a
 * shop, tests that on choices that were not learned from, and takes it into service or back. It works on the data
 * folder, beside a daemon or without one; a daemon takes over what is adopted with the next signals.
 */
import type { Command } from 'commander';
import type { Choice } from '../behaviour/ranking/choice-model.js';
import type { SearchChoice } from '../behaviour/ranking/journal-choices.js';
import type { Ranking, TrainedFactors } from '../behaviour/ranking/ranking-file.js';
import { ANY } from '../catalog/view.js';
import type { PriorFactors } from '../index/signals.js';
import type { Settings } from '../server/settings/daemon-settings.js';
import { readLearned } from './searches-source.js';
import { addSettingFlags, type SettingFlags, settingsOfFolder } from './setting-flags.js';
import { CommandFailure } from './terminal/exit-codes.js';
import { printJson, printLine, printTable } from './terminal/print.js';

/** Searches whose lists are explained, those with the most choices first. */
const MOST_SEARCHES = 2000;

export function addLearn(program: Command): void {
  const learn = program
    .command('learn')
    .description('learn from visitors how much popularity, rating, newness and stock count in scores');
  addSettingFlags(
    learn.command('train').description('learn from the journal, and test on choices that were held out'),
    ['data', 'config'],
  )
    .option('--adopt', 'take it into service where the test says that it is better')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Clicks on the lists of searches, and what was put into the cart and paid for after them, are choices between the products
of the list. The chance of each product is modelled by the parts of its score and by its position. What is learned are
factors for the weights of four parts, between a half and two; little data changes little. Every third visitor is held
out: on their choices, the change of clicks is estimated (doubly robust, with clipped inverse propensities), with bounds
by resampling visitors. It counts as better where the lower bound is at least 1 %, and where the shop's server tells of
payments, that of what was paid for is above 0 %: clicks can be made up. Nothing is taken into service without --adopt or \`vitrine learn adopt\`.

What is learned from is bounded: a visitor has at most twenty choices, one range of addresses as many in a day as
\`behaviour.rangeSignals\` says, of all products together, and a visitor who has asked no query has none.

Example:
  vitrine learn train && vitrine learn show && vitrine learn adopt`,
    )
    .action(train);
  addSettingFlags(learn.command('show').description('what was learned, and what is in force'), ['data', 'config'])
    .option('--json', 'print it as JSON')
    .action(show);
  addSettingFlags(learn.command('adopt').description('take what was learned into service'), ['data', 'config'])
    .argument('[id]', 'of a training, as show names it (default: the last one)')
    .option('--force', 'also where the test did not say that it is better')
    .action(adopt);
  addSettingFlags(learn.command('revert').description('go back to the weights that were in force before'), [
    'data',
    'config',
  ]).action(revert);
}

interface Stored {
  file: string;
  ranking: Ranking;
}

async function stored({ data }: Settings): Promise<Stored> {
  const [{ rankingFile, readRanking }, { behaviourFolder }] = await Promise.all([
    import('../behaviour/ranking/ranking-file.js'),
    import('../server/behaviour/folders.js'),
  ]);
  const file = rankingFile(behaviourFolder(data));
  return { file, ranking: await readRanking(file) };
}

async function write({ file, ranking }: Stored): Promise<void> {
  const { nextEdition, writeRanking } = await import('../behaviour/ranking/ranking-file.js');
  await writeRanking(file, nextEdition(ranking));
}

async function train(flags: SettingFlags & { adopt?: boolean; json?: boolean }): Promise<void> {
  const settings = await settingsOfFolder(flags);
  const [{ train }, { factorsInForce, withAdopted, withTrained }] = await Promise.all([
    import('../behaviour/ranking/train.js'),
    import('../behaviour/ranking/ranking-file.js'),
  ]);
  const inForce = factorsInForce((await stored(settings)).ranking);
  const training = train(await choicesOf(settings, inForce), Date.now(), inForce);
  if (!training.ok) throw new CommandFailure(training.reason);
  const { trained, isBetter } = training;
  const adopts = flags.adopt === true && isBetter;
  // Another command may have written meanwhile.
  const { file, ranking } = await stored(settings);
  const more = withTrained(ranking, trained);
  await write({ file, ranking: adopts ? withAdopted(more, trained.id) : more });
  if (flags.json) return printJson({ ...trained, isBetter, adopted: adopts });
  printTrained(trained, adopts);
  if (!isBetter) printLine('the test does not say that it is better; it is not taken into service');
}

/** The choices of the journal, from the lists of their searches. */
async function choicesOf(settings: Settings, inForce: PriorFactors): Promise<Choice[]> {
  const [{ JournalChoices }, { replay }, { journalFolder }] = await Promise.all([
    import('../behaviour/ranking/journal-choices.js'),
    import('../behaviour/journal/journal-replay.js'),
    import('../server/behaviour/folders.js'),
  ]);
  const { ticketDays, rangeSignals } = settings.behaviour;
  const journal = new JournalChoices({ ticketDays, rangeSignals });
  for await (const batch of replay(journalFolder(settings.data))) {
    for (const { record } of batch) journal.add(record);
  }
  const bySearch = new Map<string, SearchChoice[]>();
  for (const choice of journal.all) {
    const key = JSON.stringify([choice.market, choice.locale, choice.q]);
    const others = bySearch.get(key);
    if (others) others.push(choice);
    else bySearch.set(key, [choice]);
  }
  const searches = [...bySearch.values()].sort((a, b) => b.length - a.length).slice(0, MOST_SEARCHES);
  return searches.length === 0 ? [] : fromLists(searches, settings, inForce);
}

async function fromLists(
  searches: readonly SearchChoice[][],
  settings: Settings,
  inForce: PriorFactors,
): Promise<Choice[]> {
  const [{ Pages }, { announcedSnapshot, loadSnapshot }, { choiceFrom }, { listOf }, { RecordMemory }] =
    await Promise.all([
      import('../pages/pages.js'),
      import('../snapshot/index.js'),
      import('../behaviour/ranking/chosen-from-lists.js'),
      import('./learn/explained-lists.js'),
      import('../pages/shared/cards/record-memory.js'),
    ]);
  const id = await announcedSnapshot(settings.data);
  if (id === undefined) throw new CommandFailure('there is no snapshot: import a catalog first');
  const shared = await loadSnapshot(settings.data, id);
  const learned = await readLearned(settings, undefined);
  const pages = new Pages(shared, {
    settings: settings.pages,
    discountThreshold: settings.index.discountThreshold,
    // Tickets of it are not used.
    ticketSecret: 'learn',
    cardMemory: RecordMemory.ofBytes(1 << 20),
  });
  const nowMs = Date.now();
  if (learned) pages.learn(learned.compile(shared, nowMs, inForce));
  const views = new Set(shared.manifest.views.map(({ market, locale }) => `${market}|${locale}`));
  const isServed = ({ market, locale }: SearchChoice) => [locale, ANY].some(one => views.has(`${market}|${one}`));
  const choices = searches.flatMap(([first, ...others]) => {
    const list = isServed(first) ? listOf(pages, first, nowMs) : undefined;
    return list ? [first, ...others].flatMap(choice => choiceFrom(list, choice) ?? []) : [];
  });
  pages.close();
  return choices;
}

async function show(flags: SettingFlags & { json?: boolean }): Promise<void> {
  const { ranking } = await stored(await settingsOfFolder(flags));
  const inForce = ranking.adopted.at(-1);
  if (flags.json) return printJson({ inForce: inForce ?? null, trained: ranking.trained });
  if (ranking.trained.length === 0) return printLine('nothing was learned yet: the usual weights are in force');
  for (const trained of ranking.trained) printTrained(trained, trained.id === inForce);
  if (inForce === undefined) printLine('the usual weights are in force');
}

async function adopt(id: string | undefined, flags: SettingFlags & { force?: boolean }): Promise<void> {
  const { file, ranking } = await stored(await settingsOfFolder(flags));
  const trained = id === undefined ? ranking.trained[0] : ranking.trained.find(one => one.id === id);
  if (!trained) {
    const known = ranking.trained.map(one => one.id).join(', ') || 'none';
    throw new CommandFailure(`found ${id ?? 'no training'}, expected one of these: ${known}`);
  }
  const [{ isBetter }, { withAdopted }] = await Promise.all([
    import('../behaviour/ranking/train.js'),
    import('../behaviour/ranking/ranking-file.js'),
  ]);
  if (!isBetter(trained.record) && !flags.force) {
    const { gainLow, paid } = trained.record;
    const ofPaid = paid ? `, of what was paid for ${percent(paid.gainLow)}` : '';
    const bound = `its gain may be as low as ${percent(gainLow)}${ofPaid}`;
    throw new CommandFailure(`${trained.id}: the test does not say that it is better, ${bound}; --force adopts it`);
  }
  await write({ file, ranking: withAdopted(ranking, trained.id) });
  printLine(`${trained.id} is in force with the next signals, within behaviour.learnSeconds`);
}

async function revert(flags: SettingFlags): Promise<void> {
  const { file, ranking } = await stored(await settingsOfFolder(flags));
  if (ranking.adopted.length === 0) throw new CommandFailure('the usual weights are in force: nothing was adopted');
  const adopted = ranking.adopted.slice(0, -1);
  await write({ file, ranking: { ...ranking, adopted } });
  printLine(`${adopted.at(-1) ?? 'the usual weights'} in force with the next signals, within behaviour.learnSeconds`);
}

function printTrained({ id, factors, record }: TrainedFactors, inForce: boolean): void {
  const { choices, heldOut, visitors, positionExponent, gain, gainLow, gainHigh, paid } = record;
  printLine(`${id}${inForce ? ', in force' : ''}`);
  printTable(Object.entries(factors).map(([name, factor]) => [`  ${name}`, `× ${factor.toFixed(2)}`]));
  printLine(`  learned from ${choices} choices of ${visitors} visitors, tested on ${heldOut}`);
  printLine(`  a position is looked at by its power of -${positionExponent.toFixed(2)}`);
  printLine(`  clicks ${percent(gain)}, from ${percent(gainLow)} to ${percent(gainHigh)}`);
  if (paid) {
    const ofPaid = `${percent(paid.gain)}, from ${percent(paid.gainLow)} to ${percent(paid.gainHigh)}`;
    printLine(`  of what ${paid.visitors} visitors paid for ${ofPaid}`);
  } else printLine('  no payment is known: clicks alone say so');
}

function percent(share: number): string {
  return `${share < 0 ? '' : '+'}${(100 * share).toFixed(1)} %`;
}

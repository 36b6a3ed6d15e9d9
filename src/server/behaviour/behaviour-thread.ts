/**
 * The behaviour thread: runs learning, and supervises the process that writes visitors, to which it passes on what
 * happens. A failure ends the thread, and that process with it; its replacement continues from what is on disk.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import type { ListedSearch, SearchesOrder } from '../../api/agents/admin/admin-desk.js';
import type { NumberedActivity } from '../../behaviour/activities/activity.js';
import { CampaignMemory } from '../../behaviour/campaigns/campaign-memory.js';
import { formatReport, isOrdered } from '../../behaviour/campaigns/campaign-report.js';
import { allTerms } from '../../behaviour/campaigns/campaign-terms.js';
import { hasLedger } from '../../behaviour/campaigns/ledger-file.js';
import { damagedSegments, type NotificationRecord, originIn } from '../../behaviour/index.js';
import { LearningMemory } from '../../behaviour/learning-memory.js';
import { AnnouncedFile } from '../../behaviour/visitors/announced-file.js';
import { KnownVisitors } from '../../behaviour/visitors/known-visitors.js';
import { within } from '../../kernel/within.js';
import { releaseSoon, type SharedSignals, type SharedSnapshot, siteOf } from '../../snapshot/index.js';
import { keepCompiledCode } from '../../threads/compiled-code.js';
import { RequestServer } from '../../threads/request-server.js';
import type { BehaviourProtocol, BehaviourThreadData, FromBehaviour, ToBehaviour } from './behaviour-messages.js';
import { PING_EVERY_MS, VisitorsSupervisor } from './visitors-supervisor.js';

const SAVE_EVERY_MS = 60_000;
/** Where the file goes to the other daemons of a fleet: what visitors looked at since would be lost with this one. */
const SHARED_SAVE_EVERY_MS = 10_000;
/** Of the file, so that it does not fill the network: a megabyte a second. */
const SHARED_BYTES_PER_MS = 1000;
/** Of accounts that are read while retail media is switched off: nothing is put down to campaigns then. */
const RESTING_ATTRIBUTION_DAYS = 1;
/** How long the process that writes visitors is not started while no signals were compiled: there may be no snapshot. */
const LONGEST_BEFORE_VISITORS_MS = 100;
/** Most of the time that saving may take, as a share: a large state is saved less often. */
const MAX_SAVING_SHARE = 0.05;
const FIRST_SCRUB_MS = 600_000;
/** After each file, which takes a tenth of a second. */
const SCRUB_PAUSE_MS = 2_000;
const SCRUB_EVERY_MS = 86_400_000;

const data = workerData as BehaviourThreadData;
const {
  dir,
  searchedFile,
  journalDir,
  visitorDays,
  mostVisitors,
  halfLifeDays,
  learnSeconds,
  isShared,
  ticketDays,
  rangeSignals,
} = data;
const { attributionDays } = data;
const server = new RequestServer<BehaviourProtocol>();
const visitors = new VisitorsSupervisor({
  file: new URL('./visitors-process.js', import.meta.url),
  settings: { dir, journalDir, visitorDays, mostVisitors, visitsEveryMs: data.visitsEveryMs },
  announced: new AnnouncedFile(data.announced),
  known: new KnownVisitors(data.known),
  pingEveryMs: data.pingEveryMs ?? PING_EVERY_MS,
  tell,
});
let stopping = false;
let wasCompiled!: () => void;
const firstCompiled = new Promise<void>(resolve => {
  wasCompiled = resolve;
});
let snapshot: SharedSnapshot | undefined;
/** The learner's count of changes at the last compilation. */
let compiledChanges = 0;
/** What the daemon that learns has compiled last, where that is another one of the fleet. */
let offered: SharedSignals | undefined;
/** Of the learned file, as it was written last. */
let learnedBytes = 0;

/** The part of the site whose campaigns were told. */
let toldSite: string | undefined;

const reports = {
  warn: (facts: object, message: string) => tell({ type: 'warn', facts, message }),
  damagedSegment: (file: string) => tell({ type: 'damaged-segment', file }),
};
const opening = Promise.all([
  LearningMemory.open({
    dir,
    journalDir,
    searchedFile,
    learning: { halfLifeDays, bounds: { ticketDays, rangeSignals } },
    isShared,
    saved: bytes => {
      learnedBytes = bytes;
      tell({ type: 'learned' });
    },
    ...reports,
  }),
  attributionDays === undefined ? undefined : CampaignMemory.open({ dir, journalDir, attributionDays, ...reports }),
]);
// The first answers wait for signals, but not until the store of visitors is open, which is inspected before.
// Its process is started behind them, because both need all cores.
const visitorsOpen = within(firstCompiled, LONGEST_BEFORE_VISITORS_MS).then(() => visitors.start());
Promise.all([opening.then(run), visitorsOpen]).then(
  () => server.ready(),
  (error: unknown) => server.refuse(error),
);

function run([memory, campaigns]: [LearningMemory, CampaignMemory | undefined]): void {
  server.listen(
    {
      'count-searches': request => visitors.ask(request),
      export: request => visitors.ask(request),
      erase: async request => {
        const [markets] = await Promise.all([visitors.ask(request), memory.forget(...request.customerKeys)]);
        await (campaigns ?? (await restingCampaigns()))?.forget(...request.customerKeys);
        return markets;
      },
      copy: async request => {
        const copied = await visitors.ask(request);
        if (copied) await memory.copyTo(request.to);
        if (copied) await (campaigns ?? (await restingCampaigns()))?.copyTo(request.to);
        return copied;
      },
      renew: async request => {
        const renewed = await visitors.ask(request);
        if (renewed) await memory.save();
        return renewed;
      },
      compile: async request => {
        if (snapshot) releaseSoon(snapshot.parts, [request.snapshot.parts]);
        snapshot = request.snapshot;
        if (campaigns) tellCampaigns(campaigns, snapshot);
        const signals = await signalsFor(memory, snapshot);
        keepCompiledCode('start');
        // When they have been sent.
        setImmediate(wasCompiled);
        return signals;
      },
      lead: async ({ leads, names }) => {
        await memory.lead(leads, names);
        if (leads) offered = undefined;
        return true;
      },
      adopt: async ({ file, names }) => {
        await memory.adopt(file, names);
        return true;
      },
      'campaign-report': ({ order }) => campaigns && formatReport(campaigns.list(isOrdered(order)), order),
      searches: ({ order }) => searchesOf(memory, order),
      stop: () => stop(memory, campaigns),
    },
    message => hear(memory, campaigns, message),
  );
  setInterval(() => void learned(memory), learnSeconds * 1000).unref();
  void saveNowAndThen(
    () => memory.save(),
    () => (isShared ? Math.max(SHARED_SAVE_EVERY_MS, learnedBytes / SHARED_BYTES_PER_MS) : SAVE_EVERY_MS),
  );
  if (campaigns)
    void saveNowAndThen(
      () => campaigns.save(),
      () => SAVE_EVERY_MS,
    );
  setTimeout(scrub, FIRST_SCRUB_MS).unref();
}

/** Reads the closed files of the journal, slowly: what disks change by themselves is told of before it is needed. */
async function scrub(): Promise<void> {
  try {
    for await (const file of damagedSegments(journalDir)) {
      if (stopping) return;
      if (file !== undefined) tell({ type: 'damaged-segment', file });
      await pause(SCRUB_PAUSE_MS, undefined, { ref: false });
    }
  } catch (error) {
    tell({ type: 'warn', facts: { err: error }, message: 'the journal of notifications cannot be read' });
  }
  setTimeout(scrub, SCRUB_EVERY_MS).unref();
}

function hear(memory: LearningMemory, campaigns: CampaignMemory | undefined, message: ToBehaviour): void {
  if (message.type === 'happened') {
    const { first, items } = message;
    // Before they are learned from: replies wait for the visitors.
    visitors.happened(message);
    let number = first;
    if (!memory.isLeading && !campaigns) {
      for (const item of items) if (typeof item === 'string') memory.pass(number++, originIn(item));
      return;
    }
    const learned = items.map(
      (item): NumberedActivity =>
        typeof item === 'string'
          ? { number: number++, activity: JSON.parse(item) as NotificationRecord }
          : { activity: item },
    );
    memory.take(learned);
    for (const { number, activity } of learned) {
      if (number !== undefined) campaigns?.take(number, activity as NotificationRecord);
    }
    return;
  }
  if (message.type === 'awaited') {
    visitors.awaited();
    return;
  }
  if (message.type === 'offered') {
    offered = message.signals;
    if (!memory.isLeading && snapshot?.id === offered.snapshotId)
      tell({ type: 'signals', signals: ofViews(offered, snapshot) });
    return;
  }
  visitors.follow(message.until);
  // Not awaited: a rejection is unhandled and ends the thread.
  void memory.follow(message.until);
  if (campaigns) void followCampaigns(campaigns, message.until, message.wantsLedger);
}

/** What retail media has left where it is switched off, to forget customers or for a copy. */
async function restingCampaigns(): Promise<CampaignMemory | undefined> {
  if (!hasLedger(dir)) return undefined;
  return CampaignMemory.open({ dir, journalDir, attributionDays: RESTING_ATTRIBUTION_DAYS, ...reports });
}

async function followCampaigns(campaigns: CampaignMemory, until: number, wantsLedger: boolean): Promise<void> {
  await campaigns.follow(until);
  if (!wantsLedger || stopping) return;
  for (const piece of campaigns.pieces()) tell({ type: 'ledger', piece });
}

function tellCampaigns(campaigns: CampaignMemory, snapshot: SharedSnapshot): void {
  const file = snapshot.manifest.site;
  if (file === toldSite) return;
  const terms = allTerms(siteOf(snapshot), zone => {
    reports.warn({ zone }, 'the time zone of a campaign is not known here; its days are those of UTC');
  });
  campaigns.setTerms(terms);
  tell({ type: 'campaigns', terms });
  toldSite = file;
}

/** What queries over a snapshot look at: what this daemon has learned, or what the one that learns has compiled. */
async function signalsFor(memory: LearningMemory, of: SharedSnapshot): Promise<SharedSignals> {
  if (!memory.isLeading && offered?.snapshotId === of.id) return ofViews(offered, of);
  const started = performance.now();
  const { changed } = memory;
  const signals = await memory.compile(of, Date.now());
  compiledChanges = changed;
  tell({ type: 'compiled', seconds: (performance.now() - started) / 1000 });
  return signals;
}

/** Those of the markets that this daemon holds. */
function ofViews({ snapshotId, products, phrases }: SharedSignals, { manifest }: SharedSnapshot): SharedSignals {
  const markets = new Set(manifest.views.map(({ market }) => market));
  const views = new Set(manifest.views.map(({ market, locale }) => `${market}|${locale}`));
  return {
    snapshotId,
    products: new Map([...products].filter(([market]) => markets.has(market))),
    phrases: new Map([...phrases].filter(([view]) => views.has(view))),
  };
}

/** Sends new signals if anything has been learned since the last ones. */
async function learned(memory: LearningMemory): Promise<void> {
  if (stopping || snapshot === undefined || memory.changed === compiledChanges) return;
  if (!memory.isLeading && offered?.snapshotId === snapshot.id) return;
  tell({ type: 'signals', signals: await signalsFor(memory, snapshot) });
}

async function saveNowAndThen(save: () => Promise<void>, everyMs: () => number): Promise<void> {
  for (let waitMs = everyMs(); !stopping; ) {
    await pause(waitMs, undefined, { ref: false });
    const started = performance.now();
    try {
      if (!stopping) await save();
    } catch (error) {
      tell({ type: 'warn', facts: { err: error }, message: 'what was learned could not be saved' });
    }
    waitMs = Math.max(everyMs(), (performance.now() - started) / MAX_SAVING_SHARE);
  }
}

async function stop(memory: LearningMemory, campaigns: CampaignMemory | undefined): Promise<void> {
  stopping = true;
  await visitors.stop();
  await memory.close();
  await campaigns?.close();
}

function tell(message: FromBehaviour): void {
  server.tell(message);
}

/** The most frequent searches of an order. */
async function searchesOf(
  memory: LearningMemory,
  { market, locale, hitless, limit }: SearchesOrder,
): Promise<ListedSearch[]> {
  const wanted = (await memory.searches(Date.now())).filter(search => {
    if (search.market !== market || (locale !== undefined && search.locale !== locale)) return false;
    return !hitless || search.hits === 0;
  });
  wanted.sort((a, b) => b.uses - a.uses);
  return wanted.slice(0, limit).map(({ q, locale: of, uses, hits }) => ({ q, locale: of, uses, hits }));
}

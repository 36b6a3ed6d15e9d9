/**
 * Job loop of the ingest process: receives jobs from the parent process, runs one at a time, reports progress (at most
 * ten times a second for each phase) and outcomes, takes up new bases between jobs, rehearses imports until one comes,
 * behind the start and when none has come for a moment behind a build of everything, and ends when the parent process has
 * disconnected.
 */
import { Problem } from '../errors/problem.js';
import {
  type ImportOutcome,
  type ImportPhase,
  type IngestJob,
  type IngestReport,
  type OutcomeJob,
  REPAIR,
} from '../imports/protocol.js';
import { lowerProcessPriorityTo } from '../threads/lower-priority-to.js';
import type { ImportProgress } from './apply-import.js';
import type { IngestService } from './ingest-service.js';
import type { NewBases } from './new-bases.js';

/** The channel to the parent process; an interface, so that tests can run the loop in their own process. */
export interface ParentProcess {
  send(report: IngestReport): void;
  onJob(take: (job: IngestJob) => void): void;
  onGone(leave: () => void): void;
  exit(code: number): void;
  /** A job has succeeded. */
  onSuccess?(): void;
  /**
   * Imports rest, and nothing else is to be done.
   * @param hasWorked whether there was a job
   * @returns whether a new process should take the place of this one
   */
  isWorn?(hasWorked: boolean): boolean;
  /** So many imports were applied again. */
  replayed?(imports: number): void;
}

const REPORT_EVERY_MS = 100;
/** When no import comes for this time, what the next would have to do is done ahead; it takes as long as an import. */
const IDLE_MS = 500;
/** An import is waited for no longer until it is live everywhere, before what follows takes the same cores. */
const LONGEST_END_MS = 30_000;
/** When none comes for this time, imports rest, and a new base takes no processor time from them. */
const REST_MS = 2000;
/** Lower priority than that of the daemon's threads, so that a build takes no processor time from queries. */
const NICENESS = 10;

export function lowerPriority(): void {
  lowerProcessPriorityTo(NICENESS);
}

function outcomeOf(
  service: IngestService,
  job: OutcomeJob,
  progress: ImportProgress,
  announced: (snapshot: string) => void,
): Promise<ImportOutcome> {
  if (job.type === 'import') return service.import(job, progress);
  return job.type === 'rollback' ? service.rollback(job, announced) : service.ofFleet(job, progress);
}

/** Sends the first and last report of each phase, and one for each interval in between. */
function throttledProgress(id: string, parent: ParentProcess): ImportProgress {
  let phase: ImportPhase | undefined;
  let next = 0;
  return (current, done, total) => {
    const now = performance.now();
    if (current === phase && now < next && done < total) return;
    if (current === phase && done >= total && next === Number.POSITIVE_INFINITY) return;
    phase = current;
    // Every line of a file's last piece reports the end of the phase: only the first of these reports is sent.
    next = done >= total ? Number.POSITIVE_INFINITY : now + REPORT_EVERY_MS;
    parent.send({ type: 'progress', id, phase: current, done, total });
  };
}

/**
 * Reports `opened`, recovers, reports `ready`, and runs jobs from then on.
 * @param lacksImports see `IngestService.replay`
 */
export function serveJobs(service: IngestService, bases: NewBases, parent: ParentProcess, lacksImports = false): void {
  let busy: Promise<void> | undefined;
  let leaving = false;
  let hasWorked = false;
  let staging = false;
  let idle: NodeJS.Timeout | undefined;
  let rest: NodeJS.Timeout | undefined;
  let rehearsing: NodeJS.Timeout | undefined;
  /** Whether the last import has not ended for those who sent it: it is loaded, and in a fleet taken over by others. */
  let isEnding = false;

  const leave = (): void => {
    if (leaving) return;
    leaving = true;
    clearTimeout(rest);
    clearTimeout(rehearsing);
    void (busy ?? Promise.resolve()).then(() => service.close()).then(() => parent.exit(0));
  };

  /**
   * Waits for the job that runs: what follows takes no turn of the event loop, so that no other one begins meanwhile.
   */
  const takeUp = async (begunMs: number): Promise<void> => {
    const builtMs = Date.now();
    await busy;
    if (leaving) return;
    const snapshot = bases.takeUp(service.store);
    if (snapshot !== undefined) parent.send({ type: 'announced', snapshot, base: { begunMs, builtMs } });
  };

  /** Whether new bases are built: in a fleet, the writer does it for all. */
  const buildsBases = (): boolean => service.fleet?.isWriter ?? true;

  /** Has a new base built, now or when imports rest. */
  const beginBase = (): void => {
    if (buildsBases()) bases.begin(false, begunMs => void takeUp(begunMs));
    rest = setTimeout(atRest, REST_MS);
  };

  const atRest = (): void => {
    if (isEnding) {
      rest = setTimeout(atRest, REST_MS);
      return;
    }
    bases.release();
    if (buildsBases()) bases.begin(true, begunMs => void takeUp(begunMs));
    // Jobs wait for the next process: it does not begin while this one has work left.
    if (busy || leaving || staging || bases.isUnderWay || service.isCopying) rest = setTimeout(atRest, REST_MS);
    else if (parent.isWorn?.(hasWorked)) parent.send({ type: 'worn' });
  };

  /** As `takeUp`. */
  const inspect = async (): Promise<void> => {
    await busy;
    if (leaving) return;
    service.watch.inspect();
    if (service.watch.isDamaged) leave();
  };

  const run = async (job: OutcomeJob): Promise<void> => {
    const progress = throttledProgress(job.id, parent);
    const announced = (snapshot: string) => parent.send({ type: 'announced', snapshot });
    const outcome = await outcomeOf(service, job, progress, announced);
    const { needsFullImport } = service.store;
    parent.send({ type: 'done', id: job.id, outcome, needsFullImport });
    // Removing large files takes longer than announcing a snapshot.
    service.tidy();
    if (outcome.status === 'SUCCESS') parent.onSuccess?.();
    if (job.type === 'restore' && job.generation > service.store.generation) parent.send({ type: 'worn' });
    // The next process restores the store before it opens it.
    if (service.watch.isDamaged) leave();
  };

  /** As `takeUp`. */
  const repair = async (): Promise<void> => {
    await busy;
    if (leaving) return;
    parent.send({ type: 'repaired', ...service.repair(throttledProgress(REPAIR, parent)) });
    service.tidy();
    clearTimeout(rest);
    rest = setTimeout(atRest, REST_MS);
    rehearseSoon(IDLE_MS);
  };

  /** Between jobs, and beside them. */
  const stage = async (): Promise<void> => {
    staging = true;
    const staged = await service.stageBackup(async () => {
      while (busy) await busy;
      if (leaving) throw new Problem('shutting_down', 'the ingest process is stopping');
    });
    staging = false;
    parent.send({ type: 'staged', ...staged });
  };

  /** Runs the steps of a rehearsal until there is a job. */
  const rehearse = (steps: ReturnType<IngestService['rehearsal']>): void => {
    setImmediate(() => {
      if (busy || leaving) return;
      clearTimeout(rest);
      const { done, value } = steps.next();
      if (value) parent.send({ type: 'rehearsed', manifest: value });
      if (!done) rehearse(steps);
      else rest = setTimeout(atRest, REST_MS);
    });
  };

  /** Imports that follow each other would wait for steps of it. */
  const rehearseSoon = (inMs: number): void => {
    clearTimeout(rehearsing);
    rehearsing = setTimeout(() => {
      isEnding = false;
      rehearse(service.rehearsal());
    }, inMs);
  };

  /** Prepares the next import step by step, until it comes. */
  const prepare = (): void => {
    if (!busy && !leaving && service.prepareNext()) idle = setTimeout(prepare, 0);
  };

  parent.onGone(leave);
  parent.onJob(job => {
    if (job.type === 'stop') return leave();
    if (job.type === 'inspect') {
      void inspect();
      return;
    }
    if (job.type === 'repair') {
      void repair();
      return;
    }
    if (job.type === 'stage') {
      void stage();
      return;
    }
    if (job.type === 'prepare') {
      bases.release();
      clearTimeout(idle);
      idle = setTimeout(prepare, IDLE_MS);
      if (isEnding && !busy) rehearseSoon(IDLE_MS);
      return;
    }
    clearTimeout(idle);
    clearTimeout(rest);
    clearTimeout(rehearsing);
    if (busy || leaving) {
      if (job.type === 'import') service.discard(job);
      const { id } = job;
      if (leaving) return parent.send({ type: 'leaving', id });
      const message = 'another import is in progress';
      return parent.send({ type: 'done', id, outcome: { status: 'FAILURE', code: 'import_in_progress', message } });
    }
    hasWorked = true;
    bases.hold();
    busy = run(job).finally(() => {
      busy = undefined;
      beginBase();
      isEnding = job.type === 'import';
      rehearseSoon(isEnding ? LONGEST_END_MS : IDLE_MS);
    });
  });

  const start = async (): Promise<void> => {
    const applied = await service.replay(lacksImports);
    if (applied === undefined) return parent.exit(1);
    if (applied > 0) parent.replayed?.(applied);
    if (leaving) return;
    const recovered = service.recover();
    // One that was complete when the process before this one ended.
    const snapshot = (buildsBases() ? bases.takeUp(service.store) : undefined) ?? recovered;
    const { needsFullImport } = service.store;
    const generation = service.fleet && service.store.generation;
    parent.send({
      type: 'ready',
      ...(snapshot !== undefined && { snapshot }),
      needsFullImport,
      ...(generation !== undefined && { generation }),
    });
    service.tidy();
    beginBase();
    rehearse(service.rehearsal());
  };
  // Recovery may take as long as a full build, and another process can try it again, so `opened` is reported before it.
  parent.send({ type: 'opened' });
  busy = start().finally(() => {
    busy = undefined;
  });
}

/**
 * The checks of `vitrine doctor` that read the files of a data folder, beside those of snapshots. They change nothing.
 * What a daemon repairs by itself at its start is a warning.
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DEFAULT_BEHAVIOUR_SETTINGS } from '../../behaviour/behaviour-settings.js';
import { ledgerFiles, peekLedger } from '../../behaviour/campaigns/ledger-file.js';
import { listSegments, readSegment } from '../../behaviour/journal/journal-segment.js';
import { Learner } from '../../behaviour/learning/index.js';
import { learnedFile, peekLearned } from '../../behaviour/learning/learned-file.js';
import { rankingFile, readRanking } from '../../behaviour/ranking/ranking-file.js';
import { environmentFault } from '../../behaviour/visitors/visitor-environment.js';
import { STORE_FILE } from '../../behaviour/visitors/watched-file.js';
import { inspectCopy } from '../../catalog/packed-store.js';
import { copiesOf, copyFile, storeFault, storeFile } from '../../ingest/recover-store.js';
import { redoFault } from '../../ingest/redo-log.js';
import { erasuresFault } from '../../server/behaviour/erasures.js';
import { behaviourFolder, journalFolder } from '../../server/behaviour/folders.js';
import { positionFault } from '../../server/fleet/behaviour/exchange-position.js';
import { keptIdFault } from '../../server/fleet/kept-id.js';
import { importStatusFault } from '../../server/imports/import-status.js';
import { waitingImportFault } from '../../server/imports/waiting-imports.js';
import { keyFault } from '../../server/storage/api-keys.js';
import { ticketSecretFault } from '../../server/storage/ticket-secret.js';
import { generationOfId, leastGeneration, pointerFault, readPointer } from '../../snapshot/index.js';
import { describe } from '../terminal/exit-codes.js';
import type { Finding } from './doctor-checks.js';
import { faultAtRest, UNCHECKED } from './file-at-rest.js';

type Fault = string | undefined | typeof UNCHECKED;

interface FileCheck {
  check: string;
  fault(dataDir: string): Promise<Fault> | Fault;
  advice: string;
  /** Whether a daemon does not repair it by itself. */
  isLoss?: (dataDir: string) => boolean;
}

const REPAIRED = 'nothing to do: the next start writes it again';

const CHECKS: readonly FileCheck[] = [
  { check: 'pointer to the live snapshot', fault: pointerFault, advice: REPAIRED },
  {
    check: 'catalog store',
    fault: catalogFault,
    advice: 'the next start restores the store from its copy; without a sound copy, import the catalog in full (PUT)',
    isLoss: dataDir => copiesOf(dataDir).length === 0,
  },
  { check: 'copy of the catalog store', fault: copyFault, advice: 'remove the file: the daemon makes another copy' },
  {
    check: 'imports behind that copy',
    fault: redoFault,
    advice: 'nothing to do while the store is sound: a daemon makes another copy, which has them',
  },
  {
    check: 'visitors',
    fault: visitorFault,
    advice: 'nothing to do: the next start makes the store again from the journal of notifications',
  },
  { check: 'what was learned', fault: learnedFault, advice: 'nothing to do: it is learned again from the journal' },
  {
    check: 'accounts of campaigns',
    fault: ledgerFault,
    advice: 'nothing to do: they are made again from the journal, as far as that goes back',
  },
  {
    check: 'weights of scores',
    fault: rankingFault,
    advice:
      'remove the file: the usual weights are in force then, until others are learned and adopted (vitrine learn)',
    isLoss: () => true,
  },
  {
    check: 'journal of notifications',
    fault: journalFault,
    advice: 'nothing to do: damaged notifications are passed over, and all others are read',
  },
  {
    check: 'API keys',
    fault: keyFault,
    advice: 'nothing to do, unless the copy is damaged as well: make new keys then',
  },
  { check: 'orders to forget customers', fault: erasuresFault, advice: REPAIRED },
  { check: 'secret of tickets', fault: ticketSecretFault, advice: REPAIRED },
  {
    check: 'imports that wait',
    fault: waitingImportFault,
    advice: 'send it again: the next start gives it up, and runs the others',
    isLoss: () => true,
  },
  { check: 'ids in a fleet', fault: keptIdFault, advice: REPAIRED },
  { check: 'how far behaviour is shared', fault: positionFault, advice: REPAIRED },
  { check: 'states of imports', fault: importStatusFault, advice: 'nothing to do: the next start begins with none' },
];

export function checkFiles(dataDir: string): Promise<Finding[]> {
  return Promise.all(
    CHECKS.map(async ({ check, fault, advice, isLoss }): Promise<Finding> => {
      const found = await read(() => fault(dataDir));
      if (found === undefined) return { check, verdict: 'ok', found: 'sound' };
      if (found === UNCHECKED) {
        const why = 'not checked, because a running daemon writes to it; stop the daemon to have it checked';
        return { check, verdict: 'ok', found: why };
      }
      return { check, verdict: isLoss?.(dataDir) ? 'failed' : 'warning', found, advice };
    }),
  );
}

/** An error of a check is what it has found. */
async function read(fault: () => ReturnType<FileCheck['fault']>): Promise<Fault> {
  try {
    return await fault();
  } catch (error) {
    return describe(error);
  }
}

function catalogFault(dataDir: string): Fault {
  return faultAtRest(storeFile(dataDir), () => {
    const pointer = readPointer(dataDir);
    return storeFault(dataDir, pointer && leastGeneration(generationOfId(pointer.snapshot), pointer.pinned));
  });
}

function visitorFault(dataDir: string): Fault {
  const dir = behaviourFolder(dataDir);
  return faultAtRest(join(dir, STORE_FILE), () => environmentFault(dir));
}

function copyFault(dataDir: string): string | undefined {
  for (const generation of copiesOf(dataDir)) {
    const file = copyFile(dataDir, generation);
    const copy = inspectCopy(file);
    // A running daemon removes it when it has made the next one.
    if (copy.state !== 'sound' && existsSync(file))
      return `${basename(file)}: ${copy.state === 'damaged' ? copy.fault : 'empty'}`;
  }
  return undefined;
}

async function learnedFault(dataDir: string): Promise<string | undefined> {
  const learned = await peekLearned(learnedFile(behaviourFolder(dataDir)));
  // Its checksum is compared when it is decoded.
  if (learned) Learner.decode(learned.state, { halfLifeDays: DEFAULT_BEHAVIOUR_SETTINGS.halfLifeDays });
  return undefined;
}

async function ledgerFault(dataDir: string): Promise<undefined> {
  for (const file of ledgerFiles(behaviourFolder(dataDir))) await peekLedger(file);
}

async function rankingFault(dataDir: string): Promise<undefined> {
  await readRanking(rankingFile(behaviourFolder(dataDir)));
}

async function journalFault(dataDir: string): Promise<string | undefined> {
  const dir = journalFolder(dataDir);
  const files = await listSegments(dir);
  const faults: string[] = [];
  for (const [i, { file, first }] of files.entries()) {
    const next = files[i + 1]?.first;
    const segment = await readSegment(dir, file, next === undefined ? undefined : next - first);
    const missing = next === undefined ? 0 : Math.max(0, next - first - (segment?.count ?? 0));
    const damaged = (segment?.damaged ?? 0) + missing;
    if (damaged > 0) faults.push(`${file}: ${damaged} damaged`);
    else if (segment?.headerDamaged) faults.push(`${file}: its header is damaged`);
  }
  const aside = files.length > 0 ? (await readdir(dir)).filter(name => name.endsWith('.damaged')) : [];
  return [...faults, ...aside.map(name => `${name}: put aside`)].join(', ') || undefined;
}

/** Constructs the front ends of a daemon: the first in its main thread, the others in threads of their own. */
import { fileURLToPath } from 'node:url';
import { retailMediaSettings } from '../../catalog/site/retail-media-settings.js';
import type { BehaviourClient } from '../behaviour/behaviour-client.js';
import { behaviourFolder } from '../behaviour/folders.js';
import type { SharedActs } from '../behaviour/last-acts.js';
import { FrontEnd } from '../front-ends/front-end.js';
import { FrontEndWorker } from '../front-ends/front-end-worker.js';
import type { Opened } from './open.js';
import type { StartOptions } from './start-options.js';

const MIB = 1_048_576;

/** The options that all front ends share. */
function shared(
  { settings, encoder, frontEnds, queryThreads, dataDir, ticketSecrets, behaviour }: Opened,
  options: StartOptions,
  version: string,
) {
  const { apiKey: _, webhooks: __, ...rest } = settings;
  return {
    version,
    frontEnds,
    settings: rest,
    encoder,
    queryThreads,
    queryWorker: options.queryWorker ?? fileURLToPath(new URL('../queries/query-thread.js', import.meta.url)),
    threadData: {
      settings: settings.pages,
      discountThreshold: settings.index.discountThreshold,
      assembly: settings.webAssembly,
      answerBytes: settings.limits.answerBytes,
      cardMemoryBytes: (settings.cardMemoryMb * MIB) / queryThreads,
      ticketSecret: ticketSecrets.memory,
      retailMedia: retailMediaSettings(settings.site.retailMedia),
      campaigns: behaviour.ledger && {
        standing: behaviour.ledger.ledger.standing.memory,
        capped: behaviour.ledger.ledger.capped.memory,
      },
      visitors: {
        dir: behaviourFolder(dataDir),
        visitorDays: settings.behaviour.visitorDays,
        announced: behaviour.announced,
      },
    },
  };
}

export function firstFrontEnd(
  opened: Opened,
  options: StartOptions,
  version: string,
  acts: SharedActs | undefined,
  damaged: (id: string) => void,
): FrontEnd {
  const { transport, running: imports, log } = opened;
  return new FrontEnd({ number: 0, ...shared(opened, options, version), acts, imports, transport, damaged, log });
}

/** Those beside the first, each in a thread of its own. */
export function furtherFrontEnds(
  opened: Opened,
  options: StartOptions,
  version: string,
  first: FrontEnd,
  behaviour: BehaviourClient,
  acts: SharedActs | undefined,
  damaged: (id: string) => void,
): FrontEndWorker[] {
  return Array.from({ length: opened.frontEnds - 1 }, (_, i) => {
    const number = i + 1;
    return new FrontEndWorker({
      file: new URL('../front-ends/front-end-thread.js', import.meta.url),
      data: {
        number,
        ...shared(opened, options, version),
        ...behaviour.shared,
        acts,
        imports: opened.running.memory,
      },
      handler: first.handle,
      visited: visits => {
        for (const { visit, slot } of visits) behaviour.reported(visit, number, slot);
      },
      awaited: () => behaviour.hurry(),
      damaged,
      writeLog: opened.writeLog,
    });
  });
}

/** Has a daemon share behaviour with its fleet: notifications, visits, and orders to forget customers. */
import { LeasedBudgets } from '../../behaviour/campaigns/leased-budgets.js';
import type { Journal, NotificationRecord } from '../../behaviour/index.js';
import type { BehaviourClient } from '../behaviour/behaviour-client.js';
import type { DaemonLedger } from '../behaviour/daemon-ledger.js';
import type { Erasures } from '../behaviour/erasures.js';
import { journalFolder } from '../behaviour/folders.js';
import type { LastActs } from '../behaviour/last-acts.js';
import { BehaviourExchange } from '../fleet/behaviour/behaviour-exchange.js';
import type { TakenRecords } from '../fleet/behaviour/exchange-messages.js';
import type { FleetClient } from '../fleet/fleet-client.js';
import type { Opened } from './open.js';

const MIB = 1_048_576;
const DAY_MS = 86_400_000;
const ASK_EVERY_MS = 500;

export interface BehaviourParts {
  journal: Journal;
  erasures: Erasures;
  acts: LastActs;
}

/** @param parts made after it */
export function sharedBehaviour(
  { settings, dataDir, behaviour, log }: Opened,
  { self }: FleetClient,
  parts: () => BehaviourParts,
): BehaviourExchange {
  const { fleet, behaviour: limits } = settings;
  const exchange: BehaviourExchange = new BehaviourExchange({
    data: {
      settings: fleet,
      dataDir,
      journalDir: journalFolder(dataDir),
      self,
      // A daemon that joins gets what the journals of the others have.
      mostBytes: limits.journalMb * MIB,
      mostAgeMs: limits.journalDays * DAY_MS,
    },
    host: {
      take: (daemon, records) => store(daemon, records, parts(), behaviour),
      erase: async customerKeys => {
        const { erasures, journal } = parts();
        await Promise.all(customerKeys.map(customerKey => erasures.erase(customerKey)));
        return journal.size;
      },
      named: names => behaviour.learning?.name(names),
      spends: () => behaviour.ledger?.ledger.ownSpends(Date.now()) ?? [],
      visited: (daemon, visit) => {
        behaviour.told(visit);
        parts().acts.came(daemon, visit);
      },
    },
    log,
  });
  behaviour.share = visit => exchange.visited(visit);
  if (behaviour.ledger) leaseBudgets(behaviour.ledger, exchange);
  return exchange;
}

/** Has a ledger bill within the parts of budgets that the fleet grants. */
function leaseBudgets(of: DaemonLedger, exchange: BehaviourExchange): void {
  const leases = new LeasedBudgets();
  const { ledger } = of;
  ledger.leases = leases;
  let isAsking = false;
  const ask = async () => {
    // What was billed before has to be known.
    if (isAsking || !of.isRead) return;
    isAsking = true;
    try {
      const grants = await exchange.claim(ledger.claims(Date.now()));
      leases.granted(grants, id => ledger.book.spendOf(id));
    } catch {
      // The servers of the fleet are away, of which the log says enough.
      leases.failed();
    }
    isAsking = false;
  };
  setInterval(() => void ask(), ASK_EVERY_MS).unref();
}

async function store(
  daemon: string,
  records: readonly NotificationRecord[],
  { journal, acts }: BehaviourParts,
  behaviour: BehaviourClient,
): Promise<TakenRecords> {
  const append = async (record: NotificationRecord) => {
    const number = await journal.append(record);
    // The next records do not wait until this one is visible.
    void behaviour.applied(number).then(() => acts.came(daemon, record));
    return number;
  };
  const { ledger } = behaviour;
  const results = ledger ? await ledger.follow(records, append) : await Promise.allSettled(records.map(append));
  const stored = results.flatMap(({ status }, i) => (status === 'fulfilled' ? [records[i]!.origin!.number] : []));
  return { stored, size: journal.size };
}

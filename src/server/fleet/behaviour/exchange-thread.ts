/**
 * The thread that exchanges behaviour with the fleet, over a connection of its own: what this daemon has recorded goes to
 * the stream of behaviour, what the others have recorded comes to this one's journal, and visits, which no journal has, are
 * told to those that run. It begins when the journal is open.
 */
import { workerData } from 'node:worker_threads';
import type { Visit } from '../../../behaviour/activities/activity.js';
import { FORFEIT_MS } from '../../../behaviour/campaigns/leased-budgets.js';
import { BehaviourStream } from '../../../fleet/behaviour-stream.js';
import type { OwnSpend } from '../../../fleet/budget-shares.js';
import { FleetConnection } from '../../../fleet/connection.js';
import { FleetDocuments } from '../../../fleet/documents.js';
import { frame, unframe } from '../../../fleet/frame.js';
import { PendingCalls } from '../../../threads/pending-calls.js';
import { RequestServer } from '../../../threads/request-server.js';
import type {
  ExchangeAsk,
  ExchangeProtocol,
  ExchangeThreadData,
  TakenRecords,
  ToldErasure,
} from './exchange-messages.js';
import {
  type ExchangePosition,
  namesOf,
  noteStream,
  readPosition,
  type SharedErasure,
  writePosition,
} from './exchange-position.js';
import { Positions } from './positions.js';
import { RecordFollower } from './record-follower.js';
import { RecordSender } from './record-sender.js';
import { SharedBudgets } from './shared-budgets.js';
import { SharedErasures } from './shared-erasures.js';

const VISITS_VERSION = 1;
/** The stream and the journal say the rest after a crash. */
const SAVE_EVERY_MS = 2000;

interface VisitsMessage {
  daemon: string;
  visits: Visit[];
}

/** All that needs a connection. */
interface Exchange {
  connection: FleetConnection;
  stream: BehaviourStream;
  sender: RecordSender;
  follower: RecordFollower;
  positions: Positions;
  erasures: SharedErasures;
  budgets: SharedBudgets;
}

const { settings, dataDir, journalDir, self, mostBytes, mostAgeMs } = workerData as ExchangeThreadData;
const server = new RequestServer<ExchangeProtocol>();
const asks = new PendingCalls('the main thread');
const closing = new AbortController();
const subject = `vitrine.${settings.cluster}.visits`;

let exchange: Exchange | undefined;
let opening: Promise<Exchange> | undefined;
const reading: Promise<ExchangePosition> = readPosition(dataDir, self.daemon, (_, message) =>
  server.tell({ type: 'fault', fault: message }),
);
let saving: Promise<void> = Promise.resolve();
let saveSoon: NodeJS.Timeout | undefined;

server.serve(
  {
    erase: async ({ customerKey }) => {
      const { told } = await order(customerKey);
      if (!told || !exchange?.connection.isUp) throw new Error('the servers of the fleet cannot be reached');
      return told;
    },
    'catch-up': async () => {
      if (!exchange?.connection.isUp) throw new Error('the servers of the fleet cannot be reached');
      const { stream, follower } = exchange;
      await follower.reached(await stream.end());
      // A copy of the folder says which stream it has followed.
      await save();
    },
    claim: async ({ claims }) => {
      if (!exchange?.connection.isUp) throw new Error('the servers of the fleet cannot be reached');
      return exchange.budgets.claim(claims);
    },
    close,
  },
  message => {
    switch (message.type) {
      case 'answer':
        if ('failure' in message) asks.fail(message.id, message.failure);
        else asks.reply(message.id, message.answer);
        break;
      case 'follow':
        opening ??= open(message.size);
        // The thread ends, and the next one tries again: servers that form a cluster at that moment do not answer in time.
        opening.catch((error: unknown) => {
          if (!closing.signal.aborted) throw error;
        });
        break;
      case 'recorded':
        // Before, the sender reads them from the journal.
        if (exchange) exchange.sender.add(message.records);
        else
          opening?.then(
            ({ sender }) => sender.add(message.records),
            () => undefined,
          );
        break;
      case 'visits':
        tellVisits(message.visits);
    }
  },
);

/** Orders the fleet to forget a customer. Resolves when the order is on disk. @returns what becomes of it, once it can be told */
async function order(customerKey: string): Promise<{ told: Promise<ToldErasure> | undefined }> {
  const { erasures } = await reading;
  const erasure: SharedErasure = { customerKey };
  erasures.push(erasure);
  await save();
  return { told: exchange?.erasures.order(erasure) };
}

async function open(size: number): Promise<Exchange> {
  const at = await reading;
  const named = () => server.tell({ type: 'named', names: namesOf(at) });
  named();
  const connection = await FleetConnection.open({ settings, name: `${self.name} behaviour` }, closing.signal);
  const stream = await BehaviourStream.open(connection, { mostBytes, mostAgeMs });
  noteStream(at, await stream.made(), size);
  const documents = new FleetDocuments(await connection.bucket('positions'));
  const positions = new Positions({ documents, self, followed: () => at.followed, forgottenMs: mostAgeMs });
  const common = { stream, position: at, journalDir, size, moved, failed };
  const sender = new RecordSender({ ...common, daemon: self.daemon, renamed: named });
  const follower = new RecordFollower({
    ...common,
    take: (daemon, records) => ask<TakenRecords>({ kind: 'take', daemon, records }),
    erase: customerKeys => ask<number>({ kind: 'erase', customerKeys }),
    eraseAgain: async customerKeys => {
      for (const customerKey of customerKeys) await order(customerKey);
    },
    erased: () => sender.reread(),
    renew: () => sender.renew(),
    save: async () => {
      await save();
      void positions.tell();
    },
  });
  const erasures = new SharedErasures({ stream, position: at, positions, sender, save, failed });
  const budgets = new SharedBudgets({
    documents: new FleetDocuments(await connection.bucket('documents')),
    positions,
    daemon: self.daemon,
    forfeitMs: FORFEIT_MS,
  });
  exchange = { connection, stream, sender, follower, positions, erasures, budgets };
  hearVisits(connection);
  await positions.start();
  sender.start();
  follower.start();
  erasures.start();
  return exchange;
}

function ask<Answer = void>(question: ExchangeAsk): Promise<Answer> {
  return asks.call(question.kind, id => server.tell({ type: 'ask', id, ask: question })) as Promise<Answer>;
}

function tellVisits(visits: Visit[]): void {
  const { connection } = exchange ?? {};
  // Of those that come while the servers are away, only this daemon knows.
  if (connection?.isUp) connection.nats.publish(subject, frame(VISITS_VERSION, { daemon: self.daemon, visits }));
}

function hearVisits({ nats }: FleetConnection): void {
  nats.subscribe(subject, {
    callback: (error, { data }) => {
      if (error) return failed(error);
      try {
        const { head } = unframe<VisitsMessage>(VISITS_VERSION, 'visits of another daemon', data);
        if (head.daemon !== self.daemon) server.tell({ type: 'visits', ...head });
      } catch (error) {
        failed(error);
      }
    },
  });
}

function moved(): void {
  saveSoon ??= setTimeout(() => void save().catch(failed), SAVE_EVERY_MS);
}

/** Resolves when the position is on disk. */
function save(): Promise<void> {
  clearTimeout(saveSoon);
  saveSoon = undefined;
  const written = saving.then(async () => writePosition(dataDir, await reading));
  saving = written.then(
    () => undefined,
    () => undefined,
  );
  return written;
}

function failed(error: unknown): void {
  if (closing.signal.aborted) return;
  server.tell({ type: 'fault', fault: error instanceof Error ? error.message : String(error) });
}

async function close({ spends }: { spends: OwnSpend[] }): Promise<void> {
  closing.abort(new Error('the daemon stops'));
  asks.rejectAll(closing.signal.reason as Error);
  if (!exchange) return;
  const { sender, follower, positions, erasures, connection, budgets } = exchange;
  // Otherwise the others get it some time later.
  if (connection.isUp) await budgets.release(spends).catch(() => undefined);
  await Promise.all([sender.close(), follower.close(), erasures.close(), positions.close()]);
  await save();
  await connection.close();
}

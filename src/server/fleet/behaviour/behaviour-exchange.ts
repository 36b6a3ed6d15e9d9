/**
 * The main thread's side of the exchange of behaviour with a fleet. A thread that dies is replaced: what it was doing it
 * finds again in the stream and the journal.
 */
import type { Visit } from '../../../behaviour/activities/activity.js';
import { type NotificationRecord, ORIGIN_TEXT } from '../../../behaviour/index.js';
import type { JournalName } from '../../../behaviour/learning/journal-names.js';
import type { NumberedText } from '../../../fleet/behaviour-stream.js';
import type { BudgetClaim, BudgetGrant, OwnSpend } from '../../../fleet/budget-shares.js';
import { asFailure } from '../../../threads/failure.js';
import { MessageBuffer } from '../../../threads/message-buffer.js';
import { RestartingWorker } from '../../../threads/restarting-worker.js';
import type { Log } from '../../observability/log.js';
import type {
  ExchangeAsk,
  ExchangeProtocol,
  ExchangeThreadData,
  TakenRecords,
  ToldErasure,
} from './exchange-messages.js';

const LONGEST_ERASURE_MS = 15_000;
const LONGEST_CLOSE_MS = 5000;
const LONGEST_CLAIM_MS = 15_000;
const LONGEST_CATCH_UP_MS = 10_000;

/** What other daemons do to this one. */
export interface ExchangeHost {
  /** Writes records of another daemon to the journal. Never rejects. */
  take(daemon: string, records: NotificationRecord[]): Promise<TakenRecords>;
  /** Forgets customers, durably. @returns the number of records that the journal has then */
  erase(customerKeys: string[]): Promise<number>;
  /** @param names what the fleet calls the journal of this daemon */
  named(names: JournalName[]): void;
  /** What this daemon has billed to campaigns. */
  spends(): OwnSpend[];
  /** @param daemon its id */
  visited(daemon: string, visit: Visit): void;
}

export interface BehaviourExchangeOptions {
  data: ExchangeThreadData;
  host: ExchangeHost;
  log: Log;
  file?: string | URL | undefined;
}

export class BehaviourExchange {
  private readonly worker: RestartingWorker<ExchangeProtocol>;
  /** Number of the next record; undefined until the journal is open. */
  private size: number | undefined;
  private readonly records = new MessageBuffer<NumberedText>(records =>
    this.worker.tell({ type: 'recorded', records }),
  );
  private readonly visits = new MessageBuffer<Visit>(visits => this.worker.tell({ type: 'visits', visits }));
  private fault: string | undefined;
  private closing = false;

  constructor(private readonly options: BehaviourExchangeOptions) {
    const { data, log, file } = options;
    this.worker = new RestartingWorker<ExchangeProtocol>({
      name: 'the thread that exchanges behaviour',
      file: file ?? new URL('./exchange-thread.js', import.meta.url),
      data,
      restart: 'always',
      started: () => this.begin(),
      hear: (message, reply) => this.hear(message, reply),
      died: death => {
        this.records.discard();
        if (!this.closing) log.error({ err: death }, 'the thread that exchanges behaviour failed; it is replaced');
      },
    });
  }

  start(): Promise<void> {
    return this.worker.start();
  }

  /** The journal is open and has `size` records; later ones are passed to `recorded`. */
  follow(size: number): void {
    this.size = size;
    this.begin();
  }

  /** Passes on a record of the journal, which may be one of another daemon. */
  recorded(text: string, number: number): void {
    if (this.size === undefined) return;
    this.size = number + 1;
    if (!text.includes(ORIGIN_TEXT)) this.records.add({ number, text }, true);
  }

  visited(visit: Visit): void {
    this.visits.add(visit);
  }

  /**
   * Tells the fleet to forget a customer.
   * @returns on how many of the running daemons he is forgotten by now; undefined where the fleet cannot be told now: it is
   * told when it can be
   */
  async erase(customerKey: string): Promise<ToldErasure | undefined> {
    this.records.flush();
    try {
      return await this.worker.call({ kind: 'erase', customerKey }, LONGEST_ERASURE_MS);
    } catch (err) {
      this.options.log.warn({ err }, 'the fleet does not know yet that a customer is to be forgotten');
      return undefined;
    }
  }

  /** Asks the fleet for parts of campaigns' budgets. @throws where it cannot be reached */
  claim(claims: BudgetClaim[]): Promise<BudgetGrant[]> {
    return this.worker.call({ kind: 'claim', claims }, LONGEST_CLAIM_MS);
  }

  /** Resolves when the journal has what the other daemons have told the fleet, or that takes too long. */
  async catchUp(): Promise<void> {
    try {
      await this.worker.call({ kind: 'catch-up' }, LONGEST_CATCH_UP_MS);
    } catch (err) {
      this.options.log.warn({ err }, 'the fleet may have notifications that this daemon lacks');
    }
  }

  async close(): Promise<void> {
    this.closing = true;
    this.records.flush();
    this.visits.discard();
    try {
      await this.worker.closeAfter({ kind: 'close', spends: this.options.host.spends() }, LONGEST_CLOSE_MS);
    } catch (err) {
      this.options.log.warn({ err }, 'what was last recorded goes to the fleet after the next start');
    }
  }

  private begin(): void {
    if (this.size !== undefined) this.worker.tell({ type: 'follow', size: this.size });
  }

  private hear(message: ExchangeProtocol['fromThread'], reply: (message: ExchangeProtocol['toThread']) => void): void {
    const { host, log } = this.options;
    switch (message.type) {
      case 'visits':
        for (const visit of message.visits) host.visited(message.daemon, visit);
        break;
      case 'named':
        log.debug({ names: message.names }, 'the journal is shared with the fleet');
        host.named(message.names);
        break;
      case 'fault':
        if (message.fault !== this.fault) log.warn({ fault: message.fault }, 'behaviour of the fleet');
        this.fault = message.fault;
        break;
      case 'ask':
        this.answer(message.ask).then(
          answer => reply({ type: 'answer', id: message.id, answer }),
          (error: unknown) => reply({ type: 'answer', id: message.id, failure: asFailure(error) }),
        );
    }
  }

  private async answer(ask: ExchangeAsk): Promise<unknown> {
    const { host } = this.options;
    return ask.kind === 'take' ? host.take(ask.daemon, ask.records) : host.erase(ask.customerKeys);
  }
}

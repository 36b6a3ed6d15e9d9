/**
 * The thread's side of a `WorkerClient`: answers requests by their kind, and sends one-way messages. An error that a
 * handler throws is sent as the reply; an exception anywhere else ends the thread, and with it all pending requests.
 */
import { type MessagePort, parentPort, type TransferListItem } from 'node:worker_threads';
import { asFailure } from './failure.js';
import type { FromThread, Protocol, RequestOf, ToThread, TransferList } from './thread-messages.js';

/** Where messages come from and go to. */
export interface Channel {
  port: MessagePort;
  /** Called after each message: its other end may wait without an event loop. */
  posted?(): void;
}

/** Handlers by kind of request. The result of a request without a reply is awaited, but not sent. */
export type Handlers<P extends Protocol> = {
  [Kind in P['request']['kind']]: Kind extends keyof P['replies']
    ? (request: RequestOf<P, Kind>) => Answer<P['replies'][Kind]>
    : (request: RequestOf<P, Kind>) => void;
};

type Answer<Reply> = Reply | Promise<Reply> | Transferred<Reply>;

/** A reply of which parts are moved rather than copied. */
export class Transferred<Reply> {
  constructor(
    readonly reply: Reply,
    readonly transfer: TransferList,
  ) {}
}

export class RequestServer<P extends Protocol> {
  /** @param channel of the requests; success or failure of the start is reported to the thread that started this one */
  constructor(private readonly channel: Channel = { port: parentPort! }) {}

  /** As `listen`, and reports that the thread is ready. */
  serve(handlers: Handlers<P>, hear?: (message: P['toThread']) => void): void {
    this.listen(handlers, hear);
    this.ready();
  }

  /** Starts to process requests and messages, beginning with those that have arrived before. */
  listen(handlers: Handlers<P>, hear: (message: P['toThread']) => void = () => undefined): void {
    const { port } = this.channel;
    port.on('messageerror', error => {
      throw error;
    });
    port.on('message', (message: ToThread<P>) => {
      if (message.type === 'message') hear(message.message);
      else void this.answer(message.id, message.request, handlers);
    });
  }

  /** Reports that the thread has started: from then on it is sent messages, before that requests alone. */
  ready(): void {
    parentPort!.postMessage({ type: 'ready' } satisfies FromThread<P>);
  }

  /** Reports that the thread cannot start, with the reason, and ends it. */
  refuse(error: unknown): void {
    parentPort!.postMessage({ type: 'refused', failure: asFailure(error) } satisfies FromThread<P>);
    this.close();
  }

  tell(message: P['fromThread'], transfer: TransferList = []): void {
    this.post({ type: 'message', message }, transfer);
  }

  /** Stops taking messages; the thread ends when nothing else keeps its event loop alive. */
  close(): void {
    this.channel.port.close();
  }

  /** Never rejects. */
  private async answer(id: number, request: P['request'], handlers: Handlers<P>): Promise<void> {
    try {
      const kind = request.kind as P['request']['kind'];
      const handler = handlers[kind] as (request: P['request']) => unknown;
      const reply = await handler(request);
      if (reply instanceof Transferred) this.post({ type: 'reply', id, reply: reply.reply }, reply.transfer);
      else this.post({ type: 'reply', id, reply });
    } catch (error) {
      // A reply that cannot be copied is a failure too.
      this.post({ type: 'failure', id, failure: asFailure(error) });
    }
  }

  private post(message: FromThread<P>, transfer: TransferList = []): void {
    const { port, posted } = this.channel;
    port.postMessage(message, [...transfer] as TransferListItem[]);
    posted?.();
  }
}

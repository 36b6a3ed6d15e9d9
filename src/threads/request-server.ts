/**
 * A thread's side of its client: answers requests by their kind, and tells what it was not asked. What a handler throws
 * is the reply; an exception anywhere else ends the thread, and with it all requests that wait.
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

/** By kind of request; what one without a reply returns is waited for, and that is all. */
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
  /** @param channel of the requests; how its start went is told to the thread that started it */
  constructor(private readonly channel: Channel = { port: parentPort! }) {}

  /** Takes requests and messages from now on; those that have come before are served as well. */
  serve(handlers: Handlers<P>, hear: (message: P['toThread']) => void = () => undefined): void {
    const { port } = this.channel;
    port.on('messageerror', error => {
      throw error;
    });
    port.on('message', (message: ToThread<P>) => {
      if (message.type === 'message') hear(message.message);
      else void this.answer(message.id, message.request, handlers);
    });
    parentPort!.postMessage({ type: 'ready' } satisfies FromThread<P>);
  }

  /** The thread cannot do its work: its client is told why, and the thread ends. */
  refuse(error: unknown): void {
    parentPort!.postMessage({ type: 'refused', failure: asFailure(error) } satisfies FromThread<P>);
    this.close();
  }

  tell(message: P['fromThread'], transfer: TransferList = []): void {
    this.post({ type: 'message', message }, transfer);
  }

  /** Takes nothing more; the thread ends when nothing else keeps it. */
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

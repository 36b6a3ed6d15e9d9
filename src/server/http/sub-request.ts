/**
 * A request that the daemon makes to itself on behalf of another one, through the same handler: admission, caches, visits
 * and metrics take it for any request. It has the headers of the other one but for those that are about its body and
 * its reply.
 */
import type { Handler, Incoming, Outgoing } from './transport.js';

export interface SubReply {
  status: number;
  /** Names and values in turn. */
  headers: readonly string[];
  body: Uint8Array;
}

export interface SubQuestion {
  path: string;
  /** Not decoded. */
  query: string;
  /** Makes it a POST. */
  body?: Uint8Array | undefined;
  contentType?: string;
}

/** What is said of the other request alone. */
const OWN_HEADERS =
  /^(accept|accept-encoding|connection|content-.*|if-.*|range|referer|sec-.*|transfer-encoding|upgrade.*|x-request-id)$/;

/**
 * To be called while the handler of the other request runs.
 * @param gone ends it without a reply
 */
export function subRequest(
  handler: Handler,
  incoming: Incoming,
  { path, query, body, contentType }: SubQuestion,
  gone: AbortSignal,
): Promise<SubReply> {
  const headers = incoming.headers().filter(([name]) => !OWN_HEADERS.test(name));
  if (body) headers.push(['content-length', String(body.length)]);
  if (contentType) headers.push(['content-type', contentType]);
  const own = new SubIncoming(body ? 'POST' : 'GET', path, query, incoming.address, headers);
  return new Promise((resolve, reject) => {
    const outgoing = new SubOutgoing(body, resolve);
    gone.addEventListener('abort', () => {
      outgoing.abort();
      reject(gone.reason);
    });
    handler(own, outgoing);
  });
}

class SubIncoming implements Incoming {
  constructor(
    readonly method: string,
    readonly path: string,
    readonly query: string,
    readonly address: string,
    private readonly all: [string, string][],
  ) {}

  header(name: string): string {
    return this.all.find(([known]) => known === name)?.[1] ?? '';
  }

  headers(): [string, string][] {
    return this.all;
  }
}

class SubOutgoing implements Outgoing {
  aborted = false;
  onAborted: (() => void) | undefined;
  onFinished: (() => void) | undefined;
  onWritable: (() => void) | undefined;
  private over = false;
  private begun: Pick<SubReply, 'status' | 'headers'> | undefined;
  private readonly pieces: Uint8Array[] = [];

  constructor(
    private readonly body: Uint8Array | undefined,
    private readonly settle: (reply: SubReply) => void,
  ) {}

  onData(take: (chunk: Uint8Array, last: boolean) => void): void {
    // The reader is not complete yet.
    queueMicrotask(() => take(this.body ?? new Uint8Array(), true));
  }

  /** All of the body is there at once, and of the reply there is no end of room. */
  pause(): void {}
  resume(): void {}

  send(status: number, headers: readonly string[], body: Uint8Array = new Uint8Array()): void {
    this.start(status, headers);
    this.write(body);
    this.finish();
  }

  start(status: number, headers: readonly string[]): void {
    this.begun ??= { status, headers };
  }

  write(piece: Uint8Array): boolean {
    // The memory of answers is used again when they have been sent.
    this.pieces.push(piece.slice());
    return true;
  }

  finish(): void {
    if (this.over || !this.begun) return;
    this.over = true;
    this.settle({ ...this.begun, body: Buffer.concat(this.pieces) });
    this.onFinished?.();
  }

  close(): void {
    this.abort();
  }

  abort(): void {
    if (this.over) return;
    this.over = true;
    this.aborted = true;
    this.onAborted?.();
  }
}

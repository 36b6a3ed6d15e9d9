/** Requests and replies over uWebSockets.js, whose classes offer what every version of the package has. */
import type { OwedReplies, SlowReader } from './owed-replies.js';
import { hasNoBody, type Incoming, type Outgoing, type SendOptions, statusLine } from './transport.js';

/** The part of the API that every version of the package shares. */
export interface NativeResponse {
  cork(write: () => void): unknown;
  writeStatus(status: string): unknown;
  writeHeader(name: string, value: string): unknown;
  /** @returns whether the system took all of it; the rest is buffered. Always true for pieces below 16 KiB. */
  write(piece: Uint8Array): boolean;
  end(body: Uint8Array, closeConnection?: boolean): unknown;
  endWithoutBody(): unknown;
  /** @param total bytes of the whole body. @returns whether the system took the chunk, and whether it has the whole body */
  tryEnd(chunk: Uint8Array, total: number): [ok: boolean, done: boolean];
  /** How much of a body the system has taken, in bytes. */
  getWriteOffset(): number;
  onWritable(handler: (offset: number) => boolean): unknown;
  onAborted(handler: () => void): unknown;
  onData(handler: (chunk: ArrayBuffer, last: boolean) => void): unknown;
  pause(): unknown;
  resume(): unknown;
  close(): unknown;
  getRemoteAddressAsText(): ArrayBuffer;
}

export interface NativeRequest {
  getCaseSensitiveMethod(): string;
  getUrl(): string;
  getQuery(): string | undefined;
  getHeader(name: string): string;
  forEach(take: (name: string, value: string) => void): void;
}

/** Less than the ten seconds of the engine's clock, which has steps of four. */
const RESET_MS = 3000;
/** The smallest piece for which `write` returns whether the socket took it; a writable socket takes more. */
const PROBE_BYTES = 16_384;

export class UwsIncoming implements Incoming {
  readonly method: string;
  readonly path: string;
  readonly query: string;

  constructor(
    private readonly request: NativeRequest,
    private readonly response: NativeResponse,
  ) {
    this.method = request.getCaseSensitiveMethod();
    this.path = request.getUrl();
    this.query = request.getQuery() ?? '';
  }

  get address(): string {
    return Buffer.from(this.response.getRemoteAddressAsText()).toString('latin1');
  }

  header(name: string): string {
    return this.request.getHeader(name);
  }

  headers(): [string, string][] {
    const all: [string, string][] = [];
    this.request.forEach((name, value) => {
      all.push([name, value]);
    });
    return all;
  }
}

export class UwsOutgoing implements Outgoing {
  aborted = false;
  onAborted: (() => void) | undefined;
  onFinished: (() => void) | undefined;
  onWritable: (() => void) | undefined;
  private sent = false;
  /** Whether more of the body may come. */
  private receiving = false;
  /** Whether the body is held back. */
  private held = false;
  private clock: NodeJS.Timeout | undefined;
  /** Whether a reply in pieces has begun. */
  private started = false;
  /** Pieces that were not passed to the engine yet, and their bytes. */
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  /** Bytes of the last piece that the socket has not taken as a whole. */
  private buffered = 0;
  /** Whether the socket has not taken all that the engine was given. */
  private behind = false;
  /** Whether the socket has taken pieces since this was last asked. */
  private taking = false;
  /** Whether to end the reply when no piece waits. */
  private ending = false;
  /** Whether to close the connection with the reply. */
  private last = false;
  /** Whether the handler is running: the engine corks its writes by itself. */
  private gathering = true;
  /** Whether the whole reply was handed to the system. */
  private done = false;

  /** Set while the client has not taken all that was sent. */
  private reader: SlowReader | undefined;

  constructor(
    private readonly response: NativeResponse,
    private readonly owed: OwedReplies,
  ) {}

  /** Watches for disconnects from now on: the handler has returned, or is about to close the connection. */
  watch(): void {
    if (!this.gathering) return;
    this.gathering = false;
    if (this.done) return;
    if (this.receiving) this.setBackClock();
    // Without this handler a route that replies later ends the whole process.
    this.response.onAborted(() => {
      this.aborted = true;
      this.received();
      this.caughtUp();
      this.onAborted?.();
    });
  }

  onData(take: (chunk: Uint8Array, last: boolean) => void): void {
    this.receiving = true;
    this.response.onData((chunk, last) => {
      if (last) this.received();
      take(new Uint8Array(chunk), last);
    });
  }

  pause(): void {
    this.held = true;
    if (!this.aborted && !this.sent) this.response.pause();
  }

  resume(): void {
    this.held = false;
    if (!this.aborted && !this.sent) this.response.resume();
  }

  /**
   * The engine disconnects who sends less than 16 KB/s of a body for ten seconds, and who has sent one and is not sent
   * a piece of the reply for as long. How long a client may be silent is for the reader of the body to say, and how long
   * a piece takes for its writer: the engine's clock is set back before it runs out.
   */
  private setBackClock(): void {
    clearInterval(this.clock);
    this.clock = setInterval(() => {
      if (this.held) return;
      this.response.pause();
      this.response.resume();
    }, RESET_MS).unref();
  }

  /** The whole body has come, or is no longer wanted. */
  private received(): void {
    this.receiving = false;
    clearInterval(this.clock);
  }

  send(status: number, headers: readonly string[], body: Uint8Array | undefined, options?: SendOptions): void {
    if (this.aborted || this.sent) return;
    this.sent = true;
    this.received();
    if (this.gathering) this.sendNow(status, headers, body, options);
    else this.response.cork(() => this.sendNow(status, headers, body, options));
    if (this.done) this.onFinished?.();
  }

  private sendNow(
    status: number,
    headers: readonly string[],
    body: Uint8Array | undefined,
    options: SendOptions | undefined,
  ): void {
    const { response } = this;
    // By default the engine's own.
    if (status !== 200) response.writeStatus(statusLine(status));
    writeHeaders(response, headers, options?.lasting);
    if (hasNoBody(status) || options?.head) {
      // Any argument, even undefined, is taken for a length, and the client would wait for that many bytes.
      if (!hasNoBody(status)) response.writeHeader('Content-Length', String(body?.length ?? 0));
      response.endWithoutBody();
    } else if (body === undefined || body.length === 0 || options?.close) {
      response.end(body ?? EMPTY, options?.close);
    } else {
      // Unlike `end`, it copies nothing that the client does not take: who sends requests and reads no replies would
      // have them pile up.
      this.done = response.tryEnd(body, body.length)[1];
      if (!this.done) this.sendSlowly(body);
      return;
    }
    this.done = true;
  }

  /** Sends the rest of a body as the client takes it. */
  private sendSlowly(body: Uint8Array): void {
    const { response } = this;
    const offer = (offset: number): boolean => {
      const [ok, done] = response.tryEnd(body.subarray(offset), body.length);
      if (done && !this.done) {
        this.done = true;
        this.caughtUp();
        this.onFinished?.();
      }
      return ok;
    };
    let taken = 0;
    response.onWritable(offer);
    this.fallenBehind({
      memory: body.buffer,
      proceed: () => {
        response.cork(() => offer(response.getWriteOffset()));
        if (this.done) return true;
        const before = taken;
        taken = response.getWriteOffset();
        return taken > before;
      },
      close: () => response.close(),
    });
  }

  private fallenBehind(reader: SlowReader): void {
    this.reader = reader;
    // Not now: who is disconnected while a reply is being sent would not be noticed to have gone.
    queueMicrotask(() => {
      if (this.reader === reader) this.owed.add(reader);
    });
  }

  private caughtUp(): void {
    if (this.reader) this.owed.remove(this.reader);
    this.reader = undefined;
  }

  start(status: number, headers: readonly string[], options?: SendOptions): void {
    if (this.aborted || this.sent) return;
    this.sent = true;
    this.received();
    this.last = options?.close ?? false;
    const { response } = this;
    response.cork(() => {
      response.writeStatus(statusLine(status));
      writeHeaders(response, headers);
      if (options?.head) response.endWithoutBody();
    });
    if (options?.head) {
      this.done = true;
      this.onFinished?.();
      return;
    }
    this.started = true;
    this.held = false;
    this.setBackClock();
    response.onWritable(() => {
      this.writable();
      return true;
    });
  }

  write(piece: Uint8Array): boolean {
    if (this.aborted || !this.started) return false;
    this.waiting.push(piece);
    this.waitingBytes += piece.length;
    if (!this.behind) this.pass();
    if (this.behind && this.reader === undefined) this.fallenBehind(this.readerOfPieces());
    else if (this.reader) this.owed.changed(this.reader);
    return !this.behind;
  }

  finish(): void {
    if (this.aborted || !this.started) return;
    this.ending = true;
    if (this.waiting.length === 0) this.end();
  }

  /**
   * The engine reports that the socket takes bytes, but not whether it takes all that the engine has buffered. So that
   * is sent first, and then a small piece shows whether the rest may follow: the engine's buffer stays bounded however
   * slowly the client reads.
   */
  private writable(): void {
    this.response.cork(() => undefined);
    this.behind = false;
    this.taking = true;
    this.pass(PROBE_BYTES);
    if (this.behind) {
      if (this.reader) this.owed.changed(this.reader);
      return;
    }
    this.caughtUp();
    if (this.ending) this.end();
    else this.onWritable?.();
  }

  /** Passes waiting pieces to the engine, as long as the socket takes them. @param first size of the first piece */
  private pass(first = Number.POSITIVE_INFINITY): void {
    let limit = first;
    while (!this.behind && this.waiting.length > 0) {
      const piece = this.waiting[0]!;
      const part = piece.length > limit ? piece.subarray(0, limit) : piece;
      if (part === piece) this.waiting.shift();
      else this.waiting[0] = piece.subarray(limit);
      this.waitingBytes -= part.length;
      this.response.cork(() => {
        // An empty chunk would end the reply.
        this.behind = part.length > 0 && !this.response.write(part);
      });
      this.buffered = this.behind ? part.length : 0;
      limit = Number.POSITIVE_INFINITY;
    }
  }

  /** The pieces that wait are bounded by their writer too, who waits. */
  private readerOfPieces(): SlowReader {
    return {
      waiting: () => this.waitingBytes + this.buffered,
      proceed: () => {
        const { taking } = this;
        this.taking = false;
        return taking;
      },
      close: () => this.close(),
    };
  }

  private end(): void {
    this.started = false;
    this.done = true;
    clearInterval(this.clock);
    this.caughtUp();
    this.response.cork(() => this.response.end(EMPTY, this.last));
    this.onFinished?.();
  }

  close(): void {
    this.watch();
    if (!this.aborted && (!this.sent || this.started)) this.response.close();
  }
}

const EMPTY = new Uint8Array(0);

/** Lists of headers that are sent many times: the first name, and all that follows it in the head. */
const heads = new WeakMap<readonly string[], { name: string; rest: string }>();

/** One call for all headers: a call for each takes longer than the rest of a cached answer. */
function writeHeaders(response: NativeResponse, headers: readonly string[], lasting = false): void {
  if (!lasting) {
    for (let i = 0; i < headers.length; i += 2) response.writeHeader(headers[i]!, headers[i + 1]!);
    return;
  }
  let head = heads.get(headers);
  if (head === undefined) {
    let rest = headers[1]!;
    for (let i = 2; i < headers.length; i += 2) rest += `\r\n${headers[i]}: ${headers[i + 1]}`;
    heads.set(headers, (head = { name: headers[0]!, rest }));
  }
  response.writeHeader(head.name, head.rest);
}

/**
 * The transport over uWebSockets.js: the only file that knows that package. What is installed under its name is either
 * the official package or a republished native build of it; VITRINE_UWS names another module to take instead. Where no
 * native build fits this Node, node:http is used, with a warning.
 */
import { createRequire } from 'node:module';
import { Problem } from '../../errors/problem.js';
import { framingFault } from './framing-fault.js';
import { nodeTransport } from './node-transport.js';
import type { OwedReplies, SlowReader } from './owed-replies.js';
import { JSON_TYPE } from './storefront-headers.js';
import {
  cannotListen,
  type Handler,
  hasNoBody,
  type Incoming,
  type Listening,
  type ListenOptions,
  MAX_HEAD_BYTES,
  type Outgoing,
  type SendOptions,
  statusLine,
  type Transport,
} from './transport.js';

/** The part of the API that every version of the package shares. */
interface NativeResponse {
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

interface NativeRequest {
  getCaseSensitiveMethod(): string;
  getUrl(): string;
  getQuery(): string | undefined;
  getHeader(name: string): string;
  forEach(take: (name: string, value: string) => void): void;
}

interface NativeApp {
  any(pattern: string, handler: (response: NativeResponse, request: NativeRequest) => void): NativeApp;
  listen(host: string, port: number, options: number, done: (socket: unknown) => void): NativeApp;
  close(): NativeApp;
}

interface NativeModule {
  App(): NativeApp;
  us_listen_socket_close(socket: unknown): void;
  us_socket_local_port(socket: unknown): number;
  LIBUS_LISTEN_EXCLUSIVE_PORT: number;
}

/** A listen option that the package does not name: not exclusive. */
const LISTEN_SHARED = 0;
/** Less than the ten seconds of the engine's clock, which has steps of four. */
const RESET_MS = 3000;
/** The smallest piece for which `write` returns whether the socket took it; a writable socket takes more. */
const PROBE_BYTES = 16_384;

class UwsIncoming implements Incoming {
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

class UwsOutgoing implements Outgoing {
  aborted = false;
  onAborted: (() => void) | undefined;
  onFinished: (() => void) | undefined;
  onWritable: (() => void) | undefined;
  private sent = false;
  /** Whether more of the body may come. */
  private receiving = false;
  /** Whether the body is held back. */
  private held = false;
  private slowBody: NodeJS.Timeout | undefined;
  /** Whether a reply in pieces has begun. */
  private started = false;
  /** Pieces that were not passed to the engine yet. */
  private waiting: Uint8Array[] = [];
  /** Whether the socket has not taken all that the engine was given. */
  private behind = false;
  /** Whether the socket has taken pieces since this was last asked. */
  private taking = false;
  /** Whether to end the reply when no piece waits any more. */
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
    if (this.receiving) this.allowSlowBody();
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
   * The engine disconnects who sends less than 16 KB/s of a body for ten seconds. How long a client may be silent is
   * for the reader of the body to say: the engine's clock is set back before it runs out.
   */
  private allowSlowBody(): void {
    this.slowBody = setInterval(() => {
      if (this.held) return;
      this.response.pause();
      this.response.resume();
    }, RESET_MS).unref();
  }

  /** The whole body has come, or is not wanted any more. */
  private received(): void {
    this.receiving = false;
    clearInterval(this.slowBody);
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
    response.onWritable(() => {
      this.writable();
      return true;
    });
  }

  write(piece: Uint8Array): boolean {
    if (this.aborted || !this.started) return false;
    this.waiting.push(piece);
    if (!this.behind) this.pass();
    if (this.behind && this.reader === undefined) this.fallenBehind(this.readerOfPieces());
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
    if (this.behind) return;
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
      this.response.cork(() => {
        // An empty chunk would end the reply.
        this.behind = part.length > 0 && !this.response.write(part);
      });
      limit = Number.POSITIVE_INFINITY;
    }
  }

  /** The pieces that wait are bounded by their writer, who waits too. */
  private readerOfPieces(): SlowReader {
    return {
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

/** Its parser answers none of this, and tells nobody. */
const LIMITS =
  'this build of uWebSockets.js leaves HTTP/1.0, malformed heads and more than 100 headers without a reply, and closes connections on which queries are sent ahead of replies: have proxies speak HTTP/1.1, or choose node:http with --http node; --admin-port is always served by that';

class UwsTransport implements Transport {
  /** On other systems one of the sockets of a port gets all connections. */
  readonly shares = process.platform === 'linux';

  readonly limits?: string;

  constructor(
    readonly name: string,
    private readonly native: NativeModule,
    republished: boolean,
  ) {
    if (republished) this.limits = LIMITS;
  }

  listen(host: string, port: number, handler: Handler, { owed, shared = false }: ListenOptions): Promise<Listening> {
    const { native } = this;
    const options = shared ? LISTEN_SHARED : native.LIBUS_LISTEN_EXCLUSIVE_PORT;
    const app = native.App();
    app.any('/*', (response, request) => {
      const outgoing = new UwsOutgoing(response, owed);
      const incoming = new UwsIncoming(request, response);
      const fault = framingFault(incoming);
      if (fault === undefined) handler(incoming, outgoing);
      else outgoing.send(400, JSON_TYPE, fault, { close: true });
      outgoing.watch();
    });
    return new Promise((resolve, reject) => {
      app.listen(host, port, options, socket => {
        if (!socket) {
          reject(cannotListen(host, port));
          return;
        }
        let open = true;
        const stopListening = () => {
          if (open) native.us_listen_socket_close(socket);
          open = false;
        };
        resolve({
          port: native.us_socket_local_port(socket),
          stopListening,
          close: () => {
            stopListening();
            app.close();
          },
        });
      });
    });
  }
}

/**
 * Loads a transport. Synchronous: called once, before the daemon listens.
 * @param http the setting of that name; where no native build fits, node:http is used, with a warning
 * @param wanted the module of the native one
 */
export function openTransport(
  http: 'native' | 'node' = 'native',
  wanted: string | undefined = process.env['VITRINE_UWS'],
): Transport {
  if (http === 'node') return nodeTransport();
  // Read by the native part when it first listens; its default of 4 KiB is too short for long carts and selections.
  process.env['UWS_HTTP_MAX_HEADERS_SIZE'] ??= String(MAX_HEAD_BYTES);
  const require = createRequire(import.meta.url);
  const name = wanted ?? 'uWebSockets.js';
  try {
    const { native, republished } = loadNative(require, name);
    return new UwsTransport(name, native, republished);
  } catch (error) {
    if (wanted !== undefined) {
      throw new Problem(
        'setting_invalid',
        `VITRINE_UWS: found "${wanted}", expected a module that offers the uWebSockets.js API (${String(error)})`,
      );
    }
    return nodeTransport(
      `no native build of uWebSockets.js fits Node ${process.versions.node} on ${process.platform}-${process.arch}; install the official package for full speed`,
    );
  }
}

/**
 * The republished package, loaded by its name, would answer a missing native part with console output and an
 * incomplete substitute. So its native part is loaded by path, and its absence is an error here.
 */
function loadNative(require: NodeJS.Require, name: string): { native: NativeModule; republished: boolean } {
  let republished = false;
  try {
    republished = (require(`${name}/package.json`) as { name?: string }).name === '@trufflesuite/uws-js-unofficial';
  } catch {
    // The official package does not export its package.json; it is loaded by name.
  }
  const { platform, arch, versions } = process;
  const loaded: unknown = require(
    republished ? `${name}/binaries/uws_${platform}_${arch}_${versions.modules}.node` : name,
  );
  const found = loaded as Partial<NativeModule> & { default?: NativeModule };
  const native = typeof found.App === 'function' ? (found as NativeModule) : found.default;
  if (typeof native?.App !== 'function') throw new Error('it has no App()');
  return { native, republished };
}

/**
 * A connection of the load generator: sends its requests one after the other, each when the one before is answered, and
 * reads no more of answers than their heads. It shares the cores with what it measures, so it does as little as it can:
 * heads are made beforehand, and all pieces of answers are read into one buffer.
 */
import { connect, type Socket } from 'node:net';

export interface LoadRequest {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface ConnectionEvents {
  /** @param bytes head included */
  answered(status: number, bytes: number, milliseconds: number): void;
  /** The connection was broken off, which is made anew. */
  failed(): void;
}

/** Of a piece of an answer at most. */
const PIECE_BYTES = 1 << 18;
const END_OF_HEAD = '\r\n\r\n';
const LENGTH = /^content-length: *(\d+)/im;
/** From here to there its status stands in a head. */
const STATUS = [9, 12] as const;
const NO_CONTENT = 204;
/** Pause before a broken connection is made anew: a server that refuses all is not to be asked without a pause. */
const AGAIN_MS = 20;

/** Shared: a piece is looked at before the next one is read, of whichever connection. */
const pieces = Buffer.allocUnsafe(PIECE_BYTES);

export class Connection {
  private socket: Socket;
  private next = 0;
  private sentMs = 0;
  /** Of the answer that is being read: what has come of its head, its status and bytes, and those to come. */
  private head = '';
  private status = 0;
  private bytes = 0;
  private left = 0;
  private ended = false;
  private again: NodeJS.Timeout | undefined;

  /** @param requests as `encoded` makes them */
  constructor(
    private readonly url: URL,
    private readonly requests: readonly Buffer[],
    private readonly events: ConnectionEvents,
  ) {
    this.socket = this.open();
  }

  /** How long the request that was sent last has waited; 0 without any. */
  waitedMs(now: number): number {
    return this.sentMs === 0 ? 0 : now - this.sentMs;
  }

  /** Breaks the connection off, which counts as a failure. */
  breakOff(): void {
    this.socket.destroy();
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.again);
    this.socket.destroy();
  }

  private open(): Socket {
    const { hostname: host, port } = this.url;
    const onread = { buffer: pieces, callback: (length: number) => this.read(length) };
    const socket = connect({ host, port: Number(port), noDelay: true, onread });
    socket.on('connect', () => this.send());
    // What breaks a connection off is followed by its end.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.sentMs = 0;
      this.head = '';
      this.left = 0;
      if (this.ended) return;
      this.events.failed();
      this.again = setTimeout(() => {
        this.socket = this.open();
      }, AGAIN_MS);
    });
    return socket;
  }

  private send(): void {
    this.sentMs = performance.now();
    this.socket.write(this.requests[this.next]!);
    this.next = (this.next + 1) % this.requests.length;
  }

  /** @returns whether to read on */
  private read(length: number): boolean {
    if (this.ended) return false;
    if (this.left === 0) this.readHead(length);
    else this.take(length);
    return true;
  }

  private readHead(length: number): void {
    const before = this.head.length;
    const end = before === 0 ? pieces.subarray(0, length).indexOf(END_OF_HEAD) : -1;
    this.head += pieces.toString('latin1', 0, end < 0 ? length : end + END_OF_HEAD.length);
    const headBytes = this.head.indexOf(END_OF_HEAD) + END_OF_HEAD.length;
    if (headBytes < END_OF_HEAD.length) return;
    const head = this.head.slice(0, headBytes);
    this.head = '';
    this.status = Number(head.slice(...STATUS));
    const body = this.status === NO_CONTENT ? 0 : Number(LENGTH.exec(head)?.[1]);
    if (Number.isNaN(body)) throw new Error(`found an answer without a length: ${head}`);
    this.bytes = headBytes + body;
    this.left = this.bytes;
    this.take(before + length);
  }

  /** @param length of what has come of the answer; the next one is not asked for before */
  private take(length: number): void {
    this.left -= length;
    if (this.left > 0) return;
    this.left = 0;
    const milliseconds = performance.now() - this.sentMs;
    this.events.answered(this.status, this.bytes, milliseconds);
    this.send();
  }
}

/** A request as it is sent. */
export function encoded({ host }: URL, { method = 'GET', path, headers = {}, body }: LoadRequest): Buffer {
  const all = Object.entries({
    Host: host,
    ...headers,
    ...(body !== undefined && { 'Content-Length': `${Buffer.byteLength(body)}` }),
  });
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}

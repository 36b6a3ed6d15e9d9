/**
 * One request to the daemon, repeated within bounds: where the daemon asks for it by `Retry-After` (503, 429, and 409
 * of imports that wait for others), after the time that it names; where no reply comes, and repeating does no harm,
 * after a pause that doubles and is drawn at random, so that many clients do not come back at once.
 */
import { type ErrorReply, VitrineError } from './errors.js';

export interface TransportOptions {
  /** Where the daemon, or the proxy before it, is: `https://shop.example`; everything before `/api`. */
  url: string;
  /** How often a request is repeated at most; 2 unless stated. */
  retries?: number;
  /** The longest pause before a repetition, 5 s unless stated: where the daemon asks for a longer one, its refusal is thrown. */
  maxPauseMs?: number;
  /** How long a reply may take, 10 s unless stated. */
  timeoutMs?: number;
  /** In place of the global one. */
  fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  /** Ends the request and what is left of its repetitions; the promise is rejected with the reason of the signal. */
  signal?: AbortSignal | undefined;
}

export interface Request extends CallOptions {
  method: string;
  path: string;
  /** What is undefined is left out; lists are joined as the daemon reads them. */
  parameters?: Record<string, unknown>;
  body?: BodyInit;
  headers?: Record<string, string>;
  /** Whether the request goes on when the page is left. */
  keepalive?: boolean;
  /** Whether it may be sent again when it is not known whether it arrived. */
  repeatable: boolean;
}

const FIRST_PAUSE_MS = 200;
const MAY_PASS = new Set([409, 429, 503]);

export class Transport {
  readonly #options: Required<TransportOptions>;

  constructor({ url, ...options }: TransportOptions) {
    this.#options = {
      retries: 2,
      maxPauseMs: 5_000,
      timeoutMs: 10_000,
      // Looked up for each request: pages replace it.
      fetch: (...args) => globalThis.fetch(...args),
      ...options,
      url: url.replace(/\/$/, ''),
    };
  }

  /**
   * @returns the reply, of a status below 400
   * @throws VitrineError for any other, and where none came; the reason of the signal where that has ended it
   */
  async send(request: Request): Promise<Response> {
    const { retries, maxPauseMs } = this.#options;
    for (let sent = 0; ; sent++) {
      const failure = await this.#once(request);
      if (failure instanceof Response) return failure;
      const { status, retryAfterMs } = failure;
      const mayPass = status === 0 ? request.repeatable : MAY_PASS.has(status) && retryAfterMs !== undefined;
      const backOffMs = Math.min(maxPauseMs, FIRST_PAUSE_MS * 2 ** sent * (0.5 + Math.random() / 2));
      const pauseMs = retryAfterMs ?? backOffMs;
      if (!mayPass || sent >= retries || pauseMs > maxPauseMs) throw failure;
      await pause(pauseMs, request.signal);
    }
  }

  async #once(request: Request): Promise<Response | VitrineError> {
    const { url, fetch, timeoutMs } = this.#options;
    const { method, path, parameters = {}, body, headers, keepalive, signal } = request;
    signal?.throwIfAborted();
    const ending = new AbortController();
    const end = () => ending.abort(signal?.reason);
    signal?.addEventListener('abort', end, { once: true });
    const late = setTimeout(() => ending.abort(), timeoutMs);
    try {
      const response = await fetch(`${url}${path}${queryOf(parameters)}`, {
        method,
        signal: ending.signal,
        ...(body !== undefined && { body }),
        ...(headers && { headers }),
        ...(keepalive && { keepalive }),
      });
      if (response.ok) return response;
      const after = Number(response.headers.get('Retry-After') ?? Number.NaN);
      return new VitrineError(response.status, await replyOf(response), {
        ...(after >= 0 && { retryAfterMs: after * 1000 }),
      });
    } catch (cause) {
      signal?.throwIfAborted();
      const message = ending.signal.aborted
        ? `no reply within ${timeoutMs} ms`
        : `no reply: ${(cause as Error).message}`;
      return new VitrineError(0, { message }, { cause });
    } finally {
      clearTimeout(late);
      signal?.removeEventListener('abort', end);
    }
  }
}

/** What a proxy says in place of the daemon is no JSON. */
async function replyOf(response: Response): Promise<Partial<ErrorReply>> {
  try {
    return (await response.json()) as ErrorReply;
  } catch {
    return { message: `${response.status} ${response.statusText}` };
  }
}

/** @returns `?a=1&b=x%7Cy`, or nothing */
function queryOf(parameters: Record<string, unknown>): string {
  const texts = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join('|') : String(value)]],
  );
  return texts.length === 0 ? '' : `?${new URLSearchParams(texts)}`;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}

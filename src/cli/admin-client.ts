/**
 * The administration interface of a running daemon, as the commands use it: a key on every request, bodies streamed,
 * answers read as JSON. Knows transport only; what the routes mean stands with the commands.
 */
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { CommandFailure, describe, UsageError } from './terminal/exit.js';

export interface Answer {
  status: number;
  /** The parsed body; undefined when it is empty or no JSON. */
  body: unknown;
  /** The daemon's own words where it refused, else the status. */
  message: string;
}

export class AdminClient {
  private readonly base: URL;
  private readonly key: string;

  /** @throws UsageError when `url` is not an http or https address. */
  constructor(url: string, key: string) {
    if (!URL.canParse(url)) throw new UsageError(`--url: ${url} is not an address such as http://localhost:8080`);
    this.base = new URL(url);
    if (!/^https?:$/.test(this.base.protocol)) {
      throw new UsageError(`--url: ${url} must begin with http:// or https://`);
    }
    this.key = key;
  }

  /** @throws CommandFailure when no daemon answers. */
  async send(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
    const request = this.connect(method, path, headers);
    const answer = readAnswer(request);
    request.end(body);
    return answer.catch(error => this.unreachable(error));
  }

  /**
   * Asks for something of any length, to be read as it comes.
   *
   * @throws CommandFailure when no daemon answers, or it refuses.
   */
  async open(path: string, headers: Record<string, string>): Promise<{ body: Readable; encoding: string }> {
    const request = this.connect('GET', path, headers);
    request.end();
    try {
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      if (response.statusCode === 200) return { body: response, encoding: response.headers['content-encoding'] ?? '' };
      throw new CommandFailure((await readResponse(response)).message);
    } catch (error) {
      if (error instanceof CommandFailure) throw error;
      return this.unreachable(error);
    }
  }

  /**
   * Streams `source` through the given transforms as the request's body. An answer that comes before the body has been
   * sent (a wrong key, another import running) is the outcome; that the pipe then breaks is only its consequence.
   *
   * @throws the error of `source` when it cannot be read; CommandFailure when no daemon answers.
   */
  async stream(
    method: string,
    path: string,
    headers: Record<string, string>,
    source: Readable,
    transforms: NodeJS.ReadWriteStream[],
  ): Promise<Answer> {
    const request = this.connect(method, path, headers);
    let sourceError: Error | undefined;
    source.once('error', error => {
      sourceError = error;
    });
    const answered = readAnswer(request).finally(() => source.destroy());
    const sent = pipeline([source, ...transforms, request]);
    const [answer] = await Promise.allSettled([answered, sent]);
    if (answer.status === 'fulfilled') return answer.value;
    if (sourceError) throw sourceError;
    return this.unreachable(answer.reason);
  }

  private connect(method: string, path: string, headers: Record<string, string>): ClientRequest {
    const url = new URL(path, this.base);
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
    // A connection for each request: one that is kept may be closed by the daemon just when it is used again.
    const request = open(url, { method, headers: { ...headers, 'Api-Key': this.key }, agent: false });
    // Who waits for the answer hears of an error as well; after the answer it has nothing to say.
    request.on('error', () => undefined);
    return request;
  }

  private unreachable(error: unknown): never {
    throw new CommandFailure(`no answer from ${this.base.origin}: ${describe(error)}. Is the daemon running there?`);
  }
}

async function readAnswer(request: ClientRequest): Promise<Answer> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return readResponse(response);
}

async function readResponse(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const gzipped = response.headers['content-encoding'] === 'gzip';
  const status = response.statusCode ?? 0;
  const body = parse((gzipped ? gunzipSync(bytes) : bytes).toString('utf8'));
  return { status, body, message: messageOf(body) ?? `the daemon answered with status ${status}` };
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Something else than a daemon of ours stands at this address (a proxy's page); the status has to do.
    return undefined;
  }
}

function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
  return typeof body.message === 'string' ? body.message : undefined;
}

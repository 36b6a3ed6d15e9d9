/**
 * HTTP client of a running daemon's administration interface: sends the API key with every request, streams bodies, and
 * parses replies as JSON. It knows transport only; the commands know the routes.
 */
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { CommandFailure, describe, UsageError } from './terminal/exit-codes.js';

export interface Answer {
  status: number;
  /** The parsed body; undefined when it is empty or not JSON. */
  body: unknown;
  /** The message of the daemon where it refused, else the status. */
  message: string;
  /** The id of the import that the reply is about. */
  importId?: string;
}

export class AdminClient {
  private readonly base: URL;
  private readonly key: string | undefined;

  /**
   * @param key absent: what needs none is asked for alone
   * @throws UsageError when `url` is not an http or https address
   */
  constructor(url: string, key?: string) {
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
   * Requests a reply of any length, to be read as a stream.
   *
   * @param post the body of a POST; otherwise it is a GET
   * @throws CommandFailure when no daemon answers, or it refuses.
   */
  async open(
    path: string,
    headers: Record<string, string>,
    post?: string,
  ): Promise<{ body: Readable; encoding: string }> {
    const request = this.connect(post === undefined ? 'GET' : 'POST', path, headers);
    request.end(post);
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
   * Streams `source` through the given transforms as the body of a request. A reply that arrives before the whole body
   * is sent (a wrong key, another import running) is the outcome; the broken pipe that follows is ignored.
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
    // A connection for each request: the daemon may close an idle one at the moment when it is used again.
    const request = open(url, {
      method,
      headers: { ...headers, ...(this.key !== undefined && { 'Api-Key': this.key }) },
      agent: false,
    });
    // The promise of the reply rejects with an error too; after the reply, errors are of no consequence.
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
  const importId = response.headers['vitrine-import'];
  return {
    status,
    body,
    message: messageOf(body) ?? `the daemon answered with status ${status}`,
    ...(typeof importId === 'string' && { importId }),
  };
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // A reply that is not from a daemon, such as a proxy's error page: the message is its status.
    return undefined;
  }
}

function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
  return typeof body.message === 'string' ? body.message : undefined;
}

/**
 * One request to the daemon. What is not an answer is thrown as an ApiError with the daemon's own message. Every
 * request is kept in the log of requests, which the page shows.
 */
import { takeDelivered } from '../visitor/delivered.js';
import { CONTENT_TYPE, urlOf } from './parameters.js';
import { logRequest, type Times } from './request-log.js';
import type { ErrorResponse } from './responses.js';

export interface Answer<Body> extends Times {
  body: Body;
}

export class ApiError extends Error {
  /**
   * @param status 0 when there was no answer at all
   * @param code as in the table of errors; undefined where the daemon did not answer
   */
  constructor(
    readonly status: number,
    message: string,
    readonly code?: ErrorResponse['code'],
  ) {
    super(message);
  }
}

/** Whether a newer question has overtaken the one that failed. */
export const isAborted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** Parsed; undefined when there is none. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    // An answer may have no body; one that was cut off by a newer question is not an answer.
    if (isAborted(error)) throw error;
    return undefined;
  }
}

/** How long the document took, with the answers in it. */
function documentMs(): number {
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return document ? document.responseEnd - document.requestStart : Number.NaN;
}

/**
 * `Body` is taken on trust: tests of the daemon hold its answers to the schemas that these types come from.
 * @param content becomes the body of a POST; without it the request is a GET
 * @throws ApiError for every answer but a good one. @throws DOMException when the signal of the options aborts it
 */
export async function send<Body>(
  path: string,
  parameters: Record<string, string | number>,
  content?: object,
  options: RequestInit = {},
): Promise<Answer<Body>> {
  const url = urlOf(path, parameters);
  const text = content && JSON.stringify(content);
  const method = content === undefined ? 'GET' : 'POST';
  const delivered = takeDelivered(url, text);
  if (delivered) {
    const { body, engineMs } = delivered;
    const times = { engineMs, roundTripMs: documentMs() };
    logRequest({ method, path, url, content, status: 200, body, ...times });
    return { body: body as Body, ...times };
  }
  const post = text && { method, body: text, headers: { 'Content-Type': CONTENT_TYPE } };
  const started = performance.now();
  const log = (status: number, body: unknown, engineMs: number): Times => {
    const times = { engineMs, roundTripMs: performance.now() - started };
    logRequest({ method, path, url, content, status, body, ...times });
    return times;
  };
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(url, { ...post, ...options });
    body = await bodyOf(response);
  } catch (error) {
    if (isAborted(error) || !(error instanceof Error)) throw error;
    log(0, error.message, Number.NaN);
    throw new ApiError(0, error.message);
  }
  const { status, statusText } = response;
  const times = log(status, body, Number(response.headers.get('X-Response-Time') ?? Number.NaN));
  if (!response.ok || (body === undefined && status !== 204)) {
    const { message = `${status} ${statusText}`, code } = (body ?? {}) as Partial<ErrorResponse>;
    throw new ApiError(status, message, code);
  }
  return { body: body as Body, ...times };
}

/** What the page asked the daemon, what it told it and what came back, newest first. */

/** Requests that are remembered, answers included. */
const KEPT = 40;

export interface Times {
  /** As the daemon tells; NaN when it does not. */
  engineMs: number;
  roundTripMs: number;
}

export interface LoggedRequest extends Times {
  /** Counts up. */
  id: number;
  method: 'GET' | 'POST';
  path: string;
  url: string;
  /** The body of a POST. */
  content: object | undefined;
  /** 0 when there was no answer at all. */
  status: number;
  /** Parsed; the message of the error when there was no answer. */
  body: unknown;
}

const entries: LoggedRequest[] = [];
let changed = () => {};
let count = 0;

export const loggedRequests = (): readonly LoggedRequest[] => entries;

export function logRequest(entry: Omit<LoggedRequest, 'id'>): void {
  entries.unshift({ ...entry, id: ++count });
  entries.length = Math.min(entries.length, KEPT);
  changed();
}

/** Calls `listener` after every request, in place of an earlier one. */
export function onRequest(listener: () => void): void {
  changed = listener;
}

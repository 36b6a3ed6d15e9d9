/**
 * Asks the servers of a fleet again for what they have not told in a moment: one of them may be cut off, which the others
 * notice after some seconds, and a stream has no leader for as long after its machine went. Only for what changes nothing.
 */
import type { Msg, NatsConnection } from '@nats-io/transport-node';

const AGAIN_AFTER_MS = 500;
/** Requests of the JetStream API that read. */
const READING = /^\$JS\.API\.(?:INFO|DIRECT\.GET|STREAM\.(?:INFO|NAMES|LIST|MSG\.GET))\b/;
/** A server that was cut off knows of no leader for half a minute after it is back, when the others have had one long since. */
const UNAVAILABLE = '"err_code":10008';
/** Longer replies are no errors. */
const LONGEST_ERROR = 1000;
const MOST_UNAVAILABLE = 4;
/** From one change of the server to the next. */
const STAY_MS = 10_000;

/** Has a connection ask again where nothing is told, until the time of the first request is over. */
export function askAgain(nats: NatsConnection): void {
  const once = nats.request.bind(nats);
  let unavailable = 0;
  let changedMs = Number.NEGATIVE_INFINITY;
  const isTold = (reply: Msg) => {
    const isAvailable = reply.data.length > LONGEST_ERROR || !reply.string().includes(UNAVAILABLE);
    unavailable = isAvailable ? 0 : unavailable + 1;
    const now = performance.now();
    if (unavailable >= MOST_UNAVAILABLE && now - changedMs > STAY_MS) {
      [unavailable, changedMs] = [0, now];
      // Never fails where there is a connection, and a lost one comes back by itself.
      nats.reconnect().catch(() => undefined);
    }
    return isAvailable;
  };
  nats.request = (subject, payload, options) => {
    if (!options || !READING.test(subject)) return once(subject, payload, options);
    const endMs = performance.now() + options.timeout;
    return firstOf(leftMs => once(subject, payload, { ...options, timeout: leftMs }), isTold, endMs);
  };
}

/**
 * Begins attempts one after the other until the time is over.
 * @returns the first reply that tells something, or the last one
 */
function firstOf(ask: (leftMs: number) => Promise<Msg>, isTold: (reply: Msg) => boolean, endMs: number): Promise<Msg> {
  return new Promise<Msg>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (settle: () => void) => {
      clearTimeout(timer);
      settle();
    };
    const attempt = () => {
      const leftMs = Math.max(1, endMs - performance.now());
      const isLast = leftMs <= AGAIN_AFTER_MS;
      if (!isLast) timer = setTimeout(attempt, AGAIN_AFTER_MS);
      ask(leftMs).then(
        reply => {
          if (isTold(reply) || isLast) end(() => resolve(reply));
        },
        (error: unknown) => end(() => reject(error as Error)),
      );
    };
    attempt();
  });
}

/** Repeats what the servers of a fleet do not take while one of them is away, and which may come about twice. */
const AGAIN_AFTER_MS = 200;

/**
 * @param isFinal whether a failure is one that further attempts have, too
 * @throws the last failure, when the time is over
 */
export async function repeated<T>(
  longestMs: number,
  attempt: () => Promise<T>,
  isFinal: (error: unknown) => boolean = () => false,
): Promise<T> {
  const endMs = performance.now() + longestMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > endMs || isFinal(error)) throw error;
      await new Promise(resolve => setTimeout(resolve, AGAIN_AFTER_MS));
    }
  }
}

/**
 * Encodes the texts of queries in a thread of its own, and remembers the vectors of the last ones. A text whose vector is
 * late is searched by its words alone; the vector is kept all the same, for when it is searched again.
 */
import { TwoGenerationCache } from '../kernel/two-generation-cache.js';
import { within } from '../kernel/within.js';
import { RestartingWorker } from '../threads/restarting-worker.js';
import { LateReply, ThreadDeath } from '../threads/thread-errors.js';
import type { EncoderProtocol, EncoderThreadData } from './encoder-protocol.js';
import type { Unencoded } from './unencoded.js';

/** Vectors that are remembered, at least; up to twice as many are. */
const REMEMBERED = 4096;
/** Texts that may wait for the thread: it would come to later ones too late. */
const MOST_WAITING = 64;
/** After which a text is given up, and a thread that has encoded none meanwhile is replaced. */
const LONGEST_MS = 10_000;

export interface QueryEncoderOptions extends EncoderThreadData {
  /** How long a query waits for its vector. */
  deadlineMs: number;
  /** Receives why the encoder has failed. */
  failed(error: unknown): void;
}

export class QueryEncoder {
  private readonly worker: RestartingWorker<EncoderProtocol>;
  private readonly vectors = new TwoGenerationCache<number[]>(REMEMBERED);
  private readonly waiting = new Map<string, Promise<number[]>>();
  /** Whether the last text could not be encoded. */
  private hasFailed = false;
  /** When the thread has started, or last replied; undefined: it loads the model, or there is none. */
  private lastSignMs: number | undefined;

  constructor(private readonly options: QueryEncoderOptions) {
    this.worker = new RestartingWorker<EncoderProtocol>({
      name: 'the encoder of queries',
      file: new URL('./encoder-thread.js', import.meta.url),
      data: { folder: options.folder, digest: options.digest } satisfies EncoderThreadData,
      restart: 'always',
      started: () => {
        this.lastSignMs = performance.now();
      },
      died: death => {
        this.lastSignMs = undefined;
        options.failed(death);
      },
    });
  }

  /** Loads the model. @throws Problem setting_invalid where the folder is wrong */
  start(): Promise<void> {
    return this.worker.start();
  }

  /** @returns the vector of a text at once where it is remembered */
  vectorOf(text: string): number[] | Promise<number[] | Unencoded> {
    return this.vectors.get(text) ?? this.inTime(text);
  }

  close(): Promise<void> {
    return this.worker.close();
  }

  private async inTime(text: string): Promise<number[] | Unencoded> {
    const vector = this.waiting.get(text) ?? this.encode(text);
    if (!vector) return 'late';
    try {
      return (await within(vector, this.options.deadlineMs)) ? await vector : 'late';
    } catch (error) {
      // Of a thread that has died the owner is told once.
      if (!this.hasFailed && !(error instanceof ThreadDeath)) this.options.failed(error);
      this.hasFailed = true;
      return 'failed';
    }
  }

  /** @returns undefined where too many wait */
  private encode(text: string): Promise<number[]> | undefined {
    if (this.waiting.size >= MOST_WAITING) return undefined;
    const call = this.worker.call({ kind: 'encode', texts: [text], role: 'query' }, LONGEST_MS);
    const vector = call
      .then(numbers => {
        const vector = [...numbers];
        this.vectors.set(text, vector);
        this.hasFailed = false;
        this.lastSignMs = performance.now();
        return vector;
      })
      .finally(() => this.waiting.delete(text));
    this.waiting.set(text, vector);
    // Queries that wait get the rejection; there may be none any more.
    vector.catch((error: unknown) => this.replaceSilent(error));
    return vector;
  }

  private replaceSilent(error: unknown): void {
    const silentMs = performance.now() - (this.lastSignMs ?? Number.POSITIVE_INFINITY);
    if (error instanceof LateReply && silentMs >= LONGEST_MS)
      this.worker.kill(`has encoded nothing for ${LONGEST_MS} ms`);
  }
}

/** Gives search pages the vectors of their texts, where the daemon has an encoder. */
import { QueryEncoder } from '../../encoder/query-encoder.js';
import type { Unencoded } from '../../encoder/unencoded.js';
import type { SearchPageRequest, StorefrontRequest } from '../../pages/shared/requests.js';
import type { Counts } from '../observability/counts.js';
import type { Log } from '../observability/log.js';
import type { EncoderOptions } from '../settings/encoder-settings.js';

export class SearchEncoder {
  private readonly encoder: QueryEncoder;

  constructor(
    private readonly options: EncoderOptions,
    private readonly counts: Counts,
    log: Log,
  ) {
    const { folder, digest, deadlineMs } = options;
    const failed = (error: unknown) => log.error({ err: error }, 'texts are searched without vectors: not encoded');
    this.encoder = new QueryEncoder({ folder, digest, deadlineMs, failed });
  }

  /** Loads the model. @throws Problem setting_invalid where the folder is wrong */
  start(): Promise<void> {
    return this.encoder.start();
  }

  /**
   * The request with the vector of its text, or with the reason why it has none; a request that needs none as it is.
   * @returns a promise unless that is known at once
   */
  encoded(request: StorefrontRequest): StorefrontRequest | Promise<StorefrontRequest> {
    if (request.query !== 'search-page' || request.q === '' || request.vector) return request;
    const found = this.encoder.vectorOf(request.q);
    return found instanceof Promise ? found.then(late => this.given(request, late)) : this.given(request, found);
  }

  close(): Promise<void> {
    return this.encoder.close();
  }

  private given(request: SearchPageRequest, found: number[] | Unencoded): SearchPageRequest {
    if (typeof found === 'string') {
      this.counts.unencoded[found]++;
      return { ...request, unencoded: found };
    }
    const { space, weight, leastSimilarity } = this.options;
    return { ...request, vector: { space, values: found, weight, leastSimilarity } };
  }
}

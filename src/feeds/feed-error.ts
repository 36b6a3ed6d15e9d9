/** A feed that cannot be read as a whole, so that nothing of it is sent. `message` is a complete sentence. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}

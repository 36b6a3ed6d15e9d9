/**
 * Arrays that results of a matcher in a view lie in. They are handed out again with the next query, so that no query
 * allocates by the number of products.
 */
import { type Bitmap, bitmapWords } from '../../kernel/bitmap.js';

/** More than any query needs: a caller that takes that many does not begin its queries. */
const MOST_TAKEN = 4096;

/** Counts queries: what one has read stays as it is until the next begins. */
export interface QueryCounter {
  readonly query: number;
}

export class MatchScratch {
  private readonly bitmaps: Pool<Bitmap>;
  private readonly lists = new Pool(size => new Uint32Array(size));
  private readonly scoreLists = new Pool(size => new Float32Array(size));

  /**
   * @param bitmap makes one of so many words
   * @param counter tells whether a result is of the query at hand
   */
  constructor(
    bitmap: (words: number) => Bitmap,
    readonly counter: QueryCounter,
  ) {
    this.bitmaps = new Pool(bitmap);
  }

  begin(): void {
    this.bitmaps.reset();
    this.lists.reset();
    this.scoreLists.reset();
  }

  /** What it holds means nothing. */
  bitmap(products: number): Bitmap {
    return this.bitmaps.take(bitmapWords(products));
  }

  /** Room for `count` ordinals. */
  ordinals(count: number): Uint32Array {
    return this.lists.take(count);
  }

  /** Room for `count` scores. */
  scores(count: number): Float32Array {
    return this.scoreLists.take(count);
  }
}

class Pool<List extends Uint32Array | Float32Array> {
  private readonly lists: List[] = [];
  private taken = 0;

  constructor(private readonly make: (size: number) => List) {}

  reset(): void {
    this.taken = 0;
  }

  take(size: number): List {
    if (this.taken === MOST_TAKEN) throw new Error('matcher: a query began without a call of begin()');
    const at = this.taken++;
    let list = this.lists[at];
    if (!list || list.length < size) this.lists[at] = list = this.make(size);
    return (list.length === size ? list : list.subarray(0, size)) as List;
  }
}

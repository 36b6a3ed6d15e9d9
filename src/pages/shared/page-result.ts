/** What a page tells about the response it has written. */
export interface PageResult {
  totalHits: number;
  /** Whether the text was replaced by a correction of it. */
  autoCorrected: boolean;
}

/**
 * What records of the journal say of retail media: what became of a reaction to a sponsored hit, and what purchases are
 * owed to campaigns. Verdicts are written with their record, so that sums can be recomputed from the journal.
 * Amounts are micros: millionths of a unit of the campaign's currency.
 */

/** Why a reaction to a sponsored hit is not billed, and does not count. */
export const INVALID_REASONS = [
  'bot',
  'synthetic',
  'unknown-campaign',
  'expired',
  'no-page-view',
  'rate',
  'duplicate',
  'capped',
  'exhausted',
  'accounts-unread',
] as const;
export type InvalidReason = (typeof INVALID_REASONS)[number];

interface Judged {
  campaign: string;
  /** The campaign's day, like 2026-01-31. */
  day: string;
}

export interface BilledVerdict extends Judged {
  /** What it costs; 0 where the campaign pays for another kind of reaction. */
  micros: number;
  /** Key of the product's group. */
  group?: string;
}

export interface InvalidVerdict extends Judged {
  invalid: InvalidReason;
}

export type Verdict = BilledVerdict | InvalidVerdict;

/** A product that was put in a cart or bought, and the sponsored hit that it is owed to. */
export interface Attribution extends Judged {
  /** Whether the visitor clicked the hit, or only saw it. */
  via: 'click' | 'view';
  /** The product that was shown. */
  product: string;
  /** The phrase and the page that it was shown for. */
  phrase: string;
  page: string;
  /** Pieces. */
  quantity: number;
  /** What was paid for all pieces; 0 in a cart. */
  revenueMicros: number;
}

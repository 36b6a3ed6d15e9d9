/**
 * How often sponsored hits are clicked, learned from impressions that count, and clicks on these: by position, and by
 * campaign against what its positions let expect. Both begin at a prior, which weighs as much as some impressions.
 */
import { priorClickThrough, RATED_POSITIONS } from './standing.js';

/** Impressions that the prior of a position weighs. */
const PRIOR_IMPRESSIONS = 200;
/** Expected clicks that the prior of a campaign weighs. */
const PRIOR_CLICKS = 2;
/** Counts are halved here: older ones weigh less, and sums stay exact. */
const MOST_IMPRESSIONS = 1_000_000;
const MOST_EXPECTED = 20_000;
const LEAST_RATE = 1e-6;

/** Of one campaign. */
export interface CampaignClicks {
  clicks: number;
  /** Clicks that its impressions let expect by their positions. */
  expected: number;
}

export class ClickThrough {
  readonly impressions = new Float64Array(RATED_POSITIONS);
  readonly clicks = new Float64Array(RATED_POSITIONS);

  at(position: number): number {
    const place = Math.min(position, RATED_POSITIONS - 1);
    const rate =
      (this.clicks[place] + PRIOR_IMPRESSIONS * priorClickThrough(place)) /
      (this.impressions[place] + PRIOR_IMPRESSIONS);
    return Math.min(1, rate);
  }

  byPosition(): Float32Array {
    return Float32Array.from({ length: RATED_POSITIONS }, (_, position) => this.at(position));
  }

  /** Of a campaign at position 0. */
  of({ clicks, expected }: CampaignClicks): number {
    return Math.min(1, Math.max(LEAST_RATE, (this.at(0) * (clicks + PRIOR_CLICKS)) / (expected + PRIOR_CLICKS)));
  }

  learn(type: 'click' | 'ad-impression', position: number, campaign: CampaignClicks): void {
    const place = Math.min(position, RATED_POSITIONS - 1);
    if (type === 'click') {
      this.clicks[place]++;
      campaign.clicks++;
      return;
    }
    campaign.expected += this.at(place);
    this.impressions[place]++;
    if (this.impressions[place] >= MOST_IMPRESSIONS) {
      this.impressions[place] /= 2;
      this.clicks[place] /= 2;
    }
    if (campaign.expected >= MOST_EXPECTED) {
      campaign.expected /= 2;
      campaign.clicks /= 2;
    }
  }
}

/** The factors in force, as the ranking file has them; looked at again whenever the file has changed. */
import { readFileSync, statSync } from 'node:fs';
import { PLAIN_FACTORS, type PriorFactors } from '../../index/signals.js';
import { factorsInForce, parseRanking } from './ranking-file.js';

export class RankingInForce {
  factors: PriorFactors = PLAIN_FACTORS;
  /** Grows with each change of the factors. */
  changes = 0;
  private seen = '';
  /** The last one that was told of. */
  private fault = '';

  /** @param warn called where the file cannot be read: the factors stay as they are */
  constructor(
    private readonly file: string,
    private readonly warn: (facts: object, message: string) => void,
  ) {}

  refresh(): void {
    try {
      const stat = statSync(this.file, { throwIfNoEntry: false });
      const seen = stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : '';
      if (seen === this.seen) return;
      this.take(stat ? factorsInForce(parseRanking(readFileSync(this.file, 'utf8'), this.file)) : PLAIN_FACTORS);
      this.seen = seen;
      this.fault = '';
    } catch (error) {
      const fault = String(error);
      if (fault === this.fault) return;
      this.fault = fault;
      this.warn(
        { err: error },
        'what was learned of the weights of scores cannot be read; the weights stay as they are',
      );
    }
  }

  private take(factors: PriorFactors): void {
    if (JSON.stringify(factors) === JSON.stringify(this.factors)) return;
    this.factors = factors;
    this.changes++;
  }
}

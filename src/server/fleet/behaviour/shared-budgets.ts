/** Renews the parts of campaigns' budgets that this daemon holds, in documents that all daemons of the fleet change. */
import { createHash } from 'node:crypto';
import {
  type BudgetClaim,
  type BudgetGrant,
  type BudgetShares,
  type OwnSpend,
  releaseShare,
  renewShare,
} from '../../../fleet/budget-shares.js';
import type { FleetDocuments } from '../../../fleet/documents.js';
import type { Positions } from './positions.js';

/** A document has the campaigns of one hash: with 10,000 campaigns, none is longer than some ten kilobytes. */
const DOCUMENTS = 64;

export interface SharedBudgetsOptions {
  documents: FleetDocuments;
  positions: Positions;
  daemon: string;
  /** After so long without a word of it, what a daemon holds is the others'. */
  forfeitMs: number;
}

export class SharedBudgets {
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: SharedBudgetsOptions) {}

  /** One after the other: an older claim must not undo what a later one was granted. */
  claim(claims: readonly BudgetClaim[]): Promise<BudgetGrant[]> {
    const granted = this.running.then(() => this.renew(claims));
    this.running = granted.catch(() => undefined);
    return granted;
  }

  /** Gives back what this daemon holds. */
  async release(spends: readonly OwnSpend[]): Promise<void> {
    const { documents, daemon } = this.options;
    await this.running;
    await Promise.all(
      [...byDocument(spends)].map(([name, some]) =>
        documents.change<BudgetShares>(name, shares => {
          for (const spend of some) if (shares?.[spend.id]) releaseShare(shares[spend.id]!, spend, daemon);
          return shares;
        }),
      ),
    );
  }

  private async renew(claims: readonly BudgetClaim[]): Promise<BudgetGrant[]> {
    const { documents, positions, daemon, forfeitMs } = this.options;
    const running = new Set([daemon, ...positions.heardWithin(forfeitMs)]);
    const grants = await Promise.all(
      [...byDocument(claims)].map(async ([name, some]) => {
        let granted: BudgetGrant[] = [];
        await documents.change<BudgetShares>(name, (shares = {}) => {
          granted = some.map(claim => {
            const { share, grant } = renewShare(shares[claim.id], claim, daemon, running);
            shares[claim.id] = share;
            return grant;
          });
          return shares;
        });
        return granted;
      }),
    );
    return grants.flat();
  }
}

function byDocument<T extends { id: string }>(items: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const name = `budgets.${createHash('sha256').update(item.id).digest()[0]! % DOCUMENTS}`;
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    group.push(item);
  }
  return groups;
}

/**
 * What a daemon of a fleet may bill to campaigns: a part of each budget that the fleet has granted it (see
 * fleet/budget-shares.ts). It asks for more before that is used up, and gives back what it does not need.
 */
import type { BudgetClaim, BudgetGrant } from '../../fleet/budget-shares.js';
import type { Spend } from './campaign-book.js';
import type { CampaignTerms } from './campaign-terms.js';

/** A daemon that has not reached the fleet for so long bills nothing: soon after, others get its parts. */
export const LEASED_MS = 540_000;
/** As long as others wait until they take them. */
export const FORFEIT_MS = 600_000;
/** Below this share of what it wanted, a daemon asks for more. */
const LOW_SHARE = 0.5;
/** Where nothing is to be had, it asks so often. */
const ASK_AGAIN_MS = 2000;

interface Lease {
  ceiling: number;
  /** What it had left when it was granted. */
  granted: number;
  askedMs: number;
  isAsked: boolean;
}

/** The parts of budgets that a daemon holds, of all campaigns together. */
export interface HeldParts {
  /** Campaigns of which there is something left. */
  parts: number;
  /** That may still be billed. */
  micros: number;
  /** That this daemon has billed itself, ever, to campaigns that it has asked parts of. */
  spentMicros: number;
  /** How long ago the fleet has granted any; infinite before it has. */
  renewedMs: number;
}

/** What the book says of a campaign. */
export interface Billed {
  spend: Readonly<Spend> | undefined;
  day: string;
  dayMicros: number;
  ownDayMicros: number;
}

export class LeasedBudgets {
  private readonly leases = new Map<string, Lease>();
  private reachedMs = Number.NEGATIVE_INFINITY;

  /** Whether the fleet has granted anything since the start. */
  get isReached(): boolean {
    return this.reachedMs > Number.NEGATIVE_INFINITY;
  }

  /** What may still be billed, in micros. @param own what this daemon has billed, ever */
  left(id: string, own: number, nowMs = performance.now()): number {
    const lease = this.leases.get(id);
    return !lease || nowMs - this.reachedMs > LEASED_MS ? 0 : lease.ceiling - own;
  }

  /** The campaigns of which the daemon asks for a part now. */
  claims(
    campaigns: readonly CampaignTerms[],
    billed: (campaign: CampaignTerms) => Billed,
    nowMs = performance.now(),
  ): BudgetClaim[] {
    return campaigns.flatMap(campaign => {
      const { id, totalMicros, dailyMicros, mostMicros } = campaign;
      const lease = this.leases.get(id);
      if (lease?.isAsked) return [];
      const { spend, day, dayMicros, ownDayMicros } = billed(campaign);
      const own = ownOf(spend);
      if (lease && !isDue(lease, own, mostMicros, nowMs)) return [];
      if (lease) Object.assign(lease, { isAsked: true, askedMs: nowMs });
      else this.leases.set(id, { ceiling: own, granted: 0, askedMs: nowMs, isAsked: true });
      const claim: BudgetClaim = {
        id,
        totalMicros,
        ...(dailyMicros !== undefined && { dailyMicros }),
        mostMicros,
        own,
        known: spend?.totalMicros ?? 0,
        day,
        ownToday: ownDayMicros,
        knownToday: dayMicros,
        ...(lease && { ceiling: lease.ceiling }),
      };
      return [claim];
    });
  }

  /** @param ownOfCampaign what this daemon has billed by now */
  granted(
    grants: readonly BudgetGrant[],
    ownOfCampaign: (id: string) => Readonly<Spend> | undefined,
    nowMs = performance.now(),
  ): void {
    // Where nothing was asked, no word has come from the fleet.
    if (grants.length > 0 || !this.isReached) this.reachedMs = nowMs;
    for (const { id, ceiling, wanted } of grants) {
      const lease = this.leases.get(id);
      if (!lease) continue;
      const own = ownOf(ownOfCampaign(id));
      // What it can do without goes back with the next claim.
      lease.ceiling = Math.min(ceiling, Math.max(wanted, own));
      lease.granted = lease.ceiling - own;
      lease.isAsked = false;
    }
  }

  /** What the parts come to that this daemon holds. @param ownOfCampaign what it has billed by now */
  held(ownOfCampaign: (id: string) => Readonly<Spend> | undefined, nowMs = performance.now()): HeldParts {
    const held = { parts: 0, micros: 0, spentMicros: 0, renewedMs: nowMs - this.reachedMs };
    for (const id of this.leases.keys()) {
      const own = ownOf(ownOfCampaign(id));
      const left = this.left(id, own, nowMs);
      held.spentMicros += own;
      if (left <= 0) continue;
      held.parts++;
      held.micros += left;
    }
    return held;
  }

  /** Whether the daemon may have a part of a budget. */
  has(id: string): boolean {
    return this.leases.has(id);
  }

  /** What was asked is not answered any more. */
  failed(): void {
    for (const lease of this.leases.values()) lease.isAsked = false;
  }
}

function isDue({ ceiling, granted, askedMs }: Lease, own: number, mostMicros: number, nowMs: number): boolean {
  const left = ceiling - own;
  if (left < Math.max(mostMicros, granted * LOW_SHARE)) return nowMs - askedMs > (granted > 0 ? 0 : ASK_AGAIN_MS);
  // Others may need what this one does not.
  return nowMs - askedMs > FORFEIT_MS / 10;
}

/** What this daemon has billed itself, ever. */
export function ownOf(spend: Readonly<Spend> | undefined): number {
  return spend ? (spend.ownMicros ?? spend.totalMicros) : 0;
}

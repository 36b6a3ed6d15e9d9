/**
 * How the daemons of a fleet share the budgets of campaigns. Each holds a part of what is left of a budget, and bills within
 * that: so what all of them bill together is within the budget, also where they cannot reach one another. A document has
 * the shares of some campaigns; amounts are micros, and those of daemons are counted from the beginning.
 *
 *   {CAMPAIGN: {spent: {DAEMON: micros}, held: {DAEMON: micros}, known, day?: {day, spent: {DAEMON: micros}, known}}}
 *   spent   what a daemon has billed itself, as it has told last
 *   held    what it may bill beyond that
 *   known   what was billed, at least: by daemons that are gone, too
 */

interface Spent {
  spent: Record<string, number>;
  known: number;
}

export interface BudgetShare extends Spent {
  held: Record<string, number>;
  /** Where the campaign has a budget of the day. */
  day?: Spent & { day: string };
}

export type BudgetShares = Record<string, BudgetShare>;

/** What a daemon says of a campaign when it asks for a part of its budget. */
export interface BudgetClaim {
  id: string;
  totalMicros: number;
  dailyMicros?: number;
  /** The most that one event costs. */
  mostMicros: number;
  /** What this daemon has billed itself, ever and on the day; and what it knows of all. */
  own: number;
  known: number;
  day: string;
  ownToday: number;
  knownToday: number;
  /** What it may have billed itself, ever, by what it was granted before; absent: it bills nothing yet. */
  ceiling?: number;
}

/** What a daemon may have billed itself, ever. */
export interface BudgetGrant {
  id: string;
  ceiling: number;
  /** What it needs: it may go down to this. */
  wanted: number;
}

/**
 * Renews the part of a daemon.
 * @param running the daemons whose parts count: those of others have run out
 * @param share is changed
 */
export function renewShare(
  share: BudgetShare | undefined,
  claim: BudgetClaim,
  daemon: string,
  running: ReadonlySet<string>,
): { share: BudgetShare; grant: BudgetGrant } {
  const { id, totalMicros, dailyMicros, mostMicros, own, ceiling = own } = claim;
  const to = share ?? { spent: {}, held: {}, known: 0 };
  for (const other of Object.keys(to.held)) if (!running.has(other)) delete to.held[other];
  delete to.held[daemon];
  note(to, daemon, own, claim.known);
  let left = totalMicros - billed(to);
  if (dailyMicros !== undefined) left = Math.min(left, dailyMicros - billedToday(to, claim, daemon));
  const others = sum(Object.values(to.held));
  const wanted = Math.max(mostMicros, Math.floor(left / (2 * running.size)));
  const needed = own + Math.max(0, Math.min(wanted, left - others));
  // What it may have billed since it asked was granted before.
  const granted = Math.max(ceiling, needed);
  to.held[daemon] = granted - own;
  return { share: to, grant: { id, ceiling: granted, wanted: needed } };
}

/** What a daemon that ends says of a campaign. */
export type OwnSpend = Pick<BudgetClaim, 'id' | 'own' | 'day' | 'ownToday'>;

/** Gives back what a daemon holds that ends. */
export function releaseShare(share: BudgetShare, { own, day, ownToday }: OwnSpend, daemon: string): void {
  delete share.held[daemon];
  note(share, daemon, own, 0);
  if (share.day?.day === day) note(share.day, daemon, ownToday, 0);
}

function billedToday(share: BudgetShare, { day, ownToday, knownToday }: BudgetClaim, daemon: string): number {
  if (!share.day || share.day.day < day) share.day = { day, spent: {}, known: 0 };
  // By the clock of another daemon, it is tomorrow already.
  if (share.day.day === day) note(share.day, daemon, ownToday, knownToday);
  return billed(share.day);
}

function note(of: Spent, daemon: string, own: number, known: number): void {
  of.spent[daemon] = Math.max(of.spent[daemon] ?? 0, own);
  of.known = Math.max(of.known, known);
}

const billed = ({ spent, known }: Spent): number => Math.max(known, sum(Object.values(spent)));

const sum = (amounts: number[]): number => amounts.reduce((all, amount) => all + amount, 0);

import fc from 'fast-check';
import t from 'tap';
import { LEASED_MS, LeasedBudgets } from '../../src/behaviour/campaigns/leased-budgets.js';
import { type BudgetShares, releaseShare, renewShare } from '../../src/fleet/budget-shares.js';

const SEED = 20_261_128;
const DAEMONS = ['a', 'b', 'c'];
const terms = { id: 'spring', totalMicros: 1000, dailyMicros: 600, mostMicros: 40, zone: 'UTC', isEven: false };

const step = fc.record({
  daemon: fc.nat(2),
  does: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom('bill', 'ask', 'answer') },
    { weight: 1, arbitrary: fc.constantFrom('lose', 'restart', 'end') },
  ),
  micros: fc.integer({ min: 1, max: 40 }),
  /** How much of what the others have billed it knows. */
  knows: fc.double({ min: 0, max: 1, noNaN: true }),
});

t.test('daemons that bill what they were granted never bill more than the budgets', t => {
  let spentAll = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 300, maxLength: 400 }), steps => {
      const shares: BudgetShares = {};
      const running = new Set(DAEMONS);
      const own = DAEMONS.map(() => 0);
      const leases = DAEMONS.map(() => new LeasedBudgets());
      const answers: ReturnType<typeof renewShare>['grant'][][] = DAEMONS.map(() => []);
      const spendOf = (i: number, knows: number) => {
        const others = own.reduce((sum, micros) => sum + micros, 0) - own[i]!;
        const totalMicros = own[i]! + Math.floor(others * knows);
        const day = '2026-11-28';
        return { totalMicros, day, dayMicros: totalMicros, ownMicros: own[i]!, lastMicros: 1, clicks: 0, expected: 0 };
      };
      for (const [nowMs, { daemon: i, does, micros, knows }] of steps.entries()) {
        const lease = leases[i]!;
        const at = nowMs * 3000;
        if (does === 'bill' && micros <= lease.left('spring', own[i]!, at)) own[i]! += micros;
        if (does === 'ask') {
          const spend = spendOf(i, knows);
          const billed = { spend, day: spend.day, dayMicros: spend.dayMicros, ownDayMicros: own[i]! };
          for (const claim of lease.claims([terms], () => billed, at)) {
            const { share, grant } = renewShare(shares[claim.id], claim, DAEMONS[i]!, running);
            shares[claim.id] = share;
            answers[i]!.push(grant);
          }
        }
        if (does === 'answer') lease.granted(answers[i]!.splice(0), () => spendOf(i, knows), at);
        if (does === 'lose') {
          answers[i]!.splice(0);
          lease.failed();
        }
        if (does === 'restart') {
          answers[i]!.splice(0);
          leases[i] = new LeasedBudgets();
        }
        if (does === 'end') {
          answers[i]!.splice(0);
          leases[i] = new LeasedBudgets();
          const spend = { id: 'spring', own: own[i]!, day: '2026-11-28', ownToday: own[i]! };
          if (shares['spring']) releaseShare(shares['spring'], spend, DAEMONS[i]!);
        }
        const all = own.reduce((sum, one) => sum + one, 0);
        if (all > 600) return false;
        spentAll = Math.max(spentAll, all);
      }
      return true;
    }),
    { seed: SEED, numRuns: 300, endOnFailure: true },
  );
  t.ok(spentAll > 550, `and they can bill most of it: ${spentAll} of 600`);
  t.end();
});

t.test('what a daemon holds that is gone is granted to others', t => {
  const claim = { ...terms, own: 0, known: 0, day: '2026-11-28', ownToday: 0, knownToday: 0 };
  const { share } = renewShare(undefined, claim, 'a', new Set(DAEMONS));
  t.equal(share.held['a'], 100);
  renewShare(share, { ...claim, known: 70, knownToday: 70 }, 'b', new Set(['b']));
  t.strictSame(share.held, { b: 265 }, 'half of what is left after what it has billed');
  t.end();
});

t.test(
  'a daemon that the fleet does not answer bills nothing after nine minutes, and tells what it holds until then',
  t => {
    const leases = new LeasedBudgets();
    const spend = {
      totalMicros: 30,
      day: '2026-11-28',
      dayMicros: 30,
      ownMicros: 30,
      lastMicros: 1,
      clicks: 0,
      expected: 0,
    };
    const billed = { spend, day: spend.day, dayMicros: 30, ownDayMicros: 30 };
    const [claim] = leases.claims([terms], () => billed, 0);
    leases.granted([renewShare(undefined, claim!, 'a', new Set(DAEMONS)).grant], () => spend, 0);
    const { parts, micros, spentMicros } = leases.held(() => spend, 0);
    t.strictSame({ parts, micros, spentMicros }, { parts: 1, micros: leases.left('spring', 30, 0), spentMicros: 30 });
    for (let nowMs = 0; nowMs <= LEASED_MS + 1000; nowMs += 1000) {
      // Mostly there is nothing to ask.
      if (leases.claims([terms], () => billed, nowMs).length === 0) leases.granted([], () => spend, nowMs);
      else leases.failed();
    }
    t.equal(leases.left('spring', 30, LEASED_MS + 1000), 0, 'others have its part soon');
    t.equal(leases.held(() => spend, LEASED_MS + 1000).parts, 0);
    t.equal(leases.held(() => spend, LEASED_MS + 1000).renewedMs, LEASED_MS + 1000);
    t.end();
  },
);

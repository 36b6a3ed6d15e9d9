/**
 * A simulated day of retail media, by a virtual clock: shoppers come by the hour of the day, see three sold places, click
 * by position and by how much they like a campaign, and buy. The ledger judges what they do; places go to the campaigns with
 * the highest expected revenue, at second prices. Shows how even the pacing is, what is spent, what of click-through is
 * learned, and what is sold.
 */
import type { NotificationRecord } from '../../src/behaviour/activities/notification.js';
import { CampaignAccounts } from '../../src/behaviour/campaigns/campaign-accounts.js';
import { type CampaignTerms, fromMicros, toMicros } from '../../src/behaviour/campaigns/campaign-terms.js';
import { CampaignLedger } from '../../src/behaviour/campaigns/ledger.js';
import { draws } from '../../src/kernel/draws.js';

const SEED = 16;
const DAY_SECONDS = 86_400;
const START_MS = Date.UTC(2026, 8, 1);
const PAGES_A_SECOND = 1;
/** Clicks an impression at each place, for a campaign that is liked as usual. */
const CLICKED = [0.06, 0.035, 0.02];
const RESERVE = toMicros(0.01);
/** Seconds between a page and a click, and between a click and a purchase, at most. */
const LONGEST_READ_S = 60;
const LONGEST_ORDER_S = 1800;
const BOUGHT = 0.05;
const PRICE = 40;
const GENERATION = 1;

interface Advertiser extends CampaignTerms {
  liked: number;
  hours: number[];
}

function advertiser(id: string, isEven: boolean, daily: number, bid: number, liked: number): Advertiser {
  const budgets = { totalMicros: toMicros(1000), dailyMicros: toMicros(daily) };
  const mostMicros = toMicros(bid);
  return { id, ...budgets, mostMicros, zone: 'UTC', isEven, liked, hours: new Array<number>(24).fill(0) };
}

export function benchCampaignDay(): void {
  const draw = draws(SEED);
  const all = [
    advertiser('even-high', true, 100, 0.6, 1),
    advertiser('even-liked', true, 60, 0.4, 1.5),
    advertiser('even-low', true, 40, 0.3, 1),
    advertiser('fast', false, 50, 0.5, 0.8),
    advertiser('rest', false, 500, 0.05, 0.7),
  ];
  const ledger = new CampaignLedger(7, START_MS - 1);
  const accounts = new CampaignAccounts();
  ledger.setTerms({ generation: GENERATION, campaigns: all });
  /** What is done at a second that is still to come. */
  const later = new Map<number, (() => void)[]>();
  const at = (second: number, work: () => void) => later.set(second, [...(later.get(second) ?? []), work]);
  const happen = (record: NotificationRecord) => {
    ledger.judge(record, { isBot: false, groupOf: key => key });
    accounts.apply(record);
  };
  const started = process.cpuUsage();
  for (let second = 0, shopper = 0; second < DAY_SECONDS; second++) {
    const nowMs = START_MS + second * 1000;
    for (const work of later.get(second) ?? []) work();
    later.delete(second);
    const hour = Math.floor(second / 3600);
    // Four times as many in the evening as at night.
    const busy = 0.4 + 0.6 * Math.sin((Math.PI * ((hour + 18) % 24)) / 24) ** 2;
    if (draw() < PAGES_A_SECOND * busy) visit(shopper++, second);
    ledger.publish(nowMs);
  }

  function visit(shopper: number, second: number): void {
    const unix = Math.floor(START_MS / 1000) + second;
    const standing = ledger.standing.read(GENERATION, unix);
    const value = (one: Advertiser) => one.mostMicros * standing.clickThrough(all.indexOf(one), 0);
    const open = all.filter((_, slot) => standing.closed(slot) === 0).sort((a, b) => value(b) - value(a));
    for (const [position, winner] of open.slice(0, CLICKED.length).entries()) {
      const next = open[position + 1];
      const clickThrough = standing.clickThrough(all.indexOf(winner), 0);
      const priceMicros = Math.max(RESERVE, next ? Math.ceil(value(next) / clickThrough) : 0);
      const react = (type: 'click' | 'ad-impression', now: number) =>
        happen({
          ...by(shopper, now),
          type,
          productKey: winner.id,
          shown: {
            kind: 'product',
            locale: 'en-GB',
            pageType: 'SEARCH_PAGE',
            pageReference: '',
            list: 'primary',
            q: 'shoes',
            position,
            minute: Math.floor(unix / 60),
            generation: 1,
            sponsored: { campaign: winner.id, place: 'search', priceMicros, billing: 'CPC', second: unix },
          },
        });
      react('ad-impression', second);
      if (draw() >= CLICKED[position]! * winner.liked) continue;
      const clicked = second + 1 + Math.floor(draw() * LONGEST_READ_S);
      at(clicked, () => react('click', clicked));
      if (draw() >= BOUGHT) continue;
      const ordered = clicked + 1 + Math.floor(draw() * LONGEST_ORDER_S);
      const line = { quantity: 1, variantKey: winner.id, productKey: winner.id, sellingPrice: PRICE };
      at(ordered, () => happen({ ...by(shopper, ordered), type: 'payment', lines: [line] }));
    }
    if (second % 60 > 0) return;
    const hour = Math.floor(second / 3600);
    for (const one of all) one.hours[hour] = ledger.book.spendOf(one.id)?.dayMicros ?? 0;
  }

  const { user, system } = process.cpuUsage(started);
  const { rows } = accounts.list(() => true);
  console.log('| campaign | daily budget | spend | farthest from even | impressions | clicks | sales | revenue |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const { id, dailyMicros, isEven, hours } of all) {
    const own = rows.filter(({ campaign }) => campaign === id);
    const sum = (of: (row: (typeof rows)[number]) => number) => own.reduce((total, row) => total + of(row), 0);
    const spend = sum(row => row.spendMicros);
    const off = hours.map((spent, hour) => Math.abs(spent / dailyMicros! - (hour + 1) / 24));
    const pace = isEven ? `${(100 * Math.max(...off)).toFixed(1)} %` : 'as fast as possible';
    const sold = [sum(row => row.clicked.sales), fromMicros(sum(row => row.clicked.revenueMicros))];
    const counts = [sum(row => row.impressions), sum(row => row.clicks), ...sold];
    const amounts = [fromMicros(dailyMicros!), fromMicros(spend).toFixed(2)];
    console.log(`| ${[id, ...amounts, pace, ...counts].join(' | ')} |`);
  }
  const { impressions, clicks } = ledger.book.clickThrough;
  console.log('\n| place | impressions | clicked | learned click-through |\n|---|---|---|---|');
  for (const [place] of CLICKED.entries()) {
    const share = (clicks[place]! / impressions[place]!).toFixed(4);
    const learned = ledger.book.clickThrough.at(place).toFixed(4);
    console.log(`| ${place + 1} | ${impressions[place]} | ${share} | ${learned} |`);
  }
  console.log(`\nSeed ${SEED}; ${((user + system) / 1e6).toFixed(1)} s of CPU.`);
}

const by = (shopper: number, second: number) => ({
  at: START_MS + second * 1000,
  market: 'uk',
  customerKey: `shopper-${shopper}`,
  userContext: 'PERSONALIZED' as const,
});

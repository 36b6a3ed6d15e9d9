/** Faults of a campaign that a schema cannot find. */
import type { CatalogStore } from '../../catalog/catalog-store.js';
import type { Campaign } from '../../catalog/site/campaign-document.js';
import { CONFIGURATION_KEY, type Configuration } from '../../catalog/site/configuration.js';
import { ANY } from '../../catalog/view.js';
import type { Fault } from '../../errors/problem.js';
import { isoTime } from '../../kernel/iso-time.js';
import { quote } from '../../kernel/quote.js';
import { isTimeZone } from '../../kernel/time-zone.js';
import { analyzerFor, phraseKey } from '../../text/index.js';
import { rulesFaults } from './rules-faults.js';
import { marketFault } from './view-faults.js';

/** Makes the check of campaigns of one import, which remembers what it found of markets and time zones. */
export function campaignCheck(store: CatalogStore): (path: string, campaign: Campaign) => Fault[] {
  const { markets: configured = {} } = store.documents.get<Configuration>(CONFIGURATION_KEY) ?? {};
  const marketFaults = remembered((market: string) => marketFault(store, market)?.message);
  const isKnownZone = remembered(isTimeZone);
  const analyzer = analyzerFor(ANY);

  function ofMarkets(path: string, { markets, bid }: Campaign): Fault[] {
    return markets.flatMap((market, i) => {
      const at = `${path}/markets/${i}`;
      const message = marketFaults(market);
      if (message !== undefined) return [{ path: at, message }];
      const currency = configured[market]?.appSettings?.currency ?? bid.currency;
      if (currency === bid.currency) return [];
      return [
        { path: at, message: `found ${quote(market)}, whose currency is ${currency}, for a bid in ${bid.currency}` },
      ];
    });
  }

  function ofTimes(path: string, { from, until, timeZone }: Campaign): Fault[] {
    const faults: Fault[] = [];
    for (const [name, instant] of Object.entries({ from, until })) {
      if (instant === undefined || !Number.isNaN(isoTime(instant))) continue;
      faults.push({ path: `${path}/${name}`, message: `found ${quote(instant)}, expected a time that exists` });
    }
    if (from !== undefined && until !== undefined && isoTime(until) <= isoTime(from)) {
      faults.push({ path: `${path}/until`, message: `found ${quote(until)}, expected a time after from (${from})` });
    }
    if (timeZone !== undefined && !isKnownZone(timeZone)) {
      const message = `found ${quote(timeZone)}, expected a time zone like Europe/Stockholm`;
      faults.push({ path: `${path}/timeZone`, message });
    }
    return faults;
  }

  function wordless(path: string, phrases: readonly string[] | undefined): Fault[] {
    return (phrases ?? []).flatMap((phrase, i) => {
      if (phraseKey(phrase, analyzer) !== '') return [];
      return [{ path: `${path}/${i}`, message: `found ${quote(phrase)}, expected text with a letter or digit` }];
    });
  }

  return (path, campaign) => [
    ...ofMarkets(path, campaign),
    ...ofTimes(path, campaign),
    ...ofProducts(path, campaign),
    ...ofBudget(path, campaign),
    ...wordless(`${path}/targeting/phrases/exact`, campaign.targeting?.phrases?.exact),
    ...wordless(`${path}/targeting/phrases/containing`, campaign.targeting?.phrases?.containing),
    ...wordless(`${path}/exclusions/phrases`, campaign.exclusions?.phrases),
  ];
}

function ofProducts(path: string, { products, creatives = [] }: Campaign): Fault[] {
  if (products === undefined) {
    const message = 'found neither products nor creatives, expected at least one of them';
    return creatives.length > 0 ? [] : [{ path, message }];
  }
  if (Object.keys(products).length === 0) {
    return [{ path: `${path}/products`, message: 'found none of keys, groups and rules, expected at least one' }];
  }
  return rulesFaults(`${path}/products/rules`, products.rules);
}

function ofBudget(path: string, { bid, budget: { total, daily } }: Campaign): Fault[] {
  const faults: Fault[] = [];
  const price = bid.type === 'CPM' ? bid.amount / 1000 : bid.amount;
  if (daily !== undefined && daily > total) {
    faults.push({ path: `${path}/budget/daily`, message: `found ${daily}, expected at most the total of ${total}` });
  }
  if (price > (daily ?? total)) {
    const message = `found ${daily ?? total}, expected at least what one ${bid.type === 'CPM' ? 'impression' : 'click'} costs (${price})`;
    faults.push({ path: `${path}/budget/${daily === undefined ? 'total' : 'daily'}`, message });
  }
  return faults;
}

function remembered<T>(ask: (name: string) => T): (name: string) => T {
  const answers = new Map<string, T>();
  return name => {
    if (!answers.has(name)) answers.set(name, ask(name));
    return answers.get(name)!;
  };
}

/**
 * How soon imports are live beside campaigns: a campaign that names another product than before, new titles, new prices. One
 * daemon with an invented catalog; without campaigns, with campaigns of products by key, and with those by rules with ranges of
 * prices. A change is live when an answer shows it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { say } from '../../scripts/setup/say.mjs';
import { writeCatalog } from '../catalogs/catalog-file.js';
import { stream } from '../catalogs/chance.js';
import { lines } from '../catalogs/invented-catalog.js';
import { postCatalog } from '../harness/admin.js';
import { readOptions, wholeNumber } from '../harness/command-line.js';
import { Daemon } from '../harness/daemon.js';
import { median } from '../harness/figures.js';
import { markdownTable } from '../harness/markdown.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { campaignOf, sendCampaigns } from './pages.js';

const USAGE = `npm run bench -- campaign-live [options]

  --products N   products of the invented catalog (default 100000)
  --rounds N     imports of each kind (default 5)`;
const OPTIONS = {
  products: { type: 'string', default: '100000' },
  rounds: { type: 'string', default: '5' },
} as const;

const PLACES = { searchPositions: [0] };
/** Products that an import changes. */
const CHANGED = 1000;
/** With the probe, as many as there may be. */
const MANY = 9_999;
const LATEST_MS = 30_000;
/** Of the list that the probe of a campaign competes for, without campaigns. */
const PROBED = [5, 9] as const;

interface Crowd {
  name: string;
  campaigns: () => Iterable<[string, object]>;
}

export async function benchCampaignsLive(args: readonly string[]): Promise<void> {
  const { products, rounds } = readOptions(
    USAGE,
    OPTIONS,
    values => ({
      products: wholeNumber('products', values.products, 2000, 2_000_000),
      rounds: wholeNumber('rounds', values.rounds, 1, 100),
    }),
    [...args],
  );
  const folder = temporaryFolder();
  const [catalog, dataDir] = [join(folder, 'catalog.jsonl.gz'), join(folder, 'data')];
  await writeCatalog(catalog, lines(products));
  const settings = `${dataDir}.json`;
  writeFileSync(settings, JSON.stringify({ site: { retailMedia: PLACES } }));
  const daemon = await Daemon.start(dataDir, 64, ['--config', settings]);
  try {
    await daemon.importCatalog(catalog, 'PUT');
    const shop = new Shop(daemon, products, rounds);
    const rows: string[][] = [];
    for (const { name, campaigns } of crowds(products)) {
      const all = [...campaigns()];
      const began = performance.now();
      await sendCampaigns(daemon, all);
      const seconds = (performance.now() - began) / 1000;
      rows.push([name, all.length === 0 ? '' : `${seconds.toFixed(1)} s`, ...(await shop.times())]);
      await sendCampaigns(
        daemon,
        [],
        all.map(([id]) => id),
      );
    }
    const head = [
      'beside',
      'their import',
      'a campaign, ms',
      'then titles',
      'then a campaign',
      'prices',
      'CPU of a campaign',
    ];
    say(`\n${markdownTable([head, ...rows])}`);
    say(`Medians of ${rounds} imports of ${CHANGED} products each, and the longest; ${products} products.`);
  } finally {
    await daemon.stop();
  }
}

function* crowds(products: number): Generator<Crowd> {
  const draws = stream('bench campaigns live');
  const keys = () => ({ keys: Array.from({ length: draws.between(1, 20) }, () => `p${draws.between(1, products)}`) });
  const range = () => {
    const from = draws.between(5, 200);
    return { rules: `rule incl price [${from}, ${from + draws.between(1, 40)}]` };
  };
  const some = (count: number, of: (number: number) => object) => () =>
    Array.from({ length: count }, (_, i): [string, object] => [`c${i}`, campaignOf(i, of(i), draws)]);
  yield { name: 'no campaigns', campaigns: () => [] };
  yield { name: '10,000 by keys', campaigns: some(MANY, keys) };
  yield { name: '1,000 by ranges of prices', campaigns: some(1000, range) };
  yield {
    name: '10,000, of which 1,000 by ranges of prices',
    campaigns: some(MANY, i => (i % 10 ? keys() : range())),
  };
}

class Shop {
  private round = 0;
  /** Their titles stay: they are found by them. */
  private probes: readonly string[] = [];

  constructor(
    private readonly daemon: Daemon,
    private readonly products: number,
    private readonly rounds: number,
  ) {}

  /** Of a campaign, of titles, of a campaign behind these, and of prices; at last the CPU of a campaign. */
  async times(): Promise<string[]> {
    const brand = await this.brand();
    this.probes = await this.organic(brand);
    const [one, other] = this.probes;
    const times: number[][] = [[], [], [], []];
    const cpuMs: number[] = [];
    for (let i = 0; i < this.rounds; i++) {
      this.round++;
      const before = this.daemon.cpuSeconds;
      times[0]!.push(await this.campaign(brand, one!));
      cpuMs.push((this.daemon.cpuSeconds - before) * 1000);
      times[1]!.push(await this.change('title'));
      times[2]!.push(await this.campaign(brand, other!));
      times[3]!.push(await this.change('price'));
    }
    await sendCampaigns(this.daemon, [], ['probe']);
    const live = times.map(all => `${median(all).toFixed(0)} (${Math.max(...all).toFixed(0)})`);
    return [...live, median(cpuMs).toFixed(0)];
  }

  /** The milliseconds until a product has a sold place that another one had before. */
  private async campaign(brand: string, product: string): Promise<number> {
    const probe = {
      name: 'Probe',
      advertiser: { id: 'probe', name: 'Probe' },
      markets: ['uk'],
      products: { keys: [product] },
      targeting: { phrases: { exact: [brand] } },
      bid: { type: 'CPM', amount: 10_000, currency: 'GBP' },
      budget: { total: 100_000 },
      pacing: 'ASAP',
    };
    const sent = performance.now();
    const imported = sendCampaigns(this.daemon, [['probe', probe]]);
    await this.until(async () => (await this.search(brand))[0]?.key === product);
    const seen = performance.now() - sent;
    await imported;
    return seen;
  }

  /** The milliseconds until titles or prices are live. */
  private async change(what: 'title' | 'price'): Promise<number> {
    const first = 1 + ((this.round * CHANGED) % (this.products - CHANGED));
    const keys = Array.from({ length: CHANGED }, (_, i) => `p${first + i}`).filter(key => !this.probes.includes(key));
    const edits = keys.map(key => {
      return what === 'title'
        ? { key, product: { defaults: { title: `Renewed ${this.round} ${key}` } } }
        : { key: `${key}-1`, variant: { defaults: { listPrice: 5000 + this.round, sellingPrice: 5000 + this.round } } };
    });
    const body = gzipSync(edits.map(edit => `${JSON.stringify({ editAttributes: edit })}\n`).join(''));
    const sent = performance.now();
    const { status, text } = await postCatalog(this.daemon.url, body, 'POST', 'blockingTimeout=PT1M');
    if (status !== 204) throw new Error(`catalog: ${status} ${text}`);
    return performance.now() - sent;
  }

  /** A brand with many products. */
  private async brand(): Promise<string> {
    const [first] = await this.search('shoes');
    return first!.brand;
  }

  /** Products of a list, which are in it for sure. */
  private async organic(brand: string): Promise<string[]> {
    const found = await this.search(brand);
    return PROBED.map(position => found[position]!.key);
  }

  private async search(q: string): Promise<{ key: string; brand: string }[]> {
    const who = 'market=uk&locale=en-GB&touchpoint=DESKTOP&customerKey=bench&sessionKey=bench&notify=false';
    const query = `${who}&q=${encodeURIComponent(q)}&limit=12`;
    const response = await fetch(`${this.daemon.url}/api/storefront/v3/queries/search-page?${query}`);
    const answer = (await response.json()) as {
      primaryList: { productGroups: { products: { key: string; brand: string }[] }[] };
    };
    return answer.primaryList.productGroups.map(({ products: [main] }) => main!);
  }

  private async until(holds: () => Promise<boolean>): Promise<void> {
    for (const began = performance.now(); !(await holds()); ) {
      if (performance.now() - began > LATEST_MS) throw new Error(`it is not live after ${LATEST_MS} ms`);
    }
  }
}

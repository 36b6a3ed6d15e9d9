/**
 * `npm run bench`: measures the built daemon on this machine and prints its tables, runs one of the benches that need
 * no daemon under load, or writes the pages from what was published. Everything happens on the loopback and in a
 * temporary folder, is bounded in time, and is ended and removed again. See README.md for what is measured.
 */
import { requireLinux } from './harness/processes.js';

requireLinux();
const given = process.argv.slice(2);
/** Benches of `--only` are those of the daemon, but for these, which need none under load. */
const APART = ['campaign-day', 'campaign-live', 'campaign-pages', 'personal-pages', 'traces'];
const [bench, ...args] = given[0] === '--only' && APART.includes(given[1]!) ? given.slice(1) : given;
switch (bench) {
  case 'recommend': {
    const { benchRecommendations } = await import('./recommend/run.js');
    await benchRecommendations(args);
    break;
  }
  case 'ranking': {
    const { benchRanking } = await import('./ranking/run.js');
    benchRanking();
    break;
  }
  case 'chaos': {
    const { benchChaos } = await import('./chaos/run.js');
    await benchChaos(args);
    break;
  }
  case 'overload': {
    const { benchChaos } = await import('./chaos/run.js');
    await benchChaos(['--only', 'overload', ...args]);
    break;
  }
  case 'fleet': {
    const { benchChaos } = await import('./chaos/run.js');
    await benchChaos(['--only', 'fleet,fleet-costs', ...args]);
    break;
  }
  case 'publish': {
    const { publishPages } = await import('./publishing/pages.js');
    publishPages();
    break;
  }
  case 'campaign-day': {
    const { benchCampaignDay } = await import('./campaigns/day.js');
    benchCampaignDay();
    break;
  }
  case 'campaign-pages': {
    const { benchCampaignPages } = await import('./campaigns/pages.js');
    await benchCampaignPages(args);
    break;
  }
  case 'personal-pages': {
    const { benchPersonalPages } = await import('./ranking/personal-pages.js');
    await benchPersonalPages(args);
    break;
  }
  case 'traces': {
    const { benchTraces } = await import('./load/traces.js');
    await benchTraces(args);
    break;
  }
  case 'campaign-live': {
    const { benchCampaignsLive } = await import('./campaigns/live.js');
    await benchCampaignsLive(args);
    break;
  }
  case 'typos': {
    const { benchTypos } = await import('./structures/typos.js');
    benchTypos();
    break;
  }
  case 'vectors': {
    const { benchVectorScan } = await import('./structures/vector-scan.js');
    benchVectorScan();
    break;
  }
  case 'facets': {
    const { benchFacets } = await import('./structures/facet-counting.js');
    benchFacets();
    break;
  }
  default: {
    const { benchDaemon } = await import('./daemon-bench.js');
    await benchDaemon();
  }
}
process.exit();

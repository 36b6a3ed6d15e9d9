/**
 * Our side as a storefront has it: a daemon without an answer cache, asked over HTTP from the same cores. Answers are not
 * compressed, as those in process are not.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf } from '../catalogs/requests.js';
import { Daemon } from '../harness/daemon.js';
import { HTTP_CONNECTIONS } from '../publishing/answer-kinds.js';
import type { Turn } from '../publishing/results.js';
import { facetsOf, type Kind, queryOf, readLines } from './requests.js';
import { OURS } from './side.js';
import { Wrk } from './wrk.js';

/** A daemon compiles what it runs for half a minute under load, beside its answers. */
const WARM_UP_SECONDS = 30;

export class ServedSide {
  private constructor(
    private readonly daemon: Daemon,
    private readonly wrk: Wrk,
  ) {}

  /** Resolves when it is warm. @param folder of the comparison */
  static async start(folder: string, kind: Kind): Promise<ServedSide> {
    const facets = facetsOf(kind);
    const settings = join(folder, 'settings.json');
    writeFileSync(settings, JSON.stringify({ pages: { facets, maxFacets: facets.length } }));
    const daemon = await Daemon.start(join(folder, OURS), 0, ['--config', settings]);
    await daemon.ready();
    const query = queryOf(kind);
    const paths = readLines(folder, kind, 'all').map(({ parameters }) => pathOf({ query, parameters }));
    const side = new ServedSide(daemon, new Wrk(folder, HTTP_CONNECTIONS, paths));
    await side.measure(WARM_UP_SECONDS);
    return side;
  }

  measure(seconds: number): Promise<Turn> {
    return this.wrk.load(this.daemon, seconds);
  }

  stop(): Promise<void> {
    return this.daemon.stop();
  }
}

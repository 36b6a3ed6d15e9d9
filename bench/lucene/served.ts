/**
 * Our side as a storefront has it: a daemon without an answer cache, asked over HTTP by connections that each send their
 * own part of the requests, from the same cores. Answers are not compressed, as those in process are not.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf } from '../catalogs/requests.js';
import { Daemon } from '../harness/daemon.js';
import { encodingHeaders, load, type Streams } from '../harness/load-generator.js';
import { timedLoad } from '../harness/timed-load.js';
import { HTTP_CONNECTIONS } from '../publishing/answer-kinds.js';
import type { Turn } from '../publishing/results.js';
import { facetsOf, type Kind, queryOf, readLines } from './requests.js';
import { OURS } from './side.js';

/** A daemon compiles what it runs for half a minute under load, beside its answers. */
const WARM_UP_SECONDS = 30;

export class ServedSide {
  private constructor(
    private readonly daemon: Daemon,
    private readonly sent: Streams,
  ) {}

  /** Resolves when it is warm. @param folder of the comparison */
  static async start(folder: string, kind: Kind): Promise<ServedSide> {
    const facets = facetsOf(kind);
    const settings = join(folder, 'settings.json');
    writeFileSync(settings, JSON.stringify({ pages: { facets, maxFacets: facets.length } }));
    const daemon = await Daemon.start(join(folder, OURS), 0, ['--config', settings]);
    await daemon.ready();
    const side = new ServedSide(daemon, streamsOf(folder, kind));
    await load(daemon.url, side.sent, WARM_UP_SECONDS, HTTP_CONNECTIONS);
    return side;
  }

  /** Requests that are refused, as where other programs hold the cores, are no answers. */
  async measure(seconds: number): Promise<Turn> {
    const measured = await timedLoad(this.daemon, this.sent, seconds, HTTP_CONNECTIONS);
    const answered = 1 - measured.failed / measured.requests;
    return { ...measured, perSecond: measured.perSecond * answered, cpuMicros: measured.cpuMicros / answered };
  }

  stop(): Promise<void> {
    return this.daemon.stop();
  }
}

/** Every request of a kind once, dealt out to the connections. */
function streamsOf(folder: string, kind: Kind): Streams {
  const headers = encodingHeaders(false);
  const query = queryOf(kind);
  const all = readLines(folder, kind, 'all').map(({ parameters }) => ({
    path: pathOf({ query, parameters }),
    headers,
  }));
  return Array.from({ length: HTTP_CONNECTIONS }, (_, connection) =>
    all.filter((_, i) => i % HTTP_CONNECTIONS === connection),
  );
}

/**
 * The learner's state and its encoding: a part (index/part.ts, which has the checksum) of kind `learning`. A decoded
 * state continues exactly as the encoded one would have.
 *
 *   meta                          version, half-life, landmarks of the decays, time of the latest activity
 *   markets, products, contents, places, phrases   see intern-table.ts
 *   seen, liked, bought, chosen, next, meant       see relation-rows.ts
 *   customers                     see recent-products.ts
 *   bounds                        see signal-bounds.ts
 *   wordings, sessions            JSON
 */

import { Problem } from '../../errors/problem.js';
import { Part, PartWriter, verifyPart } from '../../index/part.js';
import { Decay } from './decay.js';
import type { Limits } from './learning-limits.js';
import { type Decays, PhraseLearning } from './phrase-learning.js';
import { ProductLearning } from './product-learning.js';
import { RecentProducts } from './recent-products.js';
import { Sessions } from './sessions.js';
import { SignalBounds, type SignalBoundsOptions } from './signal-bounds.js';

const VERSION = 3;
const DAY_MS = 86_400_000;
/** Half-lives of the fast and the slow decay, whose difference shows trends; independent of the setting. */
const FAST_DAYS = 1;
const SLOW_DAYS = 14;

interface Meta {
  version: number;
  halfLifeDays: number;
  /** Milliseconds since 1970; absent before the first activity. */
  landmarks: { [pace in keyof Decays]?: number };
  latest?: number;
  counted: number;
  /** Absent where the daemon was always alone. */
  covers?: Record<string, number>;
}

export interface StateOptions {
  halfLifeDays: number;
  limits: Readonly<Limits>;
  bounds: Readonly<SignalBoundsOptions>;
}

export class LearnerState {
  readonly decays: Decays;
  readonly products: ProductLearning;
  readonly phrases: PhraseLearning;
  readonly sessions: Sessions;
  readonly customers: RecentProducts;
  readonly bounds: SignalBounds;
  /** Time of the latest activity, ms since 1970. */
  latest: number | undefined;
  /** Number of learned activities and erased customers. */
  counted = 0;
  /** By the journals of a fleet: of each, all records below this number are learned. */
  readonly covers = new Map<string, number>();

  private readonly halfLifeDays: number;

  constructor({ halfLifeDays, limits, bounds }: StateOptions, landmarks: Meta['landmarks'] = {}) {
    this.halfLifeDays = halfLifeDays;
    this.bounds = new SignalBounds(bounds);
    this.decays = {
      main: new Decay(halfLifeDays * DAY_MS, landmarks.main),
      fast: new Decay(FAST_DAYS * DAY_MS, landmarks.fast),
      slow: new Decay(SLOW_DAYS * DAY_MS, landmarks.slow),
    };
    this.products = new ProductLearning(limits);
    this.phrases = new PhraseLearning(limits, this.decays);
    this.sessions = new Sessions(limits.sessions);
    this.customers = new RecentProducts(limits.customers);
  }

  encode(): Uint8Array {
    const { decays, products, phrases } = this;
    const meta: Meta = {
      version: VERSION,
      halfLifeDays: this.halfLifeDays,
      landmarks: {
        main: decays.main.landmarkMs,
        fast: decays.fast.landmarkMs,
        slow: decays.slow.landmarkMs,
      },
      latest: this.latest,
      counted: this.counted,
      ...(this.covers.size > 0 && { covers: Object.fromEntries(this.covers) }),
    };
    const part = new PartWriter('learning', meta);
    products.write(part);
    phrases.write(part);
    this.customers.write(part);
    this.bounds.write(part);
    part.add('sessions', this.sessions.encode());
    return part.encode();
  }

  /** @throws Problem INTERNAL for bytes that are damaged or of another version. */
  static decode(bytes: Uint8Array, options: StateOptions): LearnerState {
    const { halfLifeDays } = options;
    const part = verifiedPart(bytes);
    const meta = part.meta as Meta;
    const same = meta.halfLifeDays === halfLifeDays;
    const { main, fast, slow } = meta.landmarks;
    const state = new LearnerState(options, { main: same ? main : meta.latest, fast, slow });
    state.products.read(part);
    state.phrases.read(part);
    state.customers.read(part);
    state.bounds.read(part);
    state.sessions.decode(part.u8('sessions'));
    state.latest = meta.latest;
    state.counted = meta.counted;
    for (const [daemon, number] of Object.entries(meta.covers ?? {})) state.covers.set(daemon, number);
    if (!same && meta.latest !== undefined) {
      // The current decayed weights stay; from here on they decay with the new half-life.
      state.scale(1 / new Decay(meta.halfLifeDays * DAY_MS, main).factor(meta.latest));
    }
    return state;
  }

  /** `covers` of an encoded state. @throws as `decode` does */
  static coversOf(bytes: Uint8Array): ReadonlyMap<string, number> {
    return new Map(Object.entries((verifiedPart(bytes).meta as Meta).covers ?? {}));
  }

  /** Rescales all weights when a landmark moves, so that they stay within the range of numbers. */
  advance(at: number): void {
    this.latest = Math.max(this.latest ?? at, at);
    const factor = this.decays.main.advance(at);
    if (factor !== 1) this.scale(factor);
    for (const pace of ['fast', 'slow'] as const) {
      const trend = this.decays[pace].advance(at);
      if (trend !== 1) this.phrases.scaleTrend(pace, trend);
    }
  }

  private scale(factor: number): void {
    this.products.scale(factor);
    this.phrases.scale(factor);
  }
}

function verifiedPart(bytes: Uint8Array): Part {
  if (!verifyPart(bytes))
    throw new Problem('behaviour_damaged', 'what was learned from behaviour: damaged, the checksum is wrong');
  const part = new Part(new Uint8Array(bytes).buffer);
  const { version } = part.meta as Meta;
  if (part.kind !== 'learning' || version !== VERSION) {
    throw new Problem(
      'behaviour_damaged',
      `what was learned from behaviour: found ${part.kind} of format ${version}, this version reads format ${VERSION}`,
    );
  }
  return part;
}

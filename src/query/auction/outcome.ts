/**
 * The last auction of a list, whose winners are those of every equal request in its second: a text that many shoppers search
 * competes once a second in a thread.
 */
import type { AuctionRequest, AuctionSettings, Winner } from './auction-request.js';

/** All that the winners depend on beside the campaigns and the list. */
interface Asked {
  request: AuctionRequest;
  positions: readonly number[];
  settings: AuctionSettings;
  /** Of the odds: another one for each second and standing. */
  version: number;
}

export class Outcome {
  private readonly phrase: string;
  private readonly pageId: string | undefined;
  private readonly touchpoint: AuctionRequest['touchpoint'];
  /** The list without campaigns, as far as it stands before a place. */
  private readonly before: Uint32Array;
  private readonly positions: readonly number[];
  private readonly mostPlaces: number;
  private readonly version: number;

  constructor(
    { request, positions, settings, version }: Asked,
    readonly winners: readonly Winner[],
  ) {
    const { phrase, pageId, touchpoint, organic = NOTHING } = request;
    this.phrase = phrase;
    this.pageId = pageId;
    this.touchpoint = touchpoint;
    this.before = organic.slice(0, Math.max(...positions));
    this.positions = positions;
    this.mostPlaces = settings.mostPlaces;
    this.version = version;
  }

  /** Whether an auction depends on nothing of the visitor, nor on other lists of the page. */
  static isCommon({ seen, visitorCapped, categories }: AuctionRequest): boolean {
    return seen.size === 0 && visitorCapped === undefined && categories === undefined;
  }

  /** Whether it is that of a request that is common. */
  is({ request, positions, settings, version }: Asked): boolean {
    return (
      version === this.version &&
      request.phrase === this.phrase &&
      request.pageId === this.pageId &&
      request.touchpoint === this.touchpoint &&
      settings.mostPlaces === this.mostPlaces &&
      startsWith(positions, this.positions, positions.length) &&
      startsWith(request.organic ?? NOTHING, this.before, Math.max(...positions))
    );
  }
}

const NOTHING = new Uint32Array(0);

/** Whether the first `count` numbers of a list are those of another one. */
function startsWith(list: ArrayLike<number>, other: ArrayLike<number>, count: number): boolean {
  if (Math.min(list.length, count) !== other.length) return false;
  for (let i = 0; i < other.length; i++) if (list[i] !== other[i]) return false;
  return true;
}

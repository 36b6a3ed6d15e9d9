/**
 * Learned data of searches, per market and locale: uses and clicks of a phrase at a fast and a slow decay (for trends),
 * the searches that follow it, the corrections that visitors make, and the products that they choose for it.
 */
import type { Part, PartWriter } from '../../index/part.js';
import { analyzerFor } from '../../text/index.js';
import type { SearchVisit } from '../activities/activity.js';
import type { Decay } from './decay.js';
import { InternTable } from './intern-table.js';
import { type Limits, LONGEST } from './learning-limits.js';
import { isNear } from './phrase-spelling.js';
import { RelationRows } from './relation-rows.js';
import { addSearch, addUntyped, type Searched, type Session, visitorHash } from './sessions.js';
import { Wordings } from './wordings.js';

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
/** A search counts as an incomplete form of the next if it is a prefix of it and precedes it by at most this time, … */
const PREFIX_SEARCH_MS = 10 * SECOND_MS;
/** … and this share of its use is subtracted. */
const PREFIX_SEARCH_SHARE = 0.8;
const PUT_RIGHT_MS = 60 * SECOND_MS;
const GOES_ON_MS = 600 * SECOND_MS;
/** Number of hits below which a search may count as unsuccessful. */
const FEW_HITS = 5;

export interface Decays {
  /** Decay of all counters but `fast` and `slow`, whose difference shows trends. */
  main: Decay;
  fast: Decay;
  slow: Decay;
}

type PhraseCounter =
  | 'uses'
  | 'clicks'
  | 'fast'
  | 'slow'
  | 'sessions'
  | 'outs'
  | 'ins'
  | 'hits'
  | 'visitor1'
  | 'visitor2'
  | 'visitor3';

export class PhraseLearning {
  /** By `market|locale`: uses at fast and slow decay, steps between phrases, time of the first search (ms). */
  readonly places: InternTable<'fast' | 'slow' | 'steps' | 'since'>;
  /**
   * Folded phrases by market and locale. `uses` and `clicks` count once per session; `sessions` counts sessions with a
   * search or click for the phrase; `outs` and `ins` count steps to and from other phrases; `hits` is the number of
   * hits of the last search; `visitor1` … are the hashes of the first distinct visitors.
   */
  readonly phrases: InternTable<PhraseCounter>;
  readonly wordings = new Wordings();
  readonly next: RelationRows;
  readonly meant: RelationRows;
  /** Products chosen for each phrase. */
  readonly chosen: RelationRows;

  constructor(
    limits: Limits,
    private readonly decays: Decays,
  ) {
    this.places = new InternTable(['fast', 'slow', 'steps', 'since'], limits.scopes);
    this.phrases = new InternTable(
      [
        'uses',
        'clicks',
        'fast',
        'slow',
        'sessions',
        'outs',
        'ins',
        'hits',
        'visitor1',
        'visitor2',
        'visitor3',
      ] as const,
      limits.phrases,
    );
    this.next = new RelationRows(LONGEST.next, limits.next);
    this.meant = new RelationRows(LONGEST.meant, limits.meant);
    this.chosen = new RelationRows(LONGEST.chosen, limits.chosen);
  }

  /** The slot of a phrase (as phraseOf gives it); -1 where there is no room for its market and locale. */
  slot(market: string, locale: string, text: string, at: number, makeRoom: () => void): number {
    const folded = analyzerFor(locale).normalize(text);
    if (folded === '') return -1;
    const place = `${market}|${locale}`;
    const known = this.phrases.find(this.places.find(0, place), folded);
    if (known >= 0) return known;
    if (this.phrases.full) makeRoom();
    const isNew = this.places.find(0, place) < 0;
    const scope = this.places.take(0, place);
    if (scope < 0) return -1;
    if (isNew) this.places.counters.since[scope] = at;
    return this.phrases.take(scope, folded);
  }

  search(phrase: number, text: string, visit: SearchVisit, session: Session | undefined): void {
    const { at, corrected, totalHits } = visit;
    const { counters } = this.phrases;
    // The hits of a corrected query belong to the correction.
    const hits = corrected ? 0 : totalHits;
    counters.hits[phrase] = hits;
    if (session === undefined) {
      // All visitors without a key together count as one visitor per day.
      this.use(phrase, at, 1);
      this.noteVisitor(phrase, visitorHash(`day ${Math.floor(at / DAY_MS)}`));
      this.wordings.note(phrase, text, this.decays.main.factor(at));
      return;
    }
    const last = session.searches.at(-1);
    const index = session.searches.findIndex(searched => searched.phrase === phrase);
    const [again] = index < 0 ? [] : session.searches.splice(index, 1);
    const searched: Searched = { phrase, at, hits, clicked: again?.clicked ?? false };
    if (again?.countedAt === undefined) {
      searched.countedAt = at;
      this.use(phrase, at, 1);
      this.noteVisitor(phrase, session.visitor);
      this.wordings.note(phrase, text, this.decays.main.factor(at));
    } else searched.countedAt = again.countedAt;
    if (again === undefined) {
      counters.sessions[phrase] += this.decays.main.factor(at);
      if (last) this.step(last, searched);
    }
    addSearch(session, searched);
  }

  /** Learns a click on a hit of a phrase. */
  click(phrase: number, at: number, session: Session | undefined): void {
    const { counters } = this.phrases;
    const factor = this.decays.main.factor(at);
    if (session === undefined) {
      counters.clicks[phrase] += factor;
      return;
    }
    const searched = this.present(phrase, at, session);
    if (searched.clicked) return;
    searched.clicked = true;
    counters.clicks[phrase] += factor;
  }

  /** The session's search for a phrase; a phrase that it never typed (such as a correction) is added uncounted. */
  present(phrase: number, at: number, session: Session): Searched {
    const known = session.searches.find(searched => searched.phrase === phrase);
    if (known) return known;
    const { counters } = this.phrases;
    const searched: Searched = { phrase, at, hits: counters.hits[phrase], clicked: false };
    counters.sessions[phrase] += this.decays.main.factor(at);
    addUntyped(session, searched);
    return searched;
  }

  scale(factor: number): void {
    for (const counter of ['uses', 'clicks', 'sessions', 'outs', 'ins'] as const) this.phrases.scale(counter, factor);
    this.places.scale('steps', factor);
    this.wordings.scale(factor);
    this.next.scale(factor);
    this.meant.scale(factor);
    this.chosen.scale(factor);
  }

  scaleTrend(pace: 'fast' | 'slow', factor: number): void {
    this.phrases.scale(pace, factor);
    this.places.scale(pace, factor);
  }

  /** Releases the least used phrases. @returns 1 for each released slot */
  release(): Uint8Array {
    const { uses, clicks } = this.phrases.counters;
    const gone = this.phrases.releaseLightest(uses.map((used, phrase) => used + clicks[phrase]));
    this.drop(gone);
    return gone;
  }

  /** Releases the phrases that one visitor alone has searched for. @returns 1 for each released slot */
  forget(visitor: number): Uint8Array {
    const { visitor1, visitor2 } = this.phrases.counters;
    const gone = Uint8Array.from({ length: this.phrases.used }, (_, phrase) =>
      visitor1[phrase] === visitor && visitor2[phrase] === 0 ? 1 : 0,
    );
    this.phrases.release(gone);
    this.drop(gone);
    return gone;
  }

  /** Removes what is kept of released phrases. */
  private drop(gone: Uint8Array): void {
    this.wordings.forget(gone);
    this.next.drop(gone, gone);
    this.meant.drop(gone, gone);
    this.chosen.drop(gone, undefined);
    const empty = new Uint8Array(this.places.used).fill(1);
    for (let phrase = 0; phrase < this.phrases.used; phrase++) {
      if (this.phrases.name(phrase) !== '') empty[this.phrases.scopes[phrase]] = 0;
    }
    this.places.release(empty);
  }

  write(part: PartWriter): void {
    this.places.write(part, 'places');
    this.phrases.write(part, 'phrases');
    part.add('wordings', this.wordings.encode());
    for (const relation of ['next', 'meant', 'chosen'] as const) {
      this[relation].write(part, relation, this.phrases.used);
    }
  }

  /** Restores the encoded state; nothing may have been learned before. */
  read(part: Part): void {
    this.places.read(part, 'places');
    this.phrases.read(part, 'phrases');
    this.wordings.decode(part.u8('wordings'));
    for (const relation of ['next', 'meant', 'chosen'] as const) this[relation].read(part, relation);
  }

  /** Adds to the uses of a phrase. @param share fraction of one use; negative to subtract */
  private use(phrase: number, at: number, share: number): void {
    const { counters } = this.phrases;
    const place = this.phrases.scopes[phrase];
    const add = (to: Float64Array, slot: number, amount: number) => {
      to[slot] = Math.max(0, to[slot] + amount * share);
    };
    add(counters.uses, phrase, this.decays.main.factor(at));
    for (const pace of ['fast', 'slow'] as const) {
      const factor = this.decays[pace].factor(at);
      add(counters[pace], phrase, factor);
      add(this.places.counters[pace], place, factor);
    }
  }

  private noteVisitor(phrase: number, visitor: number): void {
    const { visitor1, visitor2, visitor3 } = this.phrases.counters;
    for (const list of [visitor1, visitor2, visitor3]) {
      if (list[phrase] === visitor) return;
      if (list[phrase] !== 0) continue;
      list[phrase] = visitor;
      return;
    }
  }

  /** Learns the step from one search of a session to the next, whose phrase is new in the session. */
  private step(from: Searched, to: Searched): void {
    const { phrases } = this;
    if (phrases.scopes[from.phrase] !== phrases.scopes[to.phrase]) return;
    const gap = to.at - from.at;
    const [before, after] = [phrases.name(from.phrase), phrases.name(to.phrase)];
    if (gap <= PREFIX_SEARCH_MS && after.startsWith(before)) {
      if (from.countedAt === undefined) return;
      this.use(from.phrase, from.countedAt, -PREFIX_SEARCH_SHARE);
      from.countedAt = undefined;
      return;
    }
    if (to.hits === 0) return;
    const factor = this.decays.main.factor(to.at);
    if (isNear(before, after)) {
      const unlucky = from.hits < FEW_HITS;
      const goesOn = after.startsWith(before) || before.startsWith(after);
      if (gap <= PUT_RIGHT_MS && (unlucky || (!from.clicked && !goesOn))) {
        this.meant.add(from.phrase, to.phrase, factor, true);
      }
    } else if (from.hits > 0 && gap <= GOES_ON_MS) {
      phrases.counters.outs[from.phrase] += factor;
      phrases.counters.ins[to.phrase] += factor;
      this.places.counters.steps[phrases.scopes[to.phrase]] += factor;
      this.next.add(from.phrase, to.phrase, factor, true);
    }
  }
}

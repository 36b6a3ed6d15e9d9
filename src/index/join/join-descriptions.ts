/** Joins the descriptions of a base and an overlay: the groups of each stem, in the numbers that the union has for them. */
import { placed } from '../../kernel/array-blocks.js';
import { growableU8 } from '../../kernel/growable.js';
import { AscendingListsWriter } from '../ascending-lists.js';
import { type Descriptions, PRINT_WORDS } from '../descriptions.js';
import { PartWriter } from '../part.js';
import { writeTerms } from './join-dictionary.js';
import type { JoinedOrdinals } from './join-structure.js';
import { BASE, DROPPED, MergedOrder, OVERLAY, placesOf } from './merged-order.js';

export function joinDescriptions(base: Descriptions, overlay: Descriptions, ordinals: JoinedOrdinals): PartWriter {
  // Where descriptions are not read, the parts have none of the groups.
  const isLeftOut = base.groupCount + overlay.groupCount === 0;
  const groups = isLeftOut ? new MergedOrder() : ordinals.groups;
  const stems = new StemJoin(base, overlay, groups);
  const part = new PartWriter('descriptions', {});
  writeTerms(part, 'stems', stems.order, base.stems, overlay.stems);
  stems.lists.write(part, 'groups');
  const prints = groups.gather(base.prints, overlay.prints, PRINT_WORDS);
  return part.add('places', stems.places.view()).add('prints', prints);
}

/** Whether the union has the descriptions of the base, where it has its groups. */
export function areDescriptionsOfBase(
  { descriptions: base }: { descriptions: Descriptions },
  { descriptions: overlay }: { descriptions: Descriptions },
  { groups }: JoinedOrdinals,
): boolean {
  if (overlay.groupCount === 0) return true;
  const map = groups.mapOf(OVERLAY, overlay.groupCount);
  return overlay.prints.every(
    (print, i) => print === base.prints[map[Math.floor(i / PRINT_WORDS)] * PRINT_WORDS + (i % PRINT_WORDS)],
  );
}

const NONE = new Uint32Array(0);
const NO_PLACES = new Uint8Array(0);

/** The stems of the union, and the groups of each. A class for the reason that joined-terms.ts gives. */
class StemJoin {
  readonly order = new MergedOrder();
  readonly lists = new AscendingListsWriter();
  readonly places = growableU8();
  private readonly maps: readonly [Uint32Array, Uint32Array];
  /** Scratch: the groups of one stem. */
  private readonly joined: Uint32Array;

  constructor(
    private readonly base: Descriptions,
    private readonly overlay: Descriptions,
    groups: MergedOrder,
  ) {
    this.maps = [groups.mapOf(BASE, base.groupCount), groups.mapOf(OVERLAY, overlay.groupCount)];
    this.joined = placed(Uint32Array, base.groupCount + overlay.groupCount);
    const places = placesOf(base.stems.size, overlay.stems.size, (a, b) => base.stems.compare(a, overlay.stems, b));
    let from = 0;
    for (let stem = 0; stem < places.length; stem++) {
      const place = places[stem] < 0 ? ~places[stem] : places[stem];
      for (; from < place; from++) this.add(from, -1);
      if (places[stem] < 0) this.add(-1, stem);
      else this.add(from++, stem);
    }
    for (; from < base.stems.size; from++) this.add(from, -1);
  }

  /** Appends a stem with its groups, unless the union has none of them. @param own and `added`: -1 for none */
  private add(own: number, added: number): void {
    const { base, overlay, maps, joined, order } = this;
    const [baseMap, overlayMap] = maps;
    const bases = own < 0 ? NONE : base.groupsOf(own);
    const overlays = added < 0 ? NONE : overlay.groupsOf(added);
    const basePlaces = own < 0 ? NO_PLACES : base.placesOf(own);
    const overlayPlaces = added < 0 ? NO_PLACES : overlay.placesOf(added);
    let n = 0;
    let o = 0;
    for (let b = 0; b < bases.length; b++) {
      const group = baseMap[bases[b]];
      if (group === DROPPED) continue;
      for (; o < overlays.length && overlayMap[overlays[o]] < group; o++) {
        joined[n++] = overlayMap[overlays[o]];
        this.places.push(overlayPlaces[o]);
      }
      joined[n++] = group;
      this.places.push(basePlaces[b]);
    }
    for (; o < overlays.length; o++) {
      joined[n++] = overlayMap[overlays[o]];
      this.places.push(overlayPlaces[o]);
    }
    if (n === 0) return;
    this.lists.add(joined, 0, n);
    if (own >= 0) order.add(BASE, own, own + 1);
    else order.add(OVERLAY, added, added + 1);
  }
}

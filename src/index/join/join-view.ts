/**
 * Joins two segments of a view into the parts that a build of all groups would write: a large base, and an overlay with
 * the groups that have changed since. Its cost is that of copying the base's columns and of translating its ordinals.
 * What a build draws from the vocabulary of all products stays as it is in the segments: how compounds are divided, which
 * spelling of a value is shown, the unit of a measure.
 */
import { Attributes } from '../attributes.js';
import { CardIndex } from '../cards.js';
import { NumberColumns } from '../numbers.js';
import { Offers } from '../offers.js';
import type { Part, PartWriter } from '../part.js';
import { Structure } from '../structure.js';
import { TextIndex } from '../text-index.js';
import { ValueLabels } from '../value-labels.js';
import { joinAttributes } from './join-attributes.js';
import { joinCards, joinNumbers, joinOffers } from './join-columns.js';
import { type JoinedOrdinals, joinOrdinals, joinStructure } from './join-structure.js';
import { joinText } from './join-text.js';

/** The parts of a segment that markets with the same products share. */
export type SharedPart = 'structure' | 'numbers' | 'attributes' | 'labels' | 'text';

interface Segment {
  structure: Structure;
  numbers: NumberColumns;
  attributes: Attributes;
  labels: ValueLabels;
  text: TextIndex;
}

function open(parts: Readonly<Record<SharedPart, Part>>): Segment {
  return {
    structure: new Structure(parts.structure),
    numbers: new NumberColumns(parts.numbers),
    attributes: new Attributes(parts.attributes),
    labels: new ValueLabels(parts.labels),
    text: new TextIndex(parts.text),
  };
}

export class ViewJoin {
  private readonly base: Segment;
  private readonly overlay: Segment;
  private readonly ordinals: JoinedOrdinals;

  /** @param changed keys of the groups that are those of the overlay, or of none; its own are among them */
  constructor(
    base: Readonly<Record<SharedPart, Part>>,
    overlay: Readonly<Record<SharedPart, Part>>,
    changed: Iterable<string>,
    private readonly locale: string,
  ) {
    this.base = open(base);
    this.overlay = open(overlay);
    this.ordinals = joinOrdinals(this.base.structure, this.overlay.structure, changed);
  }

  get products(): number {
    return this.ordinals.products.size;
  }

  /** The parts that markets share. */
  shared(): Record<SharedPart, PartWriter> {
    const { base, overlay, ordinals } = this;
    const { attributes, labels, maps } = joinAttributes(base, overlay, ordinals, this.locale);
    return {
      structure: joinStructure(base.structure, overlay.structure, ordinals),
      numbers: joinNumbers(base, overlay, ordinals),
      attributes,
      labels,
      text: joinText(base.text, overlay.text, ordinals, maps),
    };
  }

  offers(base: Part, overlay: Part): PartWriter {
    return joinOffers(new Offers(base), new Offers(overlay), this.ordinals);
  }

  cards(base: Part, overlay: Part): PartWriter {
    return joinCards(new CardIndex(base), new CardIndex(overlay), this.ordinals.groups);
  }
}

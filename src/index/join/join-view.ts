/**
 * Joins two segments of a view into the parts that a build of all groups would write: a large base, and an overlay with
 * the groups that have changed since. Its cost is that of copying the base's columns and of translating its ordinals.
 * What a build draws from the vocabulary of all products stays as it is in the segments: how compounds are divided, and
 * which spelling of a value is shown.
 */
import { Attributes } from '../attributes.js';
import { CardIndex } from '../cards.js';
import { Descriptions } from '../descriptions.js';
import { NumberColumns } from '../numbers.js';
import { Offers } from '../offers.js';
import type { Part, PartWriter } from '../part.js';
import { ProductVectors } from '../product-vectors.js';
import type { Structure } from '../structure.js';
import { TextIndex } from '../text-index.js';
import { ValueLabels } from '../value-labels.js';
import { joinAttributes } from './join-attributes.js';
import { joinCards, joinNumbers, joinOffers, joinVectors } from './join-columns.js';
import { areDescriptionsOfBase, joinDescriptions } from './join-descriptions.js';
import { type JoinedOrdinals, joinOrdinals, joinStructure } from './join-structure.js';
import { JoinedText } from './join-text.js';
import {
  areNumbersOfBase,
  areOffersOfBase,
  areVectorsOfBase,
  attributesOfBase,
  isStructureOfBase,
} from './unchanged-parts.js';

/** The parts of a segment that markets with the same products share. */
export type SharedPart = 'structure' | 'numbers' | 'attributes' | 'labels' | 'text' | 'descriptions' | 'vectors';

type SharedParts = Readonly<Record<SharedPart, Part>>;

/** The parts that markets share, each joined when it is asked for. */
export type JoinedSharedParts = Record<SharedPart, () => PartWriter> & {
  /** Whether a part is that of the base, as it is; it may say no where the joined one would be equal. */
  isBase(kind: SharedPart): boolean;
};

interface Segment {
  structure: Structure;
  numbers: NumberColumns;
  attributes: Attributes;
  labels: ValueLabels;
  text: TextIndex;
  descriptions: Descriptions;
  vectors: ProductVectors;
}

export class ViewJoin {
  private readonly ordinals: JoinedOrdinals;
  private structureOfBase: boolean | undefined;

  /** @param changed keys of the groups that are those of the overlay, or of none; its own are among them */
  constructor(
    private readonly base: Structure,
    private readonly overlay: Structure,
    changed: Iterable<string>,
  ) {
    this.ordinals = joinOrdinals(base, overlay, changed);
  }

  get products(): number {
    return this.ordinals.products.size;
  }

  /** Whether the structure of the union is that of the base; see unchanged-parts.ts. */
  private get keepsStructure(): boolean {
    return (this.structureOfBase ??= isStructureOfBase(this.base, this.overlay, this.ordinals));
  }

  /** Joins the parts that markets share, each when it is asked for. @param locale of the view, `*` for any */
  shared(base: SharedParts, overlay: SharedParts, locale: string): JoinedSharedParts {
    const { ordinals } = this;
    const segments = [open(this.base, base), open(this.overlay, overlay)] as const;
    let joined: ReturnType<typeof joinAttributes> | undefined;
    const join = () => {
      const kept = this.keepsStructure ? attributesOfBase(...segments, ordinals) : new Map<string, Uint32Array>();
      return joinAttributes(...segments, { ordinals, locale, kept });
    };
    const values = () => (joined ??= join());
    let joinedText: JoinedText | undefined;
    const text = () => {
      const how = { ordinals, keepsStructure: this.keepsStructure, values: values().maps };
      return (joinedText ??= new JoinedText(segments[0].text, segments[1].text, how));
    };
    return {
      structure: () => joinStructure(this.base, this.overlay, ordinals),
      numbers: () => joinNumbers(...segments, ordinals),
      attributes: () => values().attributes(),
      labels: () => values().labels(),
      text: () => text().part(),
      descriptions: () => joinDescriptions(segments[0].descriptions, segments[1].descriptions, ordinals),
      vectors: () => joinVectors(segments[0].vectors, segments[1].vectors, ordinals),
      isBase: kind => {
        if (kind === 'structure') return this.keepsStructure;
        if (kind === 'numbers') return this.keepsStructure && areNumbersOfBase(...segments, ordinals);
        if (kind === 'descriptions') return this.keepsStructure && areDescriptionsOfBase(...segments, ordinals);
        if (kind === 'vectors') return this.keepsStructure && areVectorsOfBase(...segments, ordinals);
        if (kind === 'text') return this.keepsStructure && text().isBase;
        return values().isBase;
      },
    };
  }

  isOffersOfBase(base: Part, overlay: Part): boolean {
    return this.keepsStructure && areOffersOfBase(new Offers(base), new Offers(overlay), this.ordinals);
  }

  offers(base: Part, overlay: Part): PartWriter {
    return joinOffers(new Offers(base), new Offers(overlay), this.ordinals);
  }

  cards(base: Part, overlay: Part): PartWriter {
    return joinCards(new CardIndex(base), new CardIndex(overlay), this.ordinals.groups);
  }
}

function open(structure: Structure, parts: SharedParts): Segment {
  const attributes = new Attributes(parts.attributes);
  return {
    structure,
    numbers: new NumberColumns(parts.numbers),
    attributes,
    labels: new ValueLabels(parts.labels, attributes),
    text: new TextIndex(parts.text),
    descriptions: new Descriptions(parts.descriptions),
    vectors: new ProductVectors(parts.vectors),
  };
}

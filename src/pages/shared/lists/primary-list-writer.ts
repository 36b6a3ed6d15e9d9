/** Writes primary lists as JSON. */
import type { CardList } from '../cards/card-list.js';
import type { PageWriters } from '../context/page-writers.js';
import type { PrimaryList } from './primary-list.js';

/** Writes `{…}`. */
export function writePrimaryList(list: PrimaryList, cards: CardList, writers: PageWriters): void {
  const { out } = writers;
  out.ascii('{"facets":');
  writers.facets.write(list.facets);
  out.ascii(',"productGroups":');
  writers.cards.list(cards, list.part.products, list.part.first);
  out.ascii(',"sliceRanges":');
  out.json(list.sliceRanges);
  out.text(`,"sort":{"options":${list.sortOptions},"selected":"${list.sort}"},"totalHits":`);
  out.integer(list.totalHits);
  out.ascii('}');
}

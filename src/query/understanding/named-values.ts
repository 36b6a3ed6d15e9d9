/** The attribute values that single words name, and the words that longer names begin with; remembered by word. */
import type { Entity } from '../../index/text-index.js';
import type { Searchable } from '../../snapshot/index.js';
import { ViewCache } from '../view-cache.js';

/** Words of a view that are remembered, in each of two generations. */
const KEPT_WORDS = 8192;

interface Named {
  readonly values: readonly Entity[];
  readonly isBeginning: boolean;
}

const named = new ViewCache<Named>('names', KEPT_WORDS);

/** @param name stems, joined by spaces */
export function valuesNamed(name: string, view: Searchable): readonly Entity[] {
  return lookedUp(name, view).values;
}

/** Whether names of several words begin with a word. @param stem of it */
export function namesBeginWith(stem: string, view: Searchable): boolean {
  return lookedUp(stem, view).isBeginning;
}

function lookedUp(name: string, view: Searchable): Named {
  return named.get(view.key, name, () => {
    const { entities } = view.text;
    const { from, to } = entities.rangeOf(`${name} `);
    const isBeginning = from < to;
    return { values: view.text.entitiesOf(name), isBeginning };
  });
}

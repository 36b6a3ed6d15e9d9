/** Lists by a key, none of which is empty. */

/** Appends to the list of a key. */
export function addTo<Key, Of>(lists: Map<Key, Of[]>, key: Key, one: Of): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [one]);
  else list.push(one);
}

/** Takes the first of a key's list, which is there. */
export function takeFrom<Key, Of>(lists: Map<Key, Of[]>, key: Key): Of {
  const list = lists.get(key)!;
  const first = list.shift()!;
  if (list.length === 0) lists.delete(key);
  return first;
}

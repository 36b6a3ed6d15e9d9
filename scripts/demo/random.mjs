/**
 * Repeatable chance. A stream is named, and its draws depend on nothing but its name: adding a product type to the
 * catalog leaves all other products as they were. Integers only, so that every machine draws the same.
 */

/** @typedef {ReturnType<typeof stream>} Draw a stream of draws */

/**
 * FNV-1a of the name: the start of its stream.
 * @param {string} name
 */
function hash(name) {
  let h = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/**
 * A stream of draws (mulberry32).
 * @param {string} name
 */
export function stream(name) {
  let state = hash(name);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  const below = (/** @type {number} */ n) => next() % n;
  return {
    /** An integer of 0 … n-1. */
    below,
    /**
     * An integer of min … max.
     * @param {number} min
     * @param {number} max
     */
    between: (min, max) => min + below(max - min + 1),
    /**
     * True in `percent` of 100 draws.
     * @param {number} percent
     */
    chance: percent => below(100) < percent,
    /**
     * @template Item
     * @param {readonly Item[]} list with at least one member
     */
    pick: list => list[below(list.length)],
    /**
     * `n` different members, in the order drawn.
     * @template Item
     * @param {readonly Item[]} list
     * @param {number} n
     */
    some(list, n) {
      const rest = [...list];
      /** @type {Item[]} */
      const drawn = [];
      while (drawn.length < n && rest.length > 0) drawn.push(rest.splice(below(rest.length), 1)[0]);
      return drawn;
    },
  };
}

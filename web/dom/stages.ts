/**
 * The first content of the page in two stages: what is in sight is painted, then the rest is made, piece by piece. On a slow
 * device a listing takes longer to make than to fetch. What is shown later is made at once.
 */

/** What one frame has time for. */
const SLICE_MS = 12;

let staged = true;
/** Whether a piece of the rest is being made: what is in it may follow as well. */
let making = false;
const rest: (() => void)[] = [];

/** Does what can be seen later, in the order in which it comes. */
export function later(work: () => void): void {
  if (staged || making) rest.push(work);
  else work();
}

/** @returns what `make` does, or `blank`, whose place it takes later */
export function follow(blank: HTMLElement, make: () => HTMLElement): HTMLElement {
  if (!staged && !making) return make();
  later(() => blank.replaceWith(make()));
  return blank;
}

/**
 * What comes below all that is in sight at first, one after the other.
 * @returns it, or what keeps its place until it is made
 */
export function below(make: () => Iterable<Node | undefined>): (Node | undefined)[] {
  if (!staged) return [...make()];
  const place = document.createComment('');
  later(() => {
    const nodes = make()[Symbol.iterator]();
    const next = () => {
      const { done, value } = nodes.next();
      if (value) place.before(value);
      // Before what is behind it.
      if (done) place.remove();
      else rest.unshift(next);
    };
    next();
  });
  return [place];
}

function some(until: number): void {
  making = true;
  while (rest.length > 0 && performance.now() < until) rest.shift()!();
  making = false;
  if (rest.length > 0) setTimeout(() => some(performance.now() + SLICE_MS));
}

/** Has the rest follow when the first content has been painted. @param now whether all of it is needed at once */
export function makeRest(now: boolean): void {
  staged = false;
  if (now) some(Number.POSITIVE_INFINITY);
  else requestAnimationFrame(() => setTimeout(() => some(performance.now() + SLICE_MS)));
}

/** Another view takes the place of the first one. */
export function dropRest(): void {
  rest.length = 0;
}

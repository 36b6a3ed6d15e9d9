/**
 * A short word on what was just done: shown for a while, and read out.
 */

const SHOWN_MS = 3500;

/** @returns {(text: string) => void} */
export function toast(node) {
  let timer;
  return text => {
    clearTimeout(timer);
    node.textContent = text;
    node.classList.add('shown');
    timer = setTimeout(() => node.classList.remove('shown'), SHOWN_MS);
  };
}

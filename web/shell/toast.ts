/**
 * A short word on what was just done: shown for a while, and read out.
 */

const SHOWN_MS = 3500;

export function toast(node: HTMLElement): (text: string) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return text => {
    clearTimeout(timer);
    node.textContent = text;
    node.classList.add('shown');
    timer = setTimeout(() => node.classList.remove('shown'), SHOWN_MS);
  };
}

/** Pieces of SVG path data that shapes repeat. */

/** A filled circle. */
export const dot = (x: number, y: number, r: number) =>
  `M${x - r} ${y} a${r} ${r} 0 1 0 ${2 * r} 0 a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** A filled ellipse. */
export const oval = (x: number, y: number, rx: number, ry: number) =>
  `M${x - rx} ${y} a${rx} ${ry} 0 1 0 ${2 * rx} 0 a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;

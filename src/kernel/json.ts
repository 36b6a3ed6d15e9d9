/**
 * Parses JSON of requests with a bound on nesting: code that recurses through a document of a hundred thousand levels
 * overflows the stack. Tells before parsing whether a text has very many values.
 */

const DEEPEST = 256;
const OPENING = ['{', '['];
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The value of a JSON text. @throws SyntaxError when the text is no JSON, or nested too deeply */
export function parseJson(text: string): unknown {
  // Values are nested no deeper than brackets in the text are. Few texts have so many that it takes a look at each
  // unit.
  if (hasManyBrackets(text) && depthOf(text) > DEEPEST) throw new SyntaxError(`nested deeper than ${DEEPEST} levels`);
  return JSON.parse(text);
}

/** Whether a text has more opening brackets than values may be nested; those inside quotes count too. */
function hasManyBrackets(text: string): boolean {
  if (text.length <= DEEPEST) return false;
  let opened = 0;
  for (const bracket of OPENING) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (++opened > DEEPEST) return true;
  }
  return false;
}

/** Whether a JSON text in UTF-8 has more names and values, counted together, than `most`; of no JSON it is a guess. */
export function hasMoreValues(bytes: Uint8Array, most: number): boolean {
  // Each takes at least two bytes.
  if (bytes.length <= 2 * most) return false;
  let count = 1;
  let quoted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte === QUOTE) quoted = !quoted;
    else if (quoted) {
      if (byte === BACKSLASH) i++;
    } else if (byte === COMMA || byte === COLON || byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++count > most) return true;
    }
  }
  return false;
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (quoted) {
      if (unit === BACKSLASH) i++;
      else if (unit === QUOTE) quoted = false;
    } else if (unit === QUOTE) quoted = true;
    else if (unit === OPEN_OBJECT || unit === OPEN_ARRAY) deepest = Math.max(deepest, ++depth);
    else if (unit === CLOSE_OBJECT || unit === CLOSE_ARRAY) depth--;
  }
  return deepest;
}

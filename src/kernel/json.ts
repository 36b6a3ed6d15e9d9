/**
 * Parses JSON of requests with a bound on nesting: code that recurses through a document of a hundred thousand levels
 * overflows the stack.
 */

const DEEPEST = 256;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The value of a JSON text. @throws SyntaxError when the text is no JSON, or nested too deeply */
export function parseJson(text: string): unknown {
  // Values are nested no deeper than brackets in the text are.
  if (depthOf(text) > DEEPEST) throw new SyntaxError(`nested deeper than ${DEEPEST} levels`);
  return JSON.parse(text);
}

function depthOf(text: string): number {
  // A text this short has too few brackets.
  if (text.length <= DEEPEST) return 0;
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

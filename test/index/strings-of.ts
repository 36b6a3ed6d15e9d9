/** Strings as a part has them. */
import { PartWriter } from '../../src/index/part.js';
import { Strings, writeStrings } from '../../src/index/strings.js';
import { reread } from './reread.js';

export function stringsOf(strings: readonly string[]): Strings {
  const part = new PartWriter('strings');
  writeStrings(part, 'all', strings);
  return new Strings(reread(part), 'all');
}

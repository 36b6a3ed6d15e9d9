/**
 * Records of an XML feed: the elements `item` (RSS) and `entry` (Atom), or another one that is named. Children are
 * fields by their local name (`g:id` is `id`), but for those of the namespace for own attributes, which keep their
 * prefix (`c:material`); children of children are joined by dots (`product_detail.attribute_name`).
 */
import { SaxesParser } from 'saxes';
import { FeedError } from '../feed-error.js';
import { addField, type FeedRow, LONGEST_FIELD, MOST_FIELDS } from './feed-row.js';

/** Entities of HTML that feeds have without declaring them. */
const HTML_ENTITIES = {
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  ndash: '–',
  mdash: '—',
  hellip: '…',
};
const ITEMS = ['item', 'entry'];

/**
 * @param element name of the elements that are records
 * @throws FeedError where the XML is malformed or ends too early
 */
export async function* xmlRows(
  texts: AsyncIterable<string>,
  name: string,
  element: string | undefined,
): AsyncGenerator<FeedRow> {
  const collector = new XmlCollector(name, element === undefined ? ITEMS : [element]);
  for await (const text of texts) {
    collector.write(text);
    yield* collector.take();
  }
  collector.close();
  yield* collector.take();
}

class XmlCollector {
  private readonly parser = new SaxesParser();
  private rows: FeedRow[] = [];
  private row: FeedRow | undefined;
  /** Names of the open elements inside the record. */
  private readonly path: string[] = [];
  /** Text of each of them. */
  private readonly texts: string[] = [];
  private elements = 0;

  constructor(
    private readonly name: string,
    private readonly items: readonly string[],
  ) {
    const { parser } = this;
    Object.assign(parser.ENTITIES, HTML_ENTITIES);
    parser.on('error', error => {
      // The parser's message begins with line and column.
      throw new FeedError(`${name}: the XML is malformed: ${error.message}`);
    });
    parser.on('opentag', ({ name, attributes }) => this.open(fieldName(name), attributes));
    parser.on('closetag', () => this.closeElement());
    const text = (part: string): void => this.text(part);
    parser.on('text', text);
    parser.on('cdata', text);
  }

  write(text: string): void {
    this.parser.write(text);
  }

  close(): void {
    this.parser.close();
  }

  take(): FeedRow[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  private open(name: string, attributes: Record<string, string>): void {
    const { row } = this;
    if (!row) {
      if (this.items.includes(name)) {
        this.row = { line: this.parser.line, fields: new Map() };
        this.elements = 0;
      }
      return;
    }
    if (++this.elements > MOST_FIELDS) throw this.tooLarge(`more than ${MOST_FIELDS} elements`);
    this.path.push(name);
    this.texts.push('');
    // A link of Atom is empty and has its target in an attribute.
    if (attributes['href'] !== undefined && (attributes['rel'] ?? 'alternate') === 'alternate') {
      addField(row.fields, this.path.join('.'), attributes['href']);
    }
  }

  private text(part: string): void {
    const last = this.texts.length - 1;
    if (last < 0) return;
    const text = this.texts[last] + part;
    if (text.length > LONGEST_FIELD)
      throw this.tooLarge(`more than ${LONGEST_FIELD} characters in ${this.path.join('.')}`);
    this.texts[last] = text;
  }

  private closeElement(): void {
    const { row } = this;
    if (!row) return;
    if (this.path.length === 0) {
      this.rows.push(row);
      this.row = undefined;
      return;
    }
    addField(row.fields, this.path.join('.'), this.texts.pop()!);
    this.path.pop();
  }

  private tooLarge(found: string): FeedError {
    return new FeedError(`${this.name}: line ${this.parser.line}: found ${found}, which no record may have`);
  }
}

function fieldName(name: string): string {
  return name.startsWith('c:') ? name : name.slice(name.indexOf(':') + 1);
}

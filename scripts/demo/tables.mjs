/**
 * The word lists of the demo catalog are tables in plain text: a line an entry, cells divided by `|`, the first line
 * naming the columns. They stay readable that way, and a translator can go down a column.
 */

/** @typedef {Record<string, string>} Row cells by column */

/**
 * Rows as objects by column name.
 * @param {string} text
 * @returns {Row[]}
 * @throws {Error} naming the line, when a row has not all cells
 */
export function table(text) {
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'));
  const cells = (/** @type {string} */ line) => line.split('|').map(cell => cell.trim());
  const [head = '', ...body] = lines;
  const columns = cells(head);
  return body.map(line => {
    const row = cells(line);
    if (row.length !== columns.length) throw new Error(`expected ${columns.length} cells: ${line}`);
    return Object.fromEntries(columns.map((column, i) => [column, row[i]]));
  });
}

/**
 * The same, by the value of the first column.
 * @param {string} text
 */
export function tableById(text) {
  const rows = table(text);
  return new Map(rows.map(row => [Object.values(row)[0], row]));
}

/**
 * The row of an id.
 * @template Found
 * @param {Map<string, Found>} rows
 * @param {string} id
 * @throws {Error} when there is none
 */
export function rowOf(rows, id) {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`expected one of ${[...rows.keys()].join(', ')}: ${id}`);
  return row;
}

/** Words of a cell, divided by commas; an empty cell has none. */
export const words = (/** @type {string} */ cell) => (cell === '' ? [] : cell.split(',').map(word => word.trim()));

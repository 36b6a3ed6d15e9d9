/**
 * The word lists of the demo catalog are tables in plain text: a line an entry, cells divided by `|`, the first line
 * naming the columns. They stay readable that way, and a translator can go down a column.
 */

/** Rows as objects by column name; every row must have all cells, otherwise an Error names the line. */
export function table(text) {
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'));
  const cells = line => line.split('|').map(cell => cell.trim());
  const columns = cells(lines[0]);
  return lines.slice(1).map(line => {
    const row = cells(line);
    if (row.length !== columns.length) throw new Error(`expected ${columns.length} cells: ${line}`);
    return Object.fromEntries(columns.map((column, i) => [column, row[i]]));
  });
}

/** The same, by the value of the first column. */
export function tableById(text) {
  const rows = table(text);
  return new Map(rows.map(row => [Object.values(row)[0], row]));
}

/** Words of a cell, divided by commas; an empty cell has none. */
export const words = cell => (cell === '' ? [] : cell.split(',').map(word => word.trim()));

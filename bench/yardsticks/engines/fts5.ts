/**
 * SQLite's FTS5 through better-sqlite3, which is no package of the project: it is compiled where it is installed. The
 * environment variable BETTER_SQLITE3 names its folder.
 */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { wordFields } from '../../lucene/fields.js';
import type { Document } from '../documents.js';
import type { Engine, Found, Question } from '../engine.js';
import { wordsOf } from '../english.js';

/** What is used of better-sqlite3. */
interface Statement {
  run(...values: readonly (string | number)[]): void;
  get(...values: readonly (string | number)[]): unknown;
  all(...values: readonly (string | number)[]): unknown[];
  pluck(): Statement;
}
interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
}

const FIELDS = wordFields();
const NAMES = FIELDS.map(({ name }) => `f_${name}`);
/** Of the columns in their order; that of colours adds nothing. */
const WEIGHTS = [...FIELDS.map(({ weight }) => weight), 0];

/** @returns the folder of better-sqlite3, where there is one */
export function findSqlite(): string | undefined {
  return process.env.BETTER_SQLITE3;
}

export class Fts5Engine implements Engine {
  private readonly database: Database;
  private readonly insert: Statement;
  private readonly ranked: Statement;
  private readonly matching: Statement;
  private readonly counted: Statement;
  private added = 0;

  constructor(folder: string) {
    const Sqlite: new (file: string) => Database = createRequire(import.meta.url)(resolve(folder));
    this.database = new Sqlite(':memory:');
    this.database.exec(
      `CREATE VIRTUAL TABLE products USING fts5(${NAMES.join(', ')}, colors, content='', prefix='2 3',
        tokenize="porter unicode61 remove_diacritics 2")`,
    );
    const places = [...NAMES, ''].map(() => '?').join(', ');
    this.insert = this.database.prepare(
      `INSERT INTO products (rowid, ${NAMES.join(', ')}, colors) VALUES (?, ${places})`,
    );
    const order = `ORDER BY bm25(products, ${WEIGHTS.join(', ')}) LIMIT ? OFFSET ?`;
    const hits = 'FROM products WHERE products MATCH ?';
    this.ranked = this.database.prepare(`SELECT rowid ${hits} ${order}`).pluck();
    this.matching = this.database.prepare(`SELECT rowid ${hits}`).pluck();
    this.counted = this.database.prepare(`SELECT count(*) ${hits}`).pluck();
    this.database.exec('BEGIN');
  }

  add({ words, colors }: Document): void {
    this.insert.run(
      this.added++,
      ...FIELDS.map(({ name }) => words[name]),
      colors.map(color => `id${color}`).join(' '),
    );
  }

  finish(): void {
    this.database.exec('COMMIT');
    this.database.exec("INSERT INTO products(products) VALUES ('optimize')");
  }

  find(question: Question, all: boolean): Found {
    const match = matchOf(question);
    if (match === '') return { best: [], total: 0, all: [] };
    const best = this.ranked.all(match, question.limit, question.skip) as number[];
    if (!all) return { best, total: this.counted.get(match) as number, all: [] };
    const numbers = this.matching.all(match) as number[];
    return { best, total: numbers.length, all: numbers };
  }
}

/** All words, each in any column except that of colours. */
function matchOf({ text, unfinished, color }: Question): string {
  const words = wordsOf(text);
  if (words.length === 0) return '';
  const quoted = words.map((word, i) => `"${word}"${unfinished && i === words.length - 1 ? '*' : ''}`);
  const anywhere = quoted.map(word => `{${NAMES.join(' ')}} : ${word}`);
  return [...anywhere, ...(color === '' ? [] : [`colors : "id${color}"`])].join(' AND ');
}

/** The floor that a test holds classes and locales to: data/relevance/floor.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { inCheckout } from '../harness/checkout.js';
import { parsedJson } from '../harness/parsed-json.js';
import type { Row } from './judged.js';
import { figure, grouped, means } from './summary.js';

const FILE = inCheckout('data/relevance/floor.json');
/** How far below what was measured a floor stands: room for a query or two, none for a class that breaks. */
const ROOM = 0.02;

const Floor = Type.Record(Type.String(), Type.Number());
const validator = Compile(Floor);

/** The least that each class and locale may come to. */
export type Floor = Static<typeof Floor>;

export function readFloor(): Floor {
  return parsedJson(validator, readFileSync(FILE, 'utf8'), FILE);
}

/** Sets it a little under what was measured. */
export function writeFloor(rows: readonly Row[]): void {
  writeFileSync(FILE, `${JSON.stringify(floorOf(rows), null, 2)}\n`);
}

/** A floor a little under what was measured. */
export function floorOf(rows: readonly Row[]): Floor {
  return Object.fromEntries(
    [...measured(rows)].map(([name, value]) => [name, Math.max(0, Math.floor((value - ROOM) * 1000) / 1000)]),
  );
}

/** What lies below its floor. */
export function below(rows: readonly Row[], floor: Floor): string[] {
  const figures = measured(rows);
  return Object.entries(floor).flatMap(([name, least]) => {
    const value = figures.get(name);
    if (value !== undefined && value >= least) return [];
    return [`${name}: ${value?.toFixed(4) ?? 'nothing measured'}, expected ${least} or more`];
  });
}

/** By class, and by locale over the queries with something to find. */
function measured(rows: readonly Row[]): Map<string, number> {
  const wanted = rows.filter(({ want }) => want);
  const groups = [...grouped(rows, row => row.class), ...grouped(wanted, row => row.locale)];
  return new Map(groups.map(([name, of]) => [name, figure(means(of))]));
}

/** How much a word says of what a product is, by the fields in which the product has it. */
import { FIELD } from '../../index/fields.js';

const { TITLE, NAME, TYPE, CATEGORY, ONTOLOGY, SHELF, BRAND, SERIES, COLOR, AUDIENCE, DEPARTMENT, LABEL } = FIELD;
const WHOLE = maskOf(TITLE, NAME, TYPE, CATEGORY, ONTOLOGY, SHELF);
const HALF = maskOf(BRAND, SERIES, COLOR, AUDIENCE, DEPARTMENT, LABEL);
const HALF_WEIGHT = 0.5;

function maskOf(...fields: number[]): number {
  return fields.reduce((mask, field) => mask | (1 << field), 0);
}

/** From 0, nothing, as keys and sizes, to 1. @param mask of a posting */
export function meaningOf(mask: number): number {
  if ((mask & WHOLE) !== 0) return 1;
  return (mask & HALF) !== 0 ? HALF_WEIGHT : 0;
}

/**
 * A mapping in the form in which it is applied: for each target what its texts are taken from, and for each field of the
 * feed whether anything takes it.
 */
import { badRequest } from '../../errors/problem.js';
import { escapePointer } from '../../kernel/schema-faults.js';
import type { FeedRow } from '../readers/feed-row.js';
import type { FeedMapping, FieldSource, SourceObject } from './mapping-document.js';
import { kindOf, targetNames } from './targets.js';

interface Taking {
  target: string;
  list: boolean;
  from: readonly string[];
  source: SourceObject;
}

/** A family of targets and of fields, by the part before the `*`. */
interface Family {
  target: string;
  from: string;
  list: boolean;
  source: SourceObject;
}

export type MappedTexts = Map<string, string[]>;

const IN_BRACES = /\{([^{}]+)\}/g;

export class CompiledMapping {
  private readonly takings: Taking[] = [];
  private readonly families: Family[] = [];
  /** Whether a field has a place, by name. */
  private readonly placed = new Map<string, boolean>();
  private readonly ignored: readonly string[];

  /** @throws Problem body_invalid, where a target is none of the catalog */
  constructor(readonly mapping: FeedMapping) {
    this.ignored = (mapping.ignore ?? []).filter(name => name.endsWith('*')).map(name => name.slice(0, -1));
    for (const name of mapping.ignore ?? []) if (!name.endsWith('*')) this.placed.set(name, true);
    for (const [target, source] of Object.entries(mapping.fields ?? {})) this.add(target, source);
    for (const { from, source } of this.takings) {
      for (const name of from) this.placed.set(name, true);
      for (const [, name] of (source.template ?? '').matchAll(IN_BRACES)) this.placed.set(name!, true);
    }
  }

  /** The texts of each target that the row has any for. @param unplaced told of fields that nothing takes */
  texts(row: FeedRow, unplaced: (field: string) => void): MappedTexts {
    const mapped: MappedTexts = new Map();
    for (const { target, list, from, source } of this.takings) {
      const texts = list ? from.flatMap(name => row.fields.get(name) ?? []) : firstOf(row, from);
      const made = texts.length > 0 ? texts : computed(row, source);
      if (made.length > 0) put(mapped, target, refined(made, source, list));
    }
    for (const [name, texts] of row.fields) {
      const family = this.familyOf(name);
      if (family) {
        const target = family.target + name.slice(family.from.length);
        if (!mapped.has(target)) put(mapped, target, refined(texts, family.source, family.list));
      } else if (!this.hasPlace(name)) unplaced(name);
    }
    return mapped;
  }

  private add(target: string, source: FieldSource): void {
    if (source === null) return;
    const kind = kindOf(target);
    if (kind === undefined) {
      const found = `/fields/${escapePointer(target)}`;
      throw badRequest(found, `found "${target}", expected one of ${targetNames().join(', ')}`);
    }
    const object = typeof source === 'string' || Array.isArray(source) ? { from: source } : source;
    const from = typeof object.from === 'string' ? [object.from] : (object.from ?? []);
    const list = kind === 'list';
    if (!target.endsWith('.*')) {
      this.takings.push({ target, list, from, source: object });
      return;
    }
    for (const name of from) {
      if (name.endsWith('*'))
        this.families.push({ target: target.slice(0, -1), from: name.slice(0, -1), list, source: object });
    }
  }

  private familyOf(field: string): Family | undefined {
    if (this.placed.get(field)) return undefined;
    return this.families.find(({ from }) => field.length > from.length && field.startsWith(from));
  }

  private hasPlace(field: string): boolean {
    let placed = this.placed.get(field);
    if (placed === undefined) {
      placed = this.ignored.some(start => field.startsWith(start));
      this.placed.set(field, placed);
    }
    return placed;
  }
}

function put(mapped: MappedTexts, target: string, texts: string[]): void {
  if (texts.length > 0) mapped.set(target, texts);
}

function firstOf({ fields }: FeedRow, names: readonly string[]): string[] {
  for (const name of names) {
    const texts = fields.get(name);
    if (texts) return texts;
  }
  return [];
}

/** The text of a template all of whose fields the row has, or the constant one. */
function computed({ fields }: FeedRow, { template, value }: SourceObject): string[] {
  if (template !== undefined) {
    let whole = true;
    const text = template.replace(IN_BRACES, (_, name: string) => {
      const found = fields.get(name)?.[0];
      whole &&= found !== undefined;
      return found ?? '';
    });
    if (whole) return [text];
  }
  return value === undefined ? [] : [value];
}

function refined(texts: readonly string[], { split, level, values }: SourceObject, list: boolean): string[] {
  let refined = list ? [...texts] : texts.slice(0, 1);
  if (split !== undefined) refined = refined.flatMap(text => text.split(split)).map(text => text.trim());
  if (level !== undefined) refined = refined.map(text => levelOf(text, level));
  if (values) refined = refined.map(text => (Object.hasOwn(values, text) ? values[text]! : text));
  return refined.filter(text => text !== '');
}

function levelOf(path: string, level: 'first' | 'last'): string {
  const levels = path
    .split('>')
    .map(one => one.trim())
    .filter(one => one !== '');
  return (level === 'first' ? levels[0] : levels.at(-1)) ?? '';
}

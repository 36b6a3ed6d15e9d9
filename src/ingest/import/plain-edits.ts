/**
 * Applies edits of attributes on JSON tapes: the values that a line gives to members of a product's or variant's
 * `defaults` are written into the bytes of its stored group, of which no record is made. It gives what the instruction
 * applier gives, or leaves a line to that one: edits with a fault or a warning, those of more than `defaults`, and
 * those of members by which groups are ordered or markets are told apart. What an edit does not name is not validated
 * again: it was when it was stored.
 */

import { isUtf8 } from 'node:buffer';
import type { Comparison } from '../../build/input/import-change.js';
import { ABSENT, namesOf, numbered, TapeMembers } from '../../build/input/tape-members.js';
import type { CatalogStore } from '../../catalog/catalog-store.js';
import { jsonStart } from '../../catalog/group-codec.js';
import { OFFER_MEMBERS } from '../../catalog/offer-members.js';
import { equalJson } from '../../kernel/equal-json.js';
import { JsonTape, NODE } from '../../kernel/json-tape.js';
import { readStrict } from '../../kernel/strict-json.js';
import type { BlockForm } from './plain-blocks.js';
import { PRODUCT_FORM, VARIANT_FORM } from './plain-forms.js';
import { PlainValues } from './plain-values.js';

const LINE = numbered(['editAttributes']);
const EDIT = numbered(['key', 'product', 'variant']);
const RECORD = numbered(['defaults']);
const GROUP = numbered(['products']);
const PRODUCT = numbered(['defaults', 'variants']);

/** Members that concern more than their block: the outline of the group, its views, or another spelling of a size. */
const LEFT_OF_PRODUCT = PRODUCT_FORM.bits('category', 'ontology', 'dataLocale');
const LEFT_OF_VARIANT = VARIANT_FORM.bits('size', 'sizes', 'dataLocale');
const OFFER = VARIANT_FORM.bits(...OFFER_MEMBERS);

/** What an edit has changed. */
interface PlainEdit {
  group: string;
  comparison: Comparison;
}

/** Bytes that take the place of others. */
interface Splice {
  from: number;
  to: number;
  bytes: Buffer;
}

const UNCHANGED: Comparison = { difference: 'none', products: [] };

export class PlainEdits {
  /** Of the line, and of the stored group. */
  private readonly tape = new JsonTape();
  private readonly stored = new JsonTape();
  private readonly values = new PlainValues(this.tape);
  private readonly line = new TapeMembers(namesOf(LINE));
  private readonly edit = new TapeMembers(namesOf(EDIT));
  private readonly record = new TapeMembers(namesOf(RECORD));
  private readonly group = new TapeMembers(namesOf(GROUP));
  private readonly product = new TapeMembers(namesOf(PRODUCT));
  private readonly productBlock = new TapeMembers(PRODUCT_FORM.names);
  private readonly variantBlock = new TapeMembers(VARIANT_FORM.names);

  constructor(private readonly store: CatalogStore) {}

  /**
   * Applies a line inside the store's transaction.
   * @returns undefined for a line that is to be parsed, or is not UTF-8; nothing is changed then
   */
  apply(line: Buffer): PlainEdit | undefined {
    try {
      return isUtf8(line) && readStrict(this.tape, line) ? this.applyLine() : undefined;
    } catch (error) {
      // An unsound escape: parsing the line tells what is wrong.
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  private applyLine(): PlainEdit | undefined {
    const { tape, line, edit, record, values, store } = this;
    if (!line.readAll(tape, 0) || !edit.readAll(tape, line.nodes[LINE.editAttributes])) return undefined;
    const ofVariant = edit.nodes[EDIT.variant] !== ABSENT;
    const kind = ofVariant ? 'variant' : 'product';
    const node = edit.nodes[EDIT[kind]];
    if (edit.nodes[EDIT.product] !== ABSENT && ofVariant) return undefined;
    const key = edit.nodes[EDIT.key] === ABSENT ? undefined : values.keyOf(edit.nodes[EDIT.key]);
    // A record with another member, were it null, changes more than its defaults.
    if (key === undefined || !record.readAll(tape, node) || !hasOneMember(tape, node)) return undefined;
    const defaults = record.nodes[RECORD.defaults];
    const form = ofVariant ? VARIANT_FORM : PRODUCT_FORM;
    if (defaults === ABSENT || !this.isPlain(defaults, form, ofVariant ? LEFT_OF_VARIANT : LEFT_OF_PRODUCT))
      return undefined;
    const owner = store.owner(key);
    if (owner?.kind !== kind) return undefined;
    const product = owner.kind === 'variant' ? owner.product : key;
    const bytes = store.groupBytes(owner.group)!;
    const block = this.blockIn(bytes, product, owner.kind === 'variant' ? key : undefined);
    return block === ABSENT ? undefined : this.write(owner.group, product, { bytes, block, defaults, form });
  }

  /** Whether a block has each member once, and all of them are taken as they are. @param left members as bits */
  private isPlain(block: number, form: BlockForm, left: number): boolean {
    const { tape, values } = this;
    if (!tape.isObject(block)) return false;
    let seen = left;
    const end = tape.behind(block);
    for (let name = block + NODE; name < end; name = tape.behind(name + NODE)) {
      const value = name + NODE;
      const member = tape.isPlainText(name) ? form.names.numberOf(tape, name) : -1;
      if (member < 0 || (seen & (1 << member)) !== 0) return false;
      seen |= 1 << member;
      // An empty text removes a member; white space inside a value is not stored.
      if (tape.isEmptyText(value) || (tape.spaced && tape.isContainer(value))) return false;
      if (!form.plainOf(member)?.(values, value)) return false;
    }
    return true;
  }

  /** Reads a stored group. @returns the defaults of a product or variant in it; ABSENT where they are not found */
  private blockIn(bytes: Buffer, productKey: string, variantKey: string | undefined): number {
    const { stored, group, product, record } = this;
    const start = jsonStart(bytes);
    if (start === undefined) return ABSENT;
    stored.read(bytes, start);
    group.read(stored, 0);
    const found = memberOf(stored, group.nodes[GROUP.products], productKey);
    if (found === ABSENT) return ABSENT;
    product.read(stored, found);
    if (variantKey === undefined) return product.nodes[PRODUCT.defaults];
    const variant = memberOf(stored, product.nodes[PRODUCT.variants], variantKey);
    if (variant !== ABSENT) record.read(stored, variant);
    return variant === ABSENT ? ABSENT : record.nodes[RECORD.defaults];
  }

  /** Writes members into a block of a stored group. */
  private write(
    group: string,
    product: string,
    { bytes, block, defaults, form }: { bytes: Buffer; block: number; defaults: number; form: BlockForm },
  ): PlainEdit {
    const { tape, stored } = this;
    const before = form === VARIANT_FORM ? this.variantBlock : this.productBlock;
    before.read(stored, block);
    const splices: Splice[] = [];
    const added: string[] = [];
    let changed = 0;
    const end = tape.behind(defaults);
    for (let name = defaults + NODE; name < end; name = tape.behind(name + NODE)) {
      const member = form.names.numberOf(tape, name);
      const old = before.nodes[member];
      const value = tape.json(name + NODE);
      if (old === ABSENT) added.push(`,${tape.json(name)}:${value}`);
      else if (value === stored.json(old)) continue;
      else splices.push({ ...spanOf(stored, old), bytes: Buffer.from(value) });
      if (old === ABSENT || !equalJson(stored.parse(old), tape.parse(name + NODE))) changed |= 1 << member;
    }
    if (changed === 0) return { group, comparison: UNCHANGED };
    const close = stored.endOf(block) - 1;
    // A stored block of defaults has the members that are required.
    if (added.length > 0) splices.push({ from: close, to: close, bytes: Buffer.from(added.join('')) });
    this.store.updateGroup(group, spliced(bytes, splices));
    const ofOffers = form === VARIANT_FORM && (changed & ~OFFER) === 0;
    const comparison: Comparison = ofOffers
      ? { difference: 'offers', products: [product] }
      : { difference: 'full', products: [] };
    return { group, comparison };
  }
}

function hasOneMember(tape: JsonTape, object: number): boolean {
  return tape.behind(object) > object + NODE && tape.behind(object) === tape.behind(object + 2 * NODE);
}

/** The value of a member with a name in ASCII; ABSENT where an object has none. */
function memberOf(tape: JsonTape, object: number, name: string): number {
  const end = tape.behind(object);
  for (let node = object + NODE; node < end; node = tape.behind(node + NODE)) {
    if (tape.endOf(node) - tape.startOf(node) === name.length && tape.text(node) === name) return node + NODE;
  }
  return ABSENT;
}

/** Where a value stands in the bytes, with the quotes of a text. */
function spanOf(tape: JsonTape, node: number): { from: number; to: number } {
  const quotes = tape.isText(node) ? 1 : 0;
  return { from: tape.startOf(node) - quotes, to: tape.endOf(node) + quotes };
}

/** Bytes with other ones in some places. */
function spliced(bytes: Buffer, splices: Splice[]): Buffer {
  splices.sort((a, b) => a.from - b.from);
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { from, to, bytes: inserted } of splices) {
    pieces.push(bytes.subarray(at, from), inserted);
    at = to;
  }
  return Buffer.concat([...pieces, bytes.subarray(at)]);
}

/**
 * Validates lines that replace product groups on a JSON tape, and writes the groups in the form in which they are
 * stored, in one pass and without making objects of them. It gives what `parseProductGroup` and `prepareGroup` give, or
 * nothing: a line with a fault, a warning, or anything that few catalogs have is left to those.
 */

import { ABSENT, namesOf, numbered, TapeMembers } from '../../build/input/tape-members.js';
import type { ConfiguredViews } from '../../catalog/configured-views.js';
import { encodeOutline } from '../../catalog/group-codec.js';
import { nameLocale, nameMarkets, nameOverride } from '../../catalog/observed-views.js';
import { OFFER_MEMBERS } from '../../catalog/offer-members.js';
import type { PreparedGroup } from '../../catalog/prepared-group.js';
import { ANY, splitOverrideKey } from '../../catalog/view.js';
import { ImportFindings } from '../../imports/import-findings.js';
import { CLOSE_OBJECT, COLON, COMMA, OPEN_OBJECT } from '../../kernel/json-bytes.js';
import { JsonTape, NODE } from '../../kernel/json-tape.js';
import { SpanWriter } from '../../kernel/span-writer.js';
import { readStrict } from '../../kernel/strict-json.js';
import { RecurringCache } from '../../kernel/tape-texts.js';
import { CollectedGroup, NO_KEY, type OverrideKey, type Scope } from './collected-group.js';
import { overrideKey } from './data-blocks.js';
import { IMAGE_MEMBERS } from './image-record.js';
import { type BlockForm, BlockWriter } from './plain-blocks.js';
import { IMAGE_FORM, PRODUCT_FORM, VARIANT_FORM } from './plain-forms.js';
import { PlainValues, plainEntityKey, plainList, takenBy } from './plain-values.js';
import { colors, marketList } from './product-record.js';
import { RecordCheck } from './record-check.js';
import { color, type Parse } from './value-parsers.js';

const LINE = numbered(['replace']);
const REPLACE = numbered(['key', 'productGroup']);
const GROUP = numbered(['products', 'suppressDuplicates']);
const PRODUCT = numbered(['markets', 'defaults', 'overrides', 'variants', 'images', 'colorInitial', 'colorOverride']);
const VARIANT = numbered(['defaults', 'overrides', 'limitedMarkets']);
/** In the order in which they are stored. */
const IMAGE = numbered([
  'defaults',
  'overrides',
  'limitedLocales',
  'limitedMarkets',
  'order',
  'typeInitial',
  'typeOverride',
]);
const IMAGE_NAMES = Object.keys(IMAGE) as (keyof typeof IMAGE)[];

const REQUIRED_OF_PRODUCT = PRODUCT_FORM.bits('title', 'url');
const REQUIRED_OF_VARIANT = VARIANT_FORM.bits('listPrice');
const BOTH_SIZES = VARIANT_FORM.bits('size', 'sizes');
const OFFER = VARIANT_FORM.bits(...OFFER_MEMBERS);

const DEFAULTS = { isOverride: false, hasLocale: false };
/** Most lists of markets that are remembered. */
const KEPT_SCOPES = 1 << 10;

const plainColors = plainList(takenBy(color));

export class PlainGroups {
  private readonly tape = new JsonTape();
  private readonly values = new PlainValues(this.tape);
  private readonly out = new SpanWriter();
  private readonly blocks = new BlockWriter(this.tape, this.values, this.out, () => this.check);
  private readonly line = new TapeMembers(namesOf(LINE));
  private readonly replace = new TapeMembers(namesOf(REPLACE));
  private readonly group = new TapeMembers(namesOf(GROUP));
  private readonly product = new TapeMembers(namesOf(PRODUCT));
  private readonly variant = new TapeMembers(namesOf(VARIANT));
  private readonly image = new TapeMembers(namesOf(IMAGE));
  private readonly scopes = new Map<string, Scope>();
  private check: RecordCheck;
  private collected = new CollectedGroup();
  /** The markets of the current product. */
  private scope: Scope | undefined;
  /** The keys of overrides in the current product that separate views, by what has them. */
  private readonly separating = { product: [] as string[], variants: [] as string[], images: [] as string[] };

  constructor(private readonly configured: ConfiguredViews | undefined) {
    this.check = this.newCheck();
  }

  /**
   * @param line UTF-8
   * @returns undefined for a line that is to be parsed
   */
  read(line: Buffer): PreparedGroup | undefined {
    this.collected = new CollectedGroup();
    try {
      if (readStrict(this.tape, line)) return this.readLine();
    } catch (error) {
      // An unsound escape: parsing the line tells what is wrong.
      if (!(error instanceof SyntaxError)) throw error;
    } finally {
      if (this.check.findings.count > 0 || this.check.findings.warningCount > 0) this.check = this.newCheck();
    }
    return undefined;
  }

  private newCheck(): RecordCheck {
    return new RecordCheck(new ImportFindings(), new Set(this.configured?.markets().keys()), this.configured);
  }

  private readLine(): PreparedGroup | undefined {
    const { tape, line, replace, out, collected, values } = this;
    if (!line.readAll(tape, 0) || !replace.readAll(tape, line.nodes[LINE.replace])) return undefined;
    const key = values.keyOf(replace.nodes[REPLACE.key]);
    const group = replace.nodes[REPLACE.productGroup];
    if (key === undefined || group === ABSENT || !collected.claim(key)) return undefined;
    out.begin(tape.bytes);
    if (!this.writeGroup(group)) return undefined;
    const { findings } = this.check;
    if (findings.count > 0 || findings.warningCount > 0) return undefined;
    const { category = '', overrides, names, keys } = collected;
    const limits = collected.limits.map(({ markets }) => markets);
    return { key, bytes: out.finish(encodeOutline({ category, limits, overrides })), keys, names };
  }

  private writeGroup(node: number): boolean {
    const { tape, out, group } = this;
    if (!group.readAll(tape, node)) return false;
    const products = group.nodes[GROUP.products];
    const once = group.nodes[GROUP.suppressDuplicates];
    out.text('{"products":');
    if (products === ABSENT || !this.writeMap(products, (name, product) => this.writeProduct(name, product)))
      return false;
    if (this.collected.keys.length === 0) return false;
    if (once !== ABSENT) {
      if (tape.isContainer(once) || tape.isText(once) || tape.isPlainNumber(once)) return false;
      out.text(tape.isTrue(once) ? ',"suppressDuplicates":true' : ',"suppressDuplicates":false');
    }
    out.byte(CLOSE_OBJECT);
    return true;
  }

  /** Writes the members of an object that are not null. @param write writes a value, and refuses names */
  private writeMap(object: number, write: (name: number, value: number) => boolean): boolean {
    const { tape, out } = this;
    if (!tape.isObject(object) || !this.values.inOrder(object)) return false;
    out.byte(OPEN_OBJECT);
    const end = tape.behind(object);
    let first = true;
    for (let name = object + NODE; name < end; name = tape.behind(name + NODE)) {
      if (!tape.isPlainText(name)) return false;
      if (tape.isNull(name + NODE)) continue;
      if (first) first = false;
      else out.byte(COMMA);
      out.copy(tape.startOf(name) - 1, tape.endOf(name) + 1);
      out.byte(COLON);
      if (!write(name, name + NODE)) return false;
    }
    out.byte(CLOSE_OBJECT);
    return true;
  }

  private writeProduct(name: number, node: number): boolean {
    const { tape, out, product, collected, check, separating } = this;
    const { nodes } = product;
    const key = this.values.keyOf(name);
    if (key === undefined || !collected.claim(key) || !product.readAll(tape, node)) return false;
    const scope = this.scopeOf(nodes[PRODUCT.markets]);
    if (!scope) return false;
    this.scope = scope;
    check.markets = scope.markets;
    check.productMeasures.clear();
    check.variantMeasures.clear();
    separating.product.length = separating.variants.length = separating.images.length = 0;
    nameMarkets(collected.names, scope.markets);
    collected.limit(scope);
    const isFirst = collected.keys.length === 0;
    const keys = [key];
    collected.keys.push(keys);
    out.text('{"markets":');
    this.writeMarkets(nodes[PRODUCT.markets], scope);
    out.text(',"defaults":');
    if (!this.writeDefaults(nodes[PRODUCT.defaults], PRODUCT_FORM, REQUIRED_OF_PRODUCT, scope)) return false;
    if (isFirst) collected.category = this.category();
    out.text(',"variants":');
    const variants = nodes[PRODUCT.variants];
    if (variants === ABSENT || !this.writeMap(variants, (name, variant) => this.writeVariant(name, variant, keys)))
      return false;
    return keys.length > 1 && this.writeOthers(scope) && this.hasEachMeasureOnce();
  }

  /** Writes what a product may have behind its variants. */
  private writeOthers(scope: Scope): boolean {
    const { out, collected, separating } = this;
    const { nodes } = this.product;
    const [overrides, images] = [nodes[PRODUCT.overrides], nodes[PRODUCT.images]];
    if (overrides !== ABSENT) {
      out.text(',"overrides":');
      if (!this.writeOverrides(overrides, PRODUCT_FORM, scope, separating.product)) return false;
    }
    if (images !== ABSENT) {
      out.text(',"images":');
      const write = (name: number, image: number) => plainEntityKey(this.values, name) && this.writeImage(image, scope);
      if (!this.writeMap(images, write) || !this.values.namedOnce(images)) return false;
    }
    collected.override(separating.product);
    collected.override(separating.variants);
    collected.override(separating.images);
    for (const name of ['colorInitial', 'colorOverride'] as const) {
      const node = nodes[PRODUCT[name]];
      if (node === ABSENT) continue;
      out.text(`,"${name}":`);
      if (plainColors(this.values, node)) this.blocks.writeValue(node);
      else if (!this.writeParsed(colors, node)) return false;
    }
    out.byte(CLOSE_OBJECT);
    return true;
  }

  private writeVariant(name: number, node: number, keys: string[]): boolean {
    const { tape, out, variant, collected } = this;
    const { nodes } = variant;
    const key = this.values.keyOf(name);
    if (key === undefined || !collected.claim(key) || !variant.readAll(tape, node)) return false;
    keys.push(key);
    const limited = nodes[VARIANT.limitedMarkets];
    const scope = limited === ABSENT ? this.scope! : this.scopeOf(limited);
    if (!scope?.markets.every(market => this.scope!.markets.includes(market))) return false;
    if (limited !== ABSENT) collected.limit(scope);
    out.text('{"defaults":');
    if (!this.writeDefaults(nodes[VARIANT.defaults], VARIANT_FORM, REQUIRED_OF_VARIANT, scope)) return false;
    const overrides = nodes[VARIANT.overrides];
    if (overrides !== ABSENT) {
      out.text(',"overrides":');
      if (!this.writeOverrides(overrides, VARIANT_FORM, scope, this.separating.variants)) return false;
    }
    if (limited !== ABSENT) {
      out.text(',"limitedMarkets":');
      this.writeMarkets(limited, scope);
    }
    out.byte(CLOSE_OBJECT);
    return true;
  }

  private writeImage(node: number, scopeOfProduct: Scope): boolean {
    const { tape, out, image, collected } = this;
    const { nodes } = image;
    if (!image.readAll(tape, node)) return false;
    const limited = nodes[IMAGE.limitedMarkets];
    const scope = limited === ABSENT ? scopeOfProduct : this.scopeOf(limited);
    if (!scope?.markets.every(market => scopeOfProduct.markets.includes(market))) return false;
    if (limited !== ABSENT) collected.limit(scope);
    let separator = '{';
    for (const name of IMAGE_NAMES) {
      const member = nodes[IMAGE[name]];
      if (member === ABSENT) continue;
      out.text(`${separator}"${name}":`);
      separator = ',';
      if (name === 'defaults') {
        if (!this.writeDefaults(member, IMAGE_FORM, 0, scope)) return false;
      } else if (name === 'overrides') {
        if (!this.writeOverrides(member, IMAGE_FORM, scope, this.separating.images)) return false;
      } else if (!this.writeParsed(IMAGE_MEMBERS[name] as Parse<unknown>, member)) return false;
    }
    if (separator === '{') out.byte(OPEN_OBJECT);
    out.byte(CLOSE_OBJECT);
    return true;
  }

  /** @param required members that it has to have, as bits */
  private writeDefaults(node: number, form: BlockForm, required: number, scope: Scope): boolean {
    const { blocks, collected } = this;
    if (node === ABSENT || !blocks.write(node, form, DEFAULTS)) return false;
    if ((blocks.present & required) !== required || !this.hasOneSize(form)) return false;
    const locale = this.localeOf(form);
    if (locale !== undefined) nameLocale(collected.names, scope.markets, locale, true);
    return true;
  }

  /** @param separating the keys that separate views are added to it */
  private writeOverrides(node: number, form: BlockForm, scope: Scope, separating: string[]): boolean {
    const write = (name: number, block: number): boolean => {
      const { blocks, collected } = this;
      const known = this.keyOf(name);
      if (known === NO_KEY || !blocks.write(block, form, { isOverride: true, hasLocale: known.hasLocale }))
        return false;
      nameOverride(collected.names, scope.markets, known.key, this.localeOf(form));
      const separates = known.hasMarket && (form !== VARIANT_FORM || (blocks.present & ~OFFER) !== 0);
      if (separates && !separating.includes(known.key)) separating.push(known.key);
      return this.hasOneSize(form);
    };
    return this.writeMap(node, write) && this.values.namedOnce(node);
  }

  private writeMarkets(node: number, { json }: Scope): void {
    const { tape, out } = this;
    if (tape.json(node) === json) out.copy(tape.startOf(node), tape.endOf(node));
    else out.text(json);
  }

  private writeParsed(parse: Parse<unknown>, node: number): boolean {
    const value = parse(this.check, '', this.tape.parse(node));
    if (value === undefined) return false;
    this.out.text(JSON.stringify(value));
    return true;
  }

  /** Size and sizes are two spellings of one member. */
  private hasOneSize(form: BlockForm): boolean {
    return form !== VARIANT_FORM || (this.blocks.present & BOTH_SIZES) !== BOTH_SIZES;
  }

  /** A measure is that of the product or of its variants. */
  private hasEachMeasureOnce(): boolean {
    for (const name of this.check.variantMeasures) if (this.check.productMeasures.has(name)) return false;
    return true;
  }

  /** The locale of the block that was written last. */
  private localeOf(form: BlockForm): string | undefined {
    const node = this.blocks.nodeOf(form, 'dataLocale');
    return node === ABSENT ? undefined : this.values.texts.textOf(this.tape, node).text;
  }

  /** The category by which the group is placed, from the block that was written last. */
  private category(): string | undefined {
    const { tape, blocks, values } = this;
    const first = (name: string): string | undefined => {
      const parsed = blocks.parsed.get(name) as string | string[] | undefined;
      if (parsed !== undefined) return typeof parsed === 'string' ? parsed : parsed[0];
      const node = blocks.nodeOf(PRODUCT_FORM, name);
      if (node === ABSENT || (tape.isList(node) && tape.behind(node) === node + NODE)) return undefined;
      return values.texts.textOf(tape, tape.isList(node) ? node + NODE : node).text;
    };
    return first('category') ?? first('ontology');
  }

  /** @returns undefined for a list that a record may not have */
  private scopeOf(node: number): Scope | undefined {
    if (node === ABSENT || !this.tape.isList(node)) return undefined;
    const written = this.tape.json(node);
    let scope = this.scopes.get(written);
    if (scope) return scope;
    const markets = marketList(this.check, '', JSON.parse(written));
    if (!markets || markets.some(market => this.configured?.hasMarket(market) === false)) return undefined;
    scope = { markets, json: JSON.stringify(markets), keys: new RecurringCache() };
    if (this.scopes.size === KEPT_SCOPES) this.scopes.clear();
    this.scopes.set(written, scope);
    return scope;
  }

  /** The key of an override in the current product; `NO_KEY` for one that hangs on lines before. */
  private keyOf(name: number): OverrideKey | typeof NO_KEY {
    const { keys } = this.scope!;
    const text = this.values.texts.textOf(this.tape, name);
    let known = keys.get(text);
    if (known === undefined) keys.set(text, (known = this.judgeKey(text.text)));
    return known;
  }

  private judgeKey(key: string): OverrideKey | typeof NO_KEY {
    if (!key.includes('|') || overrideKey(this.check, key) !== key) return NO_KEY;
    const { market, locale } = splitOverrideKey(key);
    return { key, hasLocale: locale !== ANY, hasMarket: market !== ANY };
  }
}

/** Reads the images of a stored product as the views of one locale show them, by the rules of catalog/resolve.ts. */
import { type JsonTape, NODE } from '../../kernel/json-tape.js';
import { TapeNames } from '../../kernel/tape-names.js';
import type { FlatImage, FlatSource } from './flat-records.js';
import { ABSENT, namesOf, numbered, TapeMembers } from './tape-members.js';

const IMAGE = numbered(['defaults', 'overrides', 'limitedMarkets', 'limitedLocales', 'order']);
const DATA = numbered(['urls', 'alt', 'caption', 'customData']);
const SOURCE = numbered(['url', 'width', 'height']);
const NAMES = { IMAGE: namesOf(IMAGE), DATA: namesOf(DATA), SOURCE: namesOf(SOURCE) };

export class ImageReader {
  private readonly image = new TapeMembers(NAMES.IMAGE);
  private readonly data = new TapeMembers(NAMES.DATA);
  private readonly source = new TapeMembers(NAMES.SOURCE);
  private readonly locale: TapeNames;

  /**
   * @param market name of the market that the views have first
   * @param overrides the overrides that apply in the views, weakest first; the first `overridden` are those of that
   * market
   */
  constructor(
    private readonly market: TapeNames,
    locale: string,
    private readonly overrides: TapeMembers,
    private readonly overridden: number,
  ) {
    this.locale = new TapeNames([locale]);
  }

  /** The images in the order in which they are shown. @param images node of the object that has them by key */
  read(tape: JsonTape, images: number): FlatImage[] {
    const { nodes } = this.image;
    const shown: { image: FlatImage; order: number }[] = [];
    let index = 0;
    const end = tape.behind(images);
    for (let key = images + NODE; key < end; key = tape.behind(key + NODE), index++) {
      this.image.read(tape, key + NODE);
      const [markets, locales] = [nodes[IMAGE.limitedMarkets], nodes[IMAGE.limitedLocales]];
      if (markets !== ABSENT && !this.market.isIn(tape, markets)) continue;
      if (locales !== ABSENT && !this.locale.isIn(tape, locales)) continue;
      const order = nodes[IMAGE.order] === ABSENT ? index : tape.number(nodes[IMAGE.order]);
      shown.push({ image: this.readImage(tape), order });
    }
    if (shown.length > 1) shown.sort((a, b) => a.order - b.order);
    return shown.map(({ image }) => image);
  }

  private readImage(tape: JsonTape): FlatImage {
    const { image, data, overrides } = this;
    const { nodes } = data;
    data.clear();
    if (image.nodes[IMAGE.defaults] !== ABSENT) data.add(tape, image.nodes[IMAGE.defaults]);
    if (image.nodes[IMAGE.overrides] !== ABSENT) {
      overrides.read(tape, image.nodes[IMAGE.overrides]);
      for (let i = 0; i < this.overridden; i++) {
        if (overrides.nodes[i] !== ABSENT) data.override(tape, overrides.nodes[i]);
      }
    }
    const json = (node: number): string | undefined => (node === ABSENT ? undefined : tape.json(node));
    return {
      urls: nodes[DATA.urls] === ABSENT ? [] : this.sources(tape, nodes[DATA.urls]),
      alt: json(nodes[DATA.alt]),
      caption: json(nodes[DATA.caption]),
      custom: json(nodes[DATA.customData]),
    };
  }

  private sources(tape: JsonTape, list: number): FlatSource[] {
    const { source } = this;
    const { nodes } = source;
    const sources: FlatSource[] = [];
    const number = (node: number): number | undefined => (node === ABSENT ? undefined : tape.number(node));
    const end = tape.behind(list);
    for (let entry = list + NODE; entry < end; entry = tape.behind(entry)) {
      source.read(tape, entry);
      const [width, height] = [number(nodes[SOURCE.width]), number(nodes[SOURCE.height])];
      sources.push({ url: tape.json(nodes[SOURCE.url]), width, height });
    }
    return sources;
  }
}

/**
 * The texts that campaigns name: those that they are aimed at, and those that they avoid. A text is looked up once for all
 * campaigns, and remembered: the same are searched again and again.
 */
import { type Bitmap, emptyBitmap, hasBit, setBit } from '../../kernel/bitmap.js';
import { TwoGenerationCache } from '../../kernel/two-generation-cache.js';
import { type Analyzer, phraseKey, stemsOf } from '../../text/index.js';
import { isAmong, NamedCampaigns } from './named-campaigns.js';

/** Texts of a generation of the cache; one that many campaigns name takes the place of several. */
const KEPT_TEXTS = 8192;
const CAMPAIGNS_OF_ONE = 64;

/** Phrases that a text is, or has. */
class Phrases {
  private readonly exact = new NamedCampaigns<string>();
  private readonly contained = new NamedCampaigns<string>();
  private longest = 0;

  add(key: string, campaign: number, whole: boolean): void {
    if (key === '') return;
    (whole ? this.exact : this.contained).add(key, campaign);
    if (!whole) this.longest = Math.max(this.longest, key.length);
  }

  /** The campaigns with a phrase of the text, ascending. */
  of(stems: readonly string[]): Uint16Array {
    const found = new Set(this.exact.get(stems.join('')));
    for (let from = 0; from < stems.length && !this.contained.isEmpty; from++) {
      let key = '';
      for (let at = from; at < stems.length; at++) {
        key += stems[at];
        if (key.length > this.longest) break;
        for (const campaign of this.contained.get(key)) found.add(campaign);
      }
    }
    return found.size === 0 ? NO_CAMPAIGNS : Uint16Array.from(found).sort();
  }
}

const NO_CAMPAIGNS = new Uint16Array(0);

/** Campaigns with a phrase of a text, ascending. */
interface OfText {
  aimed: Uint16Array;
  avoiding: Uint16Array;
}

const weighed = (_: string, { aimed, avoiding }: OfText) =>
  1 + Math.floor((aimed.length + avoiding.length) / CAMPAIGNS_OF_ONE);

export class TargetedTexts {
  private readonly phrases = new Phrases();
  private readonly avoidedPhrases = new Phrases();
  /** Campaigns that are aimed at some texts alone, and those that avoid some. */
  private readonly aimed: Bitmap;
  private readonly avoiding: Bitmap;
  private readonly known = new TwoGenerationCache<OfText>(KEPT_TEXTS, weighed);

  /** @param size how many campaigns will be added */
  constructor(
    size: number,
    private readonly analyzer: Analyzer,
  ) {
    this.aimed = emptyBitmap(size);
    this.avoiding = emptyBitmap(size);
  }

  /** @param exact texts, and `containing` phrases of texts, that it is aimed at; none of either: all texts */
  add(
    campaign: number,
    { exact = [], containing = [] }: { exact?: readonly string[]; containing?: readonly string[] },
    avoided: readonly string[],
  ): void {
    const { analyzer, phrases, avoidedPhrases } = this;
    // Also a phrase without words, such as no text has.
    if (exact.length + containing.length > 0) setBit(this.aimed, campaign);
    if (avoided.length > 0) setBit(this.avoiding, campaign);
    for (const phrase of exact) phrases.add(phraseKey(phrase, analyzer), campaign, true);
    for (const phrase of containing) phrases.add(phraseKey(phrase, analyzer), campaign, false);
    for (const phrase of avoided) avoidedPhrases.add(phraseKey(phrase, analyzer), campaign, false);
  }

  /** What keeps a campaign from a text; undefined: it competes there. */
  limitOf(campaign: number, text: string): 'phrase' | 'excluded-phrase' | undefined {
    if (hasBit(this.aimed, campaign) && !isAmong(this.of(text).aimed, campaign)) return 'phrase';
    return hasBit(this.avoiding, campaign) && isAmong(this.of(text).avoiding, campaign) ? 'excluded-phrase' : undefined;
  }

  private of(text: string): OfText {
    let known = this.known.get(text);
    if (!known) {
      const stems = text === '' ? [] : stemsOf(text, this.analyzer);
      known = { aimed: this.phrases.of(stems), avoiding: this.avoidedPhrases.of(stems) };
      this.known.set(text, known);
    }
    return known;
  }
}

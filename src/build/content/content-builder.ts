/**
 * Builds the parts of one view's content. Items are indexed like products without groups, variants and offers. Their
 * ordinals follow the release date, newest first, then the key, so that ordinals can be compared by newness.
 */

import type { ResolvedContent } from '../../catalog/resolve.js';
import type { TranslatedLabels as CatalogLabels } from '../../catalog/translated-labels.js';
import { AttributesBuilder } from '../../index/attributes.js';
import { writeContentItems } from '../../index/content-items.js';
import { CONTENT_DESCRIPTION, FIELD } from '../../index/fields.js';
import type { PartFile, PartWriter } from '../../index/part.js';
import { StructureBuilder } from '../../index/structure.js';
import { TextIndexBuilder } from '../../index/text-index-builder.js';
import { writeValueLabels } from '../../index/value-labels.js';
import { compareBytes } from '../../kernel/byte-order.js';
import { isoTime } from '../../kernel/iso-time.js';
import type { ContentManifest, ContentPart } from '../../snapshot/manifest.js';
import { analyzerFor } from '../../text/index.js';
import { encodeContent } from './content-json.js';

/**
 * Writes the parts into `dir`.
 * @param items in any order; the array is sorted in place
 */
export function buildContent(
  items: ResolvedContent[],
  locale: string,
  labels: CatalogLabels,
  dir: string,
): { content: ContentManifest; files: PartFile[] } {
  sortNewestFirst(items);
  const structure = new StructureBuilder();
  const attributes = new AttributesBuilder();
  const text = new TextIndexBuilder(analyzerFor(locale), false);
  items.forEach(({ key, type, data }, ordinal) => {
    structure.addProduct(key);
    attributes.add('type', 'product', ordinal, type);
    text.addTitle(data.title ?? '');
    if (data.description !== undefined) text.addText(CONTENT_DESCRIPTION, data.description);
    for (const [name, values] of Object.entries(data.customLabels ?? {})) {
      for (const value of values) {
        attributes.add(`custom.${name}`, 'product', ordinal, value);
        for (const word of new Set([value, labels.label(`custom.${name}`, value)])) text.addValue(FIELD.LABEL, word);
      }
    }
    text.endDoc();
  });
  const { part, attributes: values } = attributes.finish(items.length, 0, structure.variantStarts());
  const named = values.map(({ id, values }) => ({
    id,
    values: values.map(value => ({ id: value, label: labels.label(id, value) })),
  }));
  named.forEach(({ id, values }, attribute) => {
    if (!id.startsWith('custom.')) return;
    values.forEach((value, ordinal) => {
      for (const name of new Set([value.id, value.label])) text.addEntity(name, attribute, ordinal);
    });
  });
  return write(
    {
      structure: structure.finish(),
      attributes: part,
      labels: writeValueLabels(named, new Set(values.map(({ id }) => id)), locale),
      text: text.finish(),
      items: writeContentItems(items.map(item => encodeContent(item, labels))),
    },
    items.length,
    dir,
  );
}

function write(writers: Record<ContentPart, PartWriter>, items: number, dir: string) {
  const files: PartFile[] = [];
  const parts = {} as ContentManifest['parts'];
  for (const kind of Object.keys(writers) as ContentPart[]) {
    const file = writers[kind].write(dir);
    parts[kind] = file.file;
    files.push(file);
  }
  return { content: { items, parts }, files };
}

function sortNewestFirst(items: ResolvedContent[]): void {
  const times = new Map(items.map(({ key, data }) => [key, timeOf(data.releaseDate)]));
  items.sort((a, b) => {
    const [first, second] = [times.get(a.key)!, times.get(b.key)!];
    return first === second ? compareBytes(a.key, b.key) : first > second ? -1 : 1;
  });
}

/** Milliseconds since 1970; -Infinity where there is no valid date. */
function timeOf(releaseDate: string | undefined): number {
  const time = releaseDate === undefined ? Number.NaN : isoTime(releaseDate);
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}

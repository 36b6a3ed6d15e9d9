/** Publishes previews of pages: a preview replaces the published page. */
import { PagePublication } from '../../catalog/site/page-document.js';
import { type PageLayers, pageLayers, withoutFormerId } from '../../catalog/site/page-layers.js';
import type { Fault } from '../../errors/problem.js';
import { LazyValidator } from '../../kernel/lazy-validator.js';
import { quote } from '../../kernel/quote.js';
import { checked } from '../../kernel/schema-faults.js';
import { countDifference } from './count-difference.js';
import { refuseFaults } from './document-faults.js';
import { pathOwners, pathsOf } from './page-merge.js';
import { writeLayers } from './page-writer.js';
import type { SiteImport, SiteImportResult } from './site-import-input.js';
import { marketFault } from './view-faults.js';

const schema = new LazyValidator(PagePublication);

/**
 * Publishes previews of a market, those of `ids` or all.
 * @throws `document_refused`, also where another page has been given one of their paths since
 */
export function publishPages({ store, body }: SiteImport): SiteImportResult {
  const { market, ids } = checked(schema, body);
  const unknown = marketFault(store, market);
  if (unknown) refuseFaults([unknown]);
  const before = pageLayers(store.documents, market);
  const chosen = ids ? [...new Set(ids)] : [...before.previews.keys()];
  refuseFaults(
    chosen.flatMap(id => {
      const message = `found ${quote(id)}, expected a page that has a preview`;
      return before.previews.has(id) ? [] : [{ path: `/ids/${ids!.indexOf(id)}`, message }];
    }),
  );
  const after = publish(before, chosen);
  refuseFaults(pathFaults(after, chosen, ids));
  const changed = writeLayers(store.documents, market, before, after);
  return {
    change: { kind: changed ? 'site' : 'none' },
    counts: countDifference(Object.fromEntries(before.published), Object.fromEntries(after.published)),
    warnings: [],
  };
}

function publish(before: PageLayers, ids: readonly string[]): PageLayers {
  const published = new Map(before.published);
  const previews = new Map(before.previews);
  const pages = ids.map(id => before.previews.get(id)!);
  for (const { formerId } of pages) if (formerId !== undefined) published.delete(formerId);
  for (const page of pages) {
    published.set(page.id, withoutFormerId(page));
    previews.delete(page.id);
  }
  // Previews that were to replace one of these pages do so no longer: that id is a new page now.
  for (const [id, page] of previews) {
    if (page.formerId !== undefined && ids.includes(page.formerId)) previews.set(id, withoutFormerId(page));
  }
  return { published, previews };
}

function pathFaults({ published }: PageLayers, ids: readonly string[], given: readonly string[] | undefined): Fault[] {
  const chosen = new Set(ids);
  const owners = pathOwners([...published.values()].filter(({ id }) => !chosen.has(id)));
  const faults: Fault[] = [];
  for (const id of ids) {
    for (const { key, locale, path } of pathsOf(published.get(id)!)) {
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, id);
      else {
        const message = `page ${quote(id)} has the path ${quote(path)} of page ${quote(owner)} in ${locale}`;
        faults.push({
          path: given ? `/ids/${given.indexOf(id)}` : '/',
          message: `${message}, expected one of its own`,
        });
      }
    }
  }
  return faults;
}

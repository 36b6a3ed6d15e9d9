/** Imports response templates: replaces all of them, or adds, changes and removes some. */
import { MAX_TEMPLATES, TEMPLATES_KEY, TemplateAmendment, Templates } from '../../catalog/site/templates.js';
import { type Fault, Problem } from '../../errors/problem.js';
import { LazyValidator } from '../../kernel/lazy-validator.js';
import { checked } from '../../kernel/schema-faults.js';
import { countDifference } from './count-difference.js';
import type { SiteImport, SiteImportResult } from './site-import-input.js';

const replacement = new LazyValidator(Templates);
const amendment = new LazyValidator(TemplateAmendment);

/**
 * Mode `replace` replaces all templates, and needs `force` to remove any; for `update` see TemplateAmendment.
 * @throws `document_refused`, `import_dangerous`
 */
export function importTemplates({ store, body, mode, force }: SiteImport): SiteImportResult {
  const before = store.documents.get<Templates>(TEMPLATES_KEY) ?? {};
  const after = mode === 'replace' ? checked(replacement, body) : amend(before, checked(amendment, body));
  const faults = Object.entries(after).flatMap(([id, settings]) =>
    mappingFaults(`/${mode === 'replace' ? '' : 'edit/'}${id}`, settings),
  );
  const number = Object.keys(after).length;
  if (number > MAX_TEMPLATES)
    faults.push({ path: '/', message: `found ${number} templates, expected at most ${MAX_TEMPLATES}` });
  if (faults.length > 0) throw new Problem('document_refused', `${faults[0].path}: ${faults[0].message}`, faults);
  const lost = Object.keys(before).filter(id => !Object.hasOwn(after, id));
  if (mode === 'replace' && lost.length > 0 && !force) {
    throw new Problem(
      'import_dangerous',
      `the import would remove templates (${lost.join(', ')}); send it with force=true if that is meant`,
    );
  }
  const changed = store.documents.put(TEMPLATES_KEY, after);
  return { change: { kind: changed ? 'site' : 'none' }, counts: countDifference(before, after), warnings: [] };
}

function amend(before: Templates, { edit = {}, remove = [] }: { edit?: Templates; remove?: string[] }): Templates {
  const both = remove.filter(id => Object.hasOwn(edit, id));
  const unknown = remove.filter(id => !Object.hasOwn(before, id) && !both.includes(id));
  const faults = [
    ...both.map(id => ({ path: `/remove/${remove.indexOf(id)}`, message: `${id} is under edit as well` })),
    ...unknown.map(id => ({
      path: `/remove/${remove.indexOf(id)}`,
      message: `found ${id}, expected an existing template`,
    })),
  ];
  if (faults.length > 0) throw new Problem('document_refused', `${faults[0].path}: ${faults[0].message}`, faults);
  const kept = Object.entries(before).filter(([id]) => !remove.includes(id));
  return { ...Object.fromEntries(kept), ...edit };
}

type Mapping<T> = { all?: T; first?: T; rest?: T };

/** Faults that a schema cannot find: `all` excludes the other two, `first` and `rest` require each other. */
function mappingFaults(path: string, { products }: Templates[string]): Fault[] {
  const faults = oneOrTwo(`${path}/products`, products);
  for (const [name, template] of Object.entries(products)) {
    if (template.variants) faults.push(...oneOrTwo(`${path}/products/${name}/variants`, template.variants));
  }
  return faults;
}

function oneOrTwo(path: string, { all, first, rest }: Mapping<unknown>): Fault[] {
  if (all !== undefined && (first !== undefined || rest !== undefined)) {
    return [{ path: `${path}/all`, message: 'found it beside first or rest, expected it alone' }];
  }
  if (all !== undefined) return [];
  if (first === undefined && rest === undefined) {
    return [{ path, message: 'found no template, expected all, or first and rest' }];
  }
  if (rest === undefined)
    return [{ path: `${path}/rest`, message: 'found nothing, expected a template, as first is given' }];
  return first === undefined
    ? [{ path: `${path}/first`, message: 'found nothing, expected a template, as rest is given' }]
    : [];
}
